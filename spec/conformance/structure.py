#!/usr/bin/env python3
"""A third reader: judges the shape of the suite's files with PyYAML and the JSON Schemas of ../schemas alone.

Prints what it judged and where it disagrees with the expectations; exit code 1 when it does, 2 when a module is missing.
"""
import json, pathlib, re, sys
try:
    import jsonschema, yaml
except ImportError as error:
    sys.exit(print(f"{error.name} is missing: pip install pyyaml jsonschema", file=sys.stderr) or 2)

HERE = pathlib.Path(__file__).parent
OF_LIBRARIES = ["playback", "texts", "guide", "bookmarks", "listening", "notes", "favourites", "memorised", "reading", "vocabulary", "guides"]
KINDS = ["recording", "reciter", "markers", "segments", "words"] + OF_LIBRARIES
SCHEMAS = {kind: json.loads((HERE / f"../schemas/{kind}.schema.json").read_text()) for kind in KINDS}

# What a YAML 1.1 library and a schema can't see, and why. The names are codes, or single cases.
LEFT_OUT = {
    "invalid/Y012/no-key-is-missing": "the key that can't be read may be the one that is missing",
    "F118": "about the folder", "F119": "about the folder", "F120": "about the folder",
    "F121": "about comments", "F124": "about comments, and a warning", "F125": "a pattern has no calendar",
    "Y009": "PyYAML takes all of these for line ends, as YAML 1.1 did",
    "invalid/Y002/byte-order-mark-inside": "PyYAML takes the mark for a letter",
    **{name: "YAML 1.2 allows the tabs, PyYAML doesn't" for name in ("valid/Y003/tabs-that-separate",)},
    "Y011": "YAML allows it, and a schema sees only the keys it makes",
    "invalid/F115": "a schema has one version and judges the other keys by it",
    "invalid/F116": "a schema has one version and judges the other keys by it",
    "invalid/F106/decimal-commas": "a schema sees two times where one was meant",
    "invalid/F106/sign-and-exponent": "a schema sees the number, not how it is written",
    "invalid/F106/point-without-digits": "a schema sees the number, not how it is written",
    "invalid/F106/marker-and-word": "a schema sees the number, not how it is written",
    "invalid/F112/no-such-day": "a pattern doesn't know the leap years",
    "invalid/F112/no-leap-century": "a pattern doesn't know the leap years",
}


class Loader(yaml.SafeLoader):
    """Plain scalars as YAML 1.2's core schema reads them; dates, yes and no stay text."""
    yaml_implicit_resolvers = {}


CORE = {"null": r"~|null|Null|NULL|", "bool": r"true|True|TRUE|false|False|FALSE", "int": r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+",
        "float": r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)"}
for tag, pattern in CORE.items():
    Loader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(f"^(?:{pattern})$"), None)


def value(node):
    """What a node says, as JSON would have it."""
    if isinstance(node, yaml.MappingNode):
        return {str(key.value): value(item) for key, item in node.value}
    if isinstance(node, yaml.SequenceNode):
        return [value(item) for item in node.value]
    kind = node.tag.rsplit(":", 1)[1]
    if kind == "int":
        return int(node.value, 10 if node.value[:2] not in ("0x", "0o") else 0)
    return {"null": lambda: None, "bool": lambda: node.value.lower() == "true",
            # JSON has neither infinity nor not-a-number: nothing is left but the text.
            "float": lambda: float(node.value) if node.value[-1] not in "fFnN" else node.value}.get(kind, lambda: node.value)()


def faults_of_yaml(text, node):
    """Lines of what the profile forbids and YAML allows."""
    for event in yaml.parse(text, Loader):
        line = event.start_mark.line + 1
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) or getattr(event, "tag", None):
            yield line
        if isinstance(event, yaml.DocumentStartEvent) and (event.version or event.tags):
            yield line
    pending = [(node, 1)]
    while pending:
        item, depth = pending.pop()
        if depth > 16 and not isinstance(item, yaml.ScalarNode):
            yield item.start_mark.line + 1
        if isinstance(item, yaml.SequenceNode):
            pending += [(child, depth + 1) for child in item.value]
        if isinstance(item, yaml.MappingNode):
            seen = set()
            for key, child in item.value:
                if not isinstance(key, yaml.ScalarNode) or key.tag.endswith(":null") or key.value in seen:
                    yield key.start_mark.line + 1
                seen.add(str(key.value))
                pending.append((child, depth + 1))


