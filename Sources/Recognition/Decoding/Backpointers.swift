/// What is noted of all ways through a graph that a search still follows.
struct Backpointers {
  private(set) var notes: [BeamDecoder.Note] = []
  /// Notes that no way leads to any more are dropped when there are so many.
  private static let most = 1 << 20

  /// Whether it is time to `compact`.
  var isFull: Bool { notes.count > Self.most }

  /// Adds a note and gives its number.
  mutating func add(
    _ kind: BeamDecoder.Note.Kind, word: Int, from: Int, step: Int, previous: Int32
  ) -> Int32 {
    notes.append(
      BeamDecoder.Note(
        kind: kind, word: Int32(truncatingIfNeeded: word), from: Int32(truncatingIfNeeded: from),
        step: Int32(truncatingIfNeeded: step), previous: previous))
    return Int32(truncatingIfNeeded: notes.count - 1)
  }

  /// The notes of the way that ends with one, in order of time.
  func way(to last: Int32) -> [BeamDecoder.Note] {
    var way: [BeamDecoder.Note] = []
    var note = last
    while note >= 0 {
      way.append(notes[Int(note)])
      note = notes[Int(note)].previous
    }
    return way.reversed()
  }

  /// Forgets notes that no way leads to any more, of those that come near the best one by `beam`.
  mutating func compact(_ front: BeamFront, _ states: Range<Int>, beam: Float) {
    var isUsed = [Bool](repeating: false, count: notes.count)
    for state in states where front.score[state] > front.best - beam {
      var note = Int(front.note[state])
      while note >= 0, !isUsed[note] {
        isUsed[note] = true
        note = Int(notes[note].previous)
      }
    }
    var places = [Int32](repeating: -1, count: notes.count)
    var kept: [BeamDecoder.Note] = []
    for (index, note) in notes.enumerated() where isUsed[index] {
      places[index] = Int32(truncatingIfNeeded: kept.count)
      var note = note
      if note.previous >= 0 { note.previous = places[Int(note.previous)] }
      kept.append(note)
    }
    for state in states {
      let note = front.note[state]
      front.note[state] = note >= 0 ? places[Int(note)] : -1
      if note >= 0, front.note[state] < 0 { front.score[state] = WordGraph.never }
    }
    notes = kept
  }
}
