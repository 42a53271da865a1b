package import TilawaBase
package import TilawaFormat
import TilawaLint

/// The conflicts that a merge left in a bundle or a document, with the means to settle them.
package struct ConflictSettling: Sendable {
  /// The texts with conflicts in them, in the order of the files.
  package let texts: [ConflictedText]

  private let place: FoundDocuments
  private let workplace: Workplace
  private let files: [(kind: DocumentKind, path: String, text: ConflictedText)]

  /// Finds the conflicts of a bundle.
  package init(in place: FoundDocuments, _ workplace: Workplace) throws(FileError) {
    self.place = place
    self.workplace = workplace
    var files: [(kind: DocumentKind, path: String, text: ConflictedText)] = []
    for (kind, path) in place.files {
      guard let bytes = try FileContents.readIfAny(path, in: place.folder) else { continue }
      let text = ConflictedText(SourceText(path: workplace.shown(path), bytes: bytes))
      if !text.conflicts.isEmpty { files.append((kind, path, text)) }
    }
    self.files = files
    texts = files.map(\.text)
  }

  /// The number of conflicts.
  package var count: Int { texts.reduce(0) { $0 + $1.conflicts.count } }

  /// The number of conflicts settled in each file, by its path as the user would write it.
  package typealias Settled = [(shownPath: String, count: Int)]

  /// Settles the conflicts; with `numbers`, which count from 1 through all files, only those. Either all
  /// files are written or none.
  ///
  /// Throws a `Failure` for a number that doesn't exist, and if the choice isn't possible.
  package func settled(
    _ choice: ConflictedText.Choice, only numbers: [Int] = []
  ) throws -> Settled {
    try require(numbers)
    return try DirectoryLock.holding(place.folder) {
      let now = try ConflictSettling(in: place, workplace)
      try now.require(numbers)
      return try now.write(choice, numbers)
    }
  }

  /// Throws a `Failure` for a number that doesn't exist.
  package func require(_ numbers: [Int]) throws(Failure) {
    for number in numbers where !(1...max(1, count)).contains(number) || count == 0 {
      throw Failure("no such conflict: \(number); \(place.shownPath) has \(count)")
    }
  }

  private func write(_ choice: ConflictedText.Choice, _ numbers: [Int]) throws -> Settled {
    var first = 1
    var changes: [AtomicFile.Change] = []
    var settled: Settled = []
    for (kind, path, text) in files {
      let indices = Set(text.conflicts.indices.filter { numbers.isEmpty || numbers.contains(first + $0) })
      first += text.conflicts.count
      guard !indices.isEmpty else { continue }
      let settlements = try indices.map { ($0, try text.settlement(of: $0, kind, choice)) }
      guard let bytes = text.settled(Dictionary(uniqueKeysWithValues: settlements)) else {
        throw Failure(
          "the common ancestor is not shown in \(text.source.path)", unless: .choosingOtherSide)
      }
      changes.append(.init(path, from: text.source.bytes, to: bytes))
      settled.append((text.source.path, indices.count))
    }
    try AtomicFile.change(changes)
    return settled
  }
}

extension ConflictedText {
  /// Returns the settlement of a conflict. The choice `both` doesn't keep two versions of one row; if only
  /// their notes differ, it keeps one row with both notes.
  func settlement(
    of index: Int, _ kind: DocumentKind, _ choice: Choice
  ) throws(Failure) -> Settlement {
    guard choice == .both else { return .side(choice) }
    let conflict = conflicts[index]
    if let lines = rowsWithBothNotes(of: conflict, kind) { return .lines(lines) }
    func errors(_ choice: Choice) -> Int {
      var settlements = Dictionary(
        uniqueKeysWithValues: conflicts.indices.map { ($0, Settlement.side(.ours)) })
      settlements[index] = .side(choice)
      let text = SourceText(path: source.path, bytes: settled(settlements) ?? [])
      return Linter(Linter.Options(inspecting: nil)).lint(text, as: kind).count { $0.severity == .error }
    }
    guard errors(.both) > errors(.ours) + errors(.theirs) else { return .side(.both) }
    let line = LineTable(of: source).position(at: conflict.range.lowerBound).line
    throw Failure(
      "\(source.path):\(line): cannot keep both sides: they are versions of the same thing",
      unless: .choosingOneSide)
  }
}