def is_refused(text, node):
    """Whether YAML 1.2 or the profile (yaml.md, 2.3) refuses what PyYAML takes."""
    depth, before = 0, None
    for token in yaml.scan(text, Loader):
        at, end = token.start_mark.index, token.end_mark.index
        last = before.end_mark.index if before else 0
        # A comment without a blank before it.
        if text[last:last + 1] == "#" and last < at and text[last - 1:last] not in ("", " ", "\t", "\n", "\r"):
            return True
        depth += isinstance(token, (yaml.FlowMappingStartToken, yaml.FlowSequenceStartToken))
        depth -= isinstance(token, (yaml.FlowMappingEndToken, yaml.FlowSequenceEndToken))
        if isinstance(token, yaml.KeyToken) and text[at:end] == "?":
            return True
        if depth and isinstance(token, yaml.ScalarToken) and token.plain and (token.value[:1] in ("?", ":") or token.value == "-"):
            return True
        behind_plain = isinstance(before, yaml.ScalarToken) and before.plain
        if depth and isinstance(token, yaml.ValueToken) and behind_plain and text[end:end + 1] in tuple(",[]{}?"):
            return True
        before = token
    # A line that isn't indented more than the key or dash it belongs to.
    lines, pending = text.splitlines(), [(node, -1, False)]
    while pending:
        item, column, inside = pending.pop()
        flow = getattr(item, "flow_style", None)
        if (flow and not inside) or getattr(item, "style", None) in ("'", '"'):
            for line in lines[item.start_mark.line + 1:item.end_mark.line + 1]:
                rest = line.lstrip(" ")
                if rest.strip() and not (flow and rest[0] == "#") and len(line) - len(rest) <= column:
                    return True
        block = not (inside or flow)
        if isinstance(item, yaml.SequenceNode):
            pending += [(child, item.start_mark.column if block else column, not block) for child in item.value]
        if isinstance(item, yaml.MappingNode):
            for key, child in item.value:
                pending += [(part, key.start_mark.column if block else column, not block) for part in (key, child)]
    return False


def faults_of_shape(node, schema):
    """Lines of what the schema forbids."""
    errors = list(jsonschema.Draft7Validator(schema).iter_errors(value(node)))
    while errors:
        error = errors.pop()
        # Of several forms, none of which fits: what went wrong deepest inside.
        depth = max((len(inner.absolute_path) for inner in error.context or []), default=0)
        if error.validator == "anyOf" and depth > len(error.absolute_path):
            errors += [inner for inner in error.context if len(inner.absolute_path) == depth]
            continue
        at = node
        for step in error.absolute_path:
            if isinstance(at, yaml.MappingNode):
                at = next(child for key, child in at.value if key.value == step)
            else:
                at = at.value[step]
        if error.validator == "additionalProperties":
            known = error.schema["properties"]
            yield from (key.start_mark.line + 1 for key, _ in at.value if isinstance(key.value, str) and key.value not in known and not key.value.startswith("x-"))
        else:
            yield at.start_mark.line + 1


def judge(path, kind):
    """Lines with faults; None stands for a file that is refused as a whole."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
        node = yaml.compose(text, Loader)
        if node is None or node.tag.endswith(":null"):
            return {1}
        if is_refused(text, node):
            return None
        found = set(faults_of_yaml(text, node))
        version = next((child for key, child in node.value if key.value == "tilawa"), None) if isinstance(node, yaml.MappingNode) else None
        if version is not None and (not isinstance(version, yaml.ScalarNode) or version.tag.endswith(":null")):
            return found | {version.start_mark.line + 1}  # nothing else of its shape is reported
        return found | set(faults_of_shape(node, SCHEMAS[kind]))
    except (yaml.YAMLError, UnicodeDecodeError):
        return None


def main():
    judged, passed_over, disagreements = 0, 0, []
    for schema in SCHEMAS.values():
        jsonschema.Draft7Validator.check_schema(schema)
    for name in [name for part in sorted(HERE.glob("*-1.txt")) for name in part.read_text().split()]:
        folder = HERE / name
        stem = name.rsplit(".", 1)[0]
        expectation = folder.with_name(folder.name.rsplit(".", 1)[0] + ".expect.yaml")
        expected = yaml.safe_load(expectation.read_text()) if expectation.exists() else []
        codes = {finding["code"] for finding in expected}
        if any(part in LEFT_OUT for part in [*codes, stem, stem.rsplit("/", 1)[0]]):
            passed_over += 1
            continue
        for path in sorted(folder.rglob("*.yaml")):
            kind = {folder / "reciters": "reciter", folder / "guides": "guide"}.get(path.parent, path.stem)
            if kind in OF_LIBRARIES and not name.endswith(".library"):
                continue  # in a bundle it is any file
            if kind not in KINDS or not path.is_file() or (not name.endswith(".library") and path.parent != folder):
                continue
            shape = {finding["line"] for finding in expected if finding["code"][0] in "YF" and folder / finding["file"] == path}
            seen = judge(path, kind)
            judged += 1
            # Libraries differ in where they stop, so of a file that isn't YAML only the refusal is compared.
            if seen != shape and not (seen is None and shape):
                disagreements.append(f"{path.relative_to(HERE)}: lines {sorted(seen or [])}, expected {sorted(shape)}")
    print("\n".join(disagreements + [f"{judged} files judged, {len(disagreements)} disagreements, {passed_over} cases left out"]))
    for name, reason in LEFT_OUT.items():
        print(f"  left out: {name}: {reason}")
    return 1 if disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
