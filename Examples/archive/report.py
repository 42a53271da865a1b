# What came of the archive, from the notes of all recordings. Run by Snakemake.
import collections
import json
import os
import shutil

notes = [json.load(open(path)) for path in sorted(snakemake.input)]
by_outcome = collections.defaultdict(list)
for note in notes:
    by_outcome[note["outcome"]].append(note)
reasons = collections.Counter(note["reason"].replace(note["source"], "…") for note in by_outcome["failed"])


def hours(some):
    return "%.1f" % (sum(note.get("seconds") or 0 for note in some) / 3600)


with open(snakemake.output[0], "w") as out:
    print("# %d recordings, %s hours\n\n| | recordings | hours |\n| --- | --- | --- |" % (len(notes), hours(notes)), file=out)
    for outcome in ("named", "in part", "unnamed", "failed"):
        print("| %s | %d | %s |" % (outcome, len(by_outcome[outcome]), hours(by_outcome[outcome])), file=out)
    print("\n%d markers wait, without a name or less sure than is asked for; `review.txt` has all that nobody has heard yet, least "
          "certain first." % sum(note.get("waiting", 0) for note in notes), file=out)
    for reason, count in reasons.most_common():
        print("\n- failed, %d: %s" % (count, reason), file=out)
    for note in notes:
        if note["outcome"] != "named" or note["errors"]:
            told = note.get("reason") or ", ".join(note["passages"]) or "not recognised"
            print("\n- `%s`: %s: %s" % (note["source"], note["outcome"], "; ".join([told] + note.get("errors", []))), file=out)

# What jobs that were killed had not finished; the last of them is done.
for folder, inner, _ in os.walk("library"):
    for name in inner:
        if name.startswith(".annotating-"):
            shutil.rmtree(os.path.join(folder, name), ignore_errors=True)
