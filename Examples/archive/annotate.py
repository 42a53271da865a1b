# One recording: its bundle, marked, made into segments and judged, and a note of what came of it. Run by Snakemake, again after
# whatever broke it off: each command does only what isn't done, and leaves what a person confirmed.
#
#   annotate.py SOURCE NOTE LOG NAME PASSAGES SETTINGS THREADS ATTEMPT      (PASSAGES and SETTINGS in JSON)
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import uuid

source, note, log, name, passages, settings, threads, attempt = sys.argv[1:]
passages, settings, attempt = json.loads(passages), json.loads(settings), int(attempt)
bundle = os.path.join("library", name + ".tilawa")
log = open(log, "a")
environment = dict(os.environ, SOURCE_DATE_EPOCH=str(int(os.stat(source).st_mtime)))


class Failure(Exception):
    """A recording that can't be had; another try may have it where `passes`."""

    def __init__(self, said, passes):
        super().__init__(said)
        self.passes = passes


# What `tilawa` ends with where another try may succeed: a full disk, a folder that is busy. sysexits.h calls it EX_TEMPFAIL.
TRY_AGAIN = 75


def tilawa(*arguments):
    """Runs a command and gives what it printed. 1 says that it found something to tell, others that it couldn't do it."""
    given = ["--exit-retry", str(TRY_AGAIN), "--threads", threads]
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(
        ["tilawa", *given, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
    took, after = time.monotonic() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    of_a_core = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print("$ tilawa", *arguments, "\n" + done.stderr, file=log, end="")
    # The peak is that of this recording's commands so far: what `memory_mb` has to hold.
    print("# %.2f s, %.2f s of a core, peak %d MB\n" % (took, of_a_core, after.ru_maxrss / 1024), file=log, flush=True)
    if done.returncode not in (0, 1):
        said = done.stderr.strip().splitlines() or ["ended by signal %d" % -done.returncode]
        # A signal is what ends a job that took too much memory or time, and whoever sent it may not do so again.
        raise Failure(said[-1], passes=done.returncode == TRY_AGAIN or done.returncode < 0)
    return done.stdout


def annotate():
    folder = os.path.dirname(bundle)
    os.makedirs(folder, exist_ok=True)
    if os.path.exists(bundle):
        fill(bundle)
    else:
        # Whole or not at all: what `mark` has found by itself and noted counts as given when it is run again after a kill, and
        # makes it surer than it was. report.py removes what killed jobs leave.
        with tempfile.TemporaryDirectory(prefix=".annotating-", dir=folder) as unfinished:
            with open(os.path.join(unfinished, ".tilawaignore"), "w") as ignored:
                ignored.write("*\n")
            made = os.path.join(unfinished, os.path.basename(bundle))
            fill(made)
            try:
                os.rename(made, bundle)
            except OSError:
                # Another job, taken for lost, may have been first.
                if not os.path.exists(bundle):
                    raise
    faults = json.loads(tilawa("lint", bundle, "--json"))["diagnostics"]
    shown = json.loads(tilawa("show", bundle, "--json"))["bundles"][0]
    left = json.loads(tilawa("review", bundle, "--json"))["items"]
    waiting = [item for item in left if item["path"].endswith("markers.yaml")]
    return {
        "outcome": "unnamed" if not shown["passages"] else "in part" if waiting else "named",
        "passages": shown["passages"],
        "seconds": shown["audio"]["duration"],
        "waiting": len(waiting),
        "errors": [fault["message"] for fault in faults if fault["severity"] == "error"],
    }


def fill(bundle):
    """The bundle of the recording, marked and made into segments."""
    told = ["--riwayah", settings["riwayah"]] if settings["riwayah"] else []
    for passage in passages:
        told += ["--passage", passage]
    # The same id wherever and whenever this is run.
    known = str(uuid.uuid5(uuid.NAMESPACE_URL, "recording:" + name))
    tilawa("import", source, "--into", os.path.dirname(bundle), "--name", os.path.basename(name), "--id", known, *told)
    if not os.path.exists(os.path.join(bundle, "segments.yaml")):
        mark(bundle)
    if os.path.exists(os.path.join(bundle, "markers.yaml")):
        tilawa("segment", bundle, "--partial", "--min-confidence", str(settings["min_confidence"]))


def mark(bundle):
    if settings["words"]:
        # Words need a passage, which not every recording tells.
        try:
            tilawa("mark", bundle, "--words")
            return
        except Failure as failure:
            if failure.passes:
                raise
    tilawa("mark", bundle)


try:
    try:
        result = annotate()
    except OSError as error:
        # Such as a full disk.
        raise Failure(str(error), passes=True)
except Failure as failure:
    # After the last try it is written down, and the others go on.
    if failure.passes and attempt <= settings["retries"]:
        time.sleep(settings["pause"] * attempt)
        sys.exit(str(failure))
    result = {"outcome": "failed", "reason": str(failure)}
result = {"source": source, "bundle": bundle, "tilawa": tilawa("--version").strip(), **result}
with open(note + ".part", "w") as file:
    json.dump(result, file, ensure_ascii=False, indent=1, sort_keys=True)
os.replace(note + ".part", note)
