import TilawaBase
package import TilawaFormat
package import TilawaQuran

/// What is stated anew of a recording, with what that does to its bundle.
package struct StatingFacts: Sendable {
  /// Keys of `recording.yaml` whose values differ.
  package let changes: [StatedFacts.Change]
  /// What a person should know.
  package let remarks: [String]
  fileprivate let recording: RowList.Change
  fileprivate let reciter: RowList.Change

  fileprivate init(
    _ facts: AudioImport.Facts, _ changingID: Bool, _ removed: Set<String>, in bundle: TilawaBundle,
    _ workplace: Workplace
  ) throws {
    guard
      let stated = bundle.recording.flatMap({
        StatedFacts(facts.draft, changingID: changingID, removing: removed, in: $0)
      })
    else { throw Failure("\(bundle.shownPath) has no recording.yaml; create one with `tilawa new`") }
    changes = stated.changes
    recording = stated.edits.isEmpty ? .none : .edit(stated.edits)
    (reciter, remarks) = try Self.reciter(facts.reciter, of: bundle, workplace)
  }

  /// The bundle's copy of the library's description of another reciter.
  private static func reciter(
    _ id: String?, of bundle: TilawaBundle, _ workplace: Workplace
  ) throws -> (RowList.Change, [String]) {
    let held = bundle.reciter?.content?.id?.value
    guard let id, held.map({ !$0.isExactly(id) }) ?? true else { return (.none, []) }
    let surroundings = ReciterSurroundings(of: PathText.folder(of: bundle.path), in: workplace)
    if let known = surroundings.reciter(id) {
      let remark = "reciter.yaml is a copy of \(known.shownPath)"
      return (.create(String(decoding: known.bytes, as: UTF8.self)), [remark])
    }
    if let held {
      throw Failure(
        "\(bundle.shownPath)/reciter.yaml describes \(held), but no library describes \(id); add it with `tilawa reciter add`, "
          + "or remove that file")
    }
    let near = surroundings.nearest(to: id)
    return (.none, near.map { ["no file in reciters/ describes \"\(id)\"; did you mean \($0)?"] } ?? [])
  }
}

extension BundlePlan<StatingFacts> {
  /// States facts of a recording, and takes back those of the keys that are `removed`; all that isn't named stays.
  ///
  /// `facts` are made of the count by which the bundle's ayat are numbered; their id counts only with `changingID`. Throws a
  /// `Failure` where the bundle describes another reciter of whom nothing else is known.
  package static func stating(
    _ place: FoundBundle, changingID: Bool, removing removed: Set<String>, in workplace: Workplace,
    facts: @escaping @Sendable (CountingSystem) throws -> AudioImport.Facts
  ) throws -> BundlePlan {
    try BundlePlan(for: place, of: [.recording, .reciter]) { bundle in
      try StatingFacts(
        try facts(try bundle.knownCounting()), changingID, removed, in: bundle, workplace)
    } changes: {
      [(.recording, $0.recording), (.reciter, $0.reciter)]
    }
  }
}
