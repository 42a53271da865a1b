import TilawaBase

@testable import TilawaFormat

extension FuzzTarget {
  /// Merges three versions of a file. `=== base`, `=== ours` and `=== theirs` precede the versions, and
  /// `=== kind` precedes a name.
  ///
  /// Valid versions must give a valid result. No row that a person has confirmed or verified may be lost, and
  /// the shortcuts for long files must not change anything.
  static let merge = FuzzTarget("merge") { input in
    guard let texts = MergeTexts(input) else { return }
    let base = texts.hasBase ? texts.base : nil
    guard
      let merge = try? FileMerge(base: base, ours: texts.ours, theirs: texts.theirs, kind: texts.kind)
    else { return }
    let result = SourceText(path: "merged.yaml", bytes: merge.bytes)
    let read = texts.kind.read(result)
    guard merge.conflicts.isEmpty else { return }
    let versions = [texts.base, texts.ours, texts.theirs].filter { !$0.bytes.isEmpty }
    let wereSound = versions.allSatisfy { !texts.kind.read($0).hasErrors }
    // One side may have taken all away.
    if merge.bytes.isEmpty, texts.ours.bytes.isEmpty || texts.theirs.bytes.isEmpty { return }
    try demand(
      !wereSound || !read.hasErrors,
      "sound versions became \(shown(merge.bytes)): \(read.diagnostics.map(\.message))")
    if wereSound { try checkVouched(texts, merge, result) }
    try checkShortWay(texts, merge)
  }

  /// Checks that rows confirmed or verified on one side, and left alone on the other side, are in the result.
  private static func checkVouched(_ texts: MergeTexts, _ merge: FileMerge, _ result: SourceText) throws {
    guard !merge.decisions.contains(where: { $0.place == "all rows" }) else { return }
    let (base, ours, theirs) = (
      VouchedRow.all(texts.base, texts.kind), VouchedRow.all(texts.ours, texts.kind),
      VouchedRow.all(texts.theirs, texts.kind)
    )
    let after = VouchedRow.all(result, texts.kind)
    for (side, other) in [(ours, theirs), (theirs, ours)] {
      for row in side where row.isVouched {
        let isSharedByBoth = other.contains(row)
        let isNew = !base.contains(row)
        let isLeftAlone = base.filter { $0.name == row.name } == other.filter { $0.name == row.name }
        let isAlone = !other.contains { $0 != row && $0.isVouched && $0.overlaps(row) }
        guard isSharedByBoth || (isNew && isLeftAlone && isAlone) else { continue }
        try demand(
          after.contains(row), "\(row) is lost: \(shown(result.bytes))\n\(merge.decisions)")
      }
    }
  }

  /// A comment that only the full reader takes keeps texts whole.
  private static func checkShortWay(_ texts: MergeTexts, _ merge: FileMerge) throws {
    guard texts.hasBase, texts.all.allSatisfy({ $0.bytes.starts(with: "tilawa:".utf8) }) else { return }
    // What is written ends its lines as the first line of a text does.
    let returns = Set(texts.all.map { $0.bytes.prefix { $0 != 0x0A }.last == 0x0D })
    guard returns.count == 1 else { return }
    let head = Array((returns == [true] ? "#\tread in full\r\n" : "#\tread in full\n").utf8)
    let whole = texts.all.map { SourceText(path: $0.path, bytes: head + $0.bytes) }
    guard
      let other = try? FileMerge(base: whole[0], ours: whole[1], theirs: whole[2], kind: texts.kind)
    else { throw FuzzFinding(description: "only without most of its rows the file can be merged") }
    try demand(
      other.bytes == head + merge.bytes && other.decisions == merge.decisions,
      "without most rows it becomes \(shown(merge.bytes)) \(merge.decisions)\nwith them \(shown(other.bytes)) "
        + "\(other.decisions)")
  }

  /// Applies the differences between two versions to the first. Valid versions must give a result without
  /// errors. A version must not differ from itself, and a written diff must be readable again.
  static let diff = FuzzTarget("diff") { input in
    guard let texts = MergeTexts(input) else { return }
    guard let diff = try? FileDiff(texts.base, texts.ours, kind: texts.kind) else { return }
    try demand(
      texts.base.bytes != texts.ours.bytes || diff.isEmpty, "a text differs from itself: \(diff.changes)")
    _ = try? BundleDiff(
      BundleVersion(files: [texts.kind: texts.base]), BundleVersion(files: [texts.kind: texts.ours]))
    let sides = [texts.base, texts.ours].map { texts.kind.read($0) }
    guard diff.offset == .zero, !sides[0].hasErrors, !sides[1].hasErrors else { return }
    let document = #"{"version": 1, "diffs": [{"files": [\#(FileDiff.form.text(of: diff))]}]}"#
    let told = SourceText(path: "diff.json", bytes: Array(document.utf8))
    let patches: [FilePatch]
    do throws(FilePatch.Misfit) { patches = try FilePatch.read(told) } catch {
      throw FuzzFinding(description: "a diff can't be read again: \(error.reasons) \(document)")
    }
    guard let bytes = try? patches.first?.applied(to: texts.base) else { return }
    let patched = SourceText(path: "patched.yaml", bytes: bytes)
    let read = texts.kind.read(patched)
    try demand(
      !read.hasErrors, "a patch made faults \(read.diagnostics.map(\.message)): \(shown(bytes))")
  }
}

/// Versions of one file.
private struct MergeTexts {
  let kind: DocumentKind
  let hasBase: Bool
  let base: SourceText
  let ours: SourceText
  let theirs: SourceText
  var all: [SourceText] { [base, ours, theirs] }

  init?(_ input: [UInt8]) {
    let parts = InputParts(input)
    guard let ours = parts["ours"] else { return nil }
    let name = parts["kind"].map { String(decoding: $0.prefix { $0 != 0x0A }, as: UTF8.self) } ?? ""
    kind = DocumentKind(named: name) ?? .segments
    hasBase = parts["base"] != nil
    base = SourceText(path: "base.yaml", bytes: parts["base"] ?? [])
    self.ours = SourceText(path: "ours.yaml", bytes: ours)
    theirs = SourceText(path: "theirs.yaml", bytes: parts["theirs"] ?? parts["base"] ?? [])
  }
}

/// The name and the times of a row, and whether it is confirmed or verified.
private struct VouchedRow: Hashable {
  let name: String
  let start: Int64
  let end: Int64
  let isVouched: Bool

  static func all(_ source: SourceText, _ kind: DocumentKind) -> [VouchedRow] {
    switch kind {
    case .segments:
      (BundleFile(segments: source).content?.rows ?? []).map {
        VouchedRow(
          name: $0.label, start: $0.start.count, end: $0.end.count, isVouched: $0.isVerified)
      }
    case .markers:
      (BundleFile(markers: source).content?.rows ?? []).map {
        VouchedRow(
          name: $0.label, start: $0.at.count, end: $0.at.count + 1, isVouched: $0.isConfirmed)
      }
    default: []
    }
  }

  func overlaps(_ other: VouchedRow) -> Bool { start < other.end && other.start < end }
}
