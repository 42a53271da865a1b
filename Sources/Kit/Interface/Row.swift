import TilawaFormat
import TilawaBase

/// A row of a bundle: a segment, which is a stretch of the recording, or a marker, which opens one.
public struct Row: Hashable, Sendable {
  /// In which file it stands.
  public enum Kind: Hashable, Sendable {
    /// `segments.yaml`: the annotation proper.
    case segment
    /// `markers.yaml`: work in progress.
    case marker
  }

  /// In which file it stands.
  public let kind: Kind
  /// What is recited; nil where that isn't known yet, or it is no ayah.
  public let passage: Passage?
  /// What is heard where no ayah is, such as `basmalah`, `takbir` or `silence`.
  public let skip: String?
  /// Where it begins, from the start of the recording; whole milliseconds.
  public let start: Duration
  /// Where it ends, which is no part of it; nil for a marker that lasts until the next.
  public let end: Duration?
  /// How sure the tool was that made it, from 0 to 1; nil for a person's.
  public let confidence: Double?
  /// Whether a person has confirmed it: `verified` in segments, `confirmed` in markers. No tool changes such a row unless it is told to.
  public let isConfirmed: Bool
  /// In which rak'ah of the prayer it is heard, from 1; nil where nobody says.
  public let rakah: Int?
  /// A person's remark.
  public let note: String?
  /// Its place in the list of its file, from 0.
  package let index: Int

  init(_ row: Segment) {
    kind = .segment
    passage = row.ayah.map { Passage($0.value) }
    skip = row.skip?.value
    start = row.start.value.duration
    end = row.end.value.duration
    confidence = row.confidence?.value
    isConfirmed = row.isVerified
    rakah = row.rakah?.value
    note = row.note?.value
    index = row.index
  }

  init(_ row: Marker) {
    kind = .marker
    passage = row.ayah.map { Passage($0.value) }
    skip = row.skip?.value
    start = row.at.value.duration
    end = row.end?.value.duration
    confidence = row.confidence?.value
    isConfirmed = row.isConfirmed
    rakah = row.rakah?.value
    note = row.note?.value
    index = row.index
  }
}

extension Milliseconds {
  var duration: Duration { .milliseconds(count) }

  /// Rounded to whole milliseconds; nil for what is negative or longer than any recording.
  init?(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    guard seconds >= 0, attoseconds >= 0, seconds < 1 << 40 else { return nil }
    self.init(seconds * 1000 + (attoseconds + 500_000_000_000_000) / 1_000_000_000_000_000)
  }
}
