public import TilawaBase
public import TilawaQuran

/// An omission or repetition in a stated passage, reported when the reciter has gone on for a few words.
public struct RecitationSlip: Hashable, Sendable {
  /// The kind of slip.
  public enum Kind: String, CaseIterable, Sendable {
    /// The words were passed over.
    case leftOut = "left_out"
    /// The words are said once more.
    case repeated
  }

  /// A word of an ayah, from 1.
  public struct Word: Hashable, Sendable {
    /// Its ayah, as the passage numbers it.
    public var ayah: Ayah
    /// From 1.
    public var number: Int
  }

  /// The time up to which the sound was processed at the report.
  public var at: Milliseconds
  /// The kind of slip.
  public var kind: Kind
  /// The first of the words.
  public var first: Word
  /// The last of them.
  public var last: Word
}

/// Detects where a reciter leaves the order of the words, by their places in the graph.
///
/// A leap counts once he has gone on for some words after it, as the follower may be elsewhere for a moment.
/// A repetition of one or two words can't be distinguished from that.
struct LeapDetector: Sendable {
  /// The last word before a leap, and the first behind it.
  struct Leap: Hashable, Sendable {
    var after: Int
    var to: Int
  }

  /// The number of words that a search may be ahead or behind of the reciter, that may pass unseen, and that
  /// confirm that he goes on.
  private static let jitter = 2
  private static let unseen = 3
  private static let enough = 3

  private var last: Int?
  private var pending: (leap: Leap, latest: Int, count: Int)?

  /// Adds the word that the reciter is at; returns the leap that it confirms. Unless `isSure`, a confirmed
  /// leap waits.
  mutating func add(_ word: Int, isSure: Bool = true) -> Leap? {
    guard let last else {
      last = word
      return nil
    }
    guard var leap = pending else {
      if word > last, word <= last + Self.unseen {
        self.last = word
      } else if word > last || word < last - Self.jitter {
        pending = (Leap(after: last, to: word), word, 1)
      }
      return nil
    }
    let isNear = word >= leap.leap.to - Self.jitter && word <= leap.latest + Self.unseen
    if !isNear, word >= last - Self.jitter, word <= last + Self.unseen {
      pending = nil
      self.last = max(last, word)
      return nil
    }
    guard isNear else {
      pending = (Leap(after: last, to: word), word, 1)
      return nil
    }
    leap.leap.to = min(leap.leap.to, word)
    if word > leap.latest { (leap.latest, leap.count) = (word, leap.count + 1) }
    pending = leap
    guard leap.count >= Self.enough, isSure else { return nil }
    self.last = leap.latest
    pending = nil
    return leap.leap
  }
}
