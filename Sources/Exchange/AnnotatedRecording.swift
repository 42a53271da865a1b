package import TilawaBase
package import TilawaFormat
package import TilawaQuran

/// One recording with all that is known of it, on its way from one format to another.
///
/// Every reader makes these and every writer takes them; what a format has no place for stays empty.
package struct AnnotatedRecording: Sendable {
  /// The content of `recording.yaml`. The id is empty when the source has none.
  package var facts = RecordingDraft(id: "")
  /// Of `recording.yaml`: keys of the user's own.
  package var extras: [ExtraKey] = []
  /// The reciter's name, where the source has a name and no id.
  package var reciterName: String?
  /// The content of `reciter.yaml`.
  package var reciter: ReciterDraft?
  /// Stretches, in the order of the source.
  package var segments: [SegmentRow] = []
  /// Points, in the order of the source.
  package var markers: [MarkerRow] = []
  /// Words, in the order of the source.
  package var words: [WordRow] = []

  /// The source's name for the recording, used to name a bundle, if it says more than the title: `001
  /// Al-Fatihah`.
  package var name: String?
  /// Audio on this computer that belongs to it, to become that of a new bundle or to be cut.
  package var localAudio: LocalAudio?
  /// The time at which players of the audio begin its sound, where the source gives one. Positions count from
  /// there.
  package var soundStart: Milliseconds = .zero

  /// A recording of which nothing is known.
  package init() {}

  /// The duration of the audio, if known.
  package var duration: Milliseconds? { facts.audio?.duration }

  /// The count that the ayat are numbered by; Kufi if the source doesn't say.
  package var counting: CountingSystem { facts.numbering ?? .kufi }

  /// Returns the recording with all rows moved later by `time`, for a clock that begins before the sound. If
  /// `time` is negative, rows move earlier, and a row that lasts into the sound begins with it.
  package func moved(by time: Milliseconds) -> AnnotatedRecording {
    guard time != .zero else { return self }
    var result = self
    func begin(_ start: Milliseconds, _ end: Milliseconds?) -> Milliseconds {
      start + time < .zero && end.map { $0 + time > .zero } ?? false ? .zero : start + time
    }
    for index in segments.indices {
      let row = segments[index].row
      result.segments[index].row.start = begin(row.start, row.end)
      result.segments[index].row.end = row.end + time
      result.segments[index].row.joins = row.joins.map { $0 + time }
    }
    for index in markers.indices {
      let row = markers[index].row
      result.markers[index].row.at = begin(row.at, row.end)
      result.markers[index].row.end = row.end.map { $0 + time }
      result.markers[index].row.joins = row.joins.map { $0 + time }
    }
    for index in words.indices {
      let row = words[index].row
      result.words[index].row.start = begin(row.start, row.end)
      result.words[index].row.end = row.end + time
    }
    return result
  }

  /// True if the recording has no rows.
  package var isEmpty: Bool { segments.isEmpty && markers.isEmpty && words.isEmpty }

  /// Keeps the reciter's name under the user's key `x-reciter-name` if there is no id; returns true if it
  /// did.
  package mutating func keepReciterName() -> Bool {
    guard let reciterName, facts.reciter == nil else { return false }
    extras.append(ExtraKey("x-reciter-name", .string(reciterName)))
    return true
  }

  /// True if there is nothing to make a bundle of: no row, no audio, and no fact about the recording.
  package var saysNothing: Bool {
    isEmpty && localAudio == nil && facts.audio == nil && facts.title == nil && facts.id.isEmpty
      && facts.notes == nil && facts.passage.isEmpty && reciter == nil && reciterName == nil && extras.isEmpty
  }

  /// Its rows in the order of time, of equal starts the shorter first.
  package var segmentsInTime: [SegmentRow] { segments.inOrder { ($0.row.start, $0.row.end) } }

  /// Its markers in the order of time.
  package var markersInTime: [MarkerRow] { markers.inOrder { ($0.row.at, $0.row.at) } }

  /// Its words in the order of time.
  package var wordsInTime: [WordRow] { words.inOrder { ($0.row.start, $0.row.end) } }
}

extension Sequence {
  /// In the order of two values; what has the same ones stays in its own order.
  func inOrder<Key: Comparable, Other: Comparable>(_ keys: (Element) -> (Key, Other)) -> [Element] {
    enumerated().map { (keys: keys($0.element), $0) }.sorted {
      ($0.keys.0, $0.keys.1, $0.1.offset) < ($1.keys.0, $1.keys.1, $1.1.offset)
    }.map(\.1.element)
  }

  /// In the order of a value; what has the same one stays in its own order.
  func ordered<Key: Comparable>(by key: (Element) -> Key) -> [Element] {
    inOrder { (key($0), 0) }
  }

  /// On layers: each goes onto the first of them where it fits behind what is there.
  func layered(where fits: (_ last: Element, Element) -> Bool) -> [[Element]] {
    reduce(into: []) { layers, item in
      if let free = layers.firstIndex(where: { $0.last.map { fits($0, item) } ?? true }) {
        layers[free].append(item)
      } else {
        layers.append([item])
      }
    }
  }
}

/// A key that is not part of the bundle format, such as `x-tempo`, with its value.
package typealias ExtraKey = JSONValue.Member

/// A row, its keys of the user's own, and where it is written.
package struct ForeignRow<Draft: Sendable>: Sendable {
  /// The row itself.
  package var row: Draft
  /// Keys of the user's own.
  package var extras: [ExtraKey]
  /// Where the source says it, for messages.
  package var place: Place?

  /// A row that was read at `place`.
  package init(_ row: Draft, extras: [ExtraKey] = [], at place: Place? = nil) {
    (self.row, self.extras, self.place) = (row, extras, place)
  }
}

/// A segment.
package typealias SegmentRow = ForeignRow<Segment>

/// A marker.
package typealias MarkerRow = ForeignRow<Marker>

/// A word.
package typealias WordRow = ForeignRow<WordTiming>

extension Segment {
  /// A set's row for an ayah. An ayah 0 that the count doesn't contain can only be the isti'adhah.
  init(_ ayah: Ayah, in counting: CountingSystem, _ start: Milliseconds, _ end: Milliseconds) {
    let hasNumber = ayah.number > 0 || counting.contains(ayah)
    self.init(
      ayah: hasNumber ? AyahRange(ayah) : nil, skip: hasNumber ? nil : SkipKind.istiadhah.rawValue,
      start: start, end: end)
  }

  /// These ayat of the row with when each is heard; nil where its joins aren't one fewer.
  func parts(_ ayat: [Ayah]) -> [(ayah: Ayah, start: Milliseconds, end: Milliseconds)]? {
    guard ayat.count == facts.joins.count + 1 else { return nil }
    let bounds = [start] + facts.joins + [end]
    return ayat.indices.map { (ayat[$0], bounds[$0], bounds[$0 + 1]) }
  }
}

extension SegmentRow {
  /// A row of ayat.
  init(_ ayat: AyahRange, _ start: Milliseconds, _ end: Milliseconds, at place: Place?) {
    self.init(Segment(ayah: ayat, start: start, end: end), at: place)
  }

  /// The row's name in messages: `2:255`, or `skip takbir`.
  package var label: String { row.ayah?.description ?? "skip \(row.skip ?? "")" }
}

extension MarkerRow {
  /// A marker that says nothing but its note, from `start` to `end`.
  init(noting note: String, _ start: Milliseconds, _ end: Milliseconds?, at place: Place?) {
    self.init(Marker(at: start), at: place)
    row.end = end
    row.note = note
  }

  /// The marker's name in messages.
  package var label: String {
    row.ayah?.description ?? row.skip.map { "skip \($0)" } ?? "marker at \(row.at)"
  }
}

extension WordRow {
  /// A word of an ayah.
  init(_ ayah: Ayah, _ word: Int, _ start: Milliseconds, _ end: Milliseconds, at place: Place?) {
    self.init(WordTiming(ayah: ayah, word: word, start: start, end: end), at: place)
  }

  /// The word's name in messages: `2:255:3`.
  package var label: String { "\(row.ayah):\(row.word)" }

  /// Returns the word moved later by `time`.
  func moved(by time: Milliseconds) -> WordRow {
    var moved = self
    (moved.row.start, moved.row.end) = (row.start + time, row.end + time)
    return moved
  }
}
