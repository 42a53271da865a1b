public import QuranIndex
import ScalarText
public import Timing

/// A stretch of one audio file that a queue plays.
public struct QueueSound: Hashable, Sendable {
  /// The audio, to be opened.
  public let file: String
  /// The audio as it is shown to the user.
  public let shownFile: String
  /// What of it is played.
  public let span: TimeSpan
  /// An id, when it is known.
  public let reciter: String?
  /// The queue's.
  public let riwayah: Riwayah
  /// A person has checked where it begins and ends.
  public let isVerified: Bool
  /// It holds more than the ayah, and nothing tells where the ayah begins or ends in it.
  public let isShared: Bool
  /// It is by somebody who isn't on the list, because nobody on it has the ayah.
  public var isFilled = false

  /// A stretch of `file`.
  public init(
    file: String, shownFile: String, span: TimeSpan, reciter: String?, riwayah: Riwayah,
    isVerified: Bool = false,
    isShared: Bool = false
  ) {
    self.file = file
    self.shownFile = shownFile
    self.span = span
    self.reciter = reciter
    self.riwayah = riwayah
    self.isVerified = isVerified
    self.isShared = isShared
  }

  /// Whether the same is heard.
  func isSameStretch(as other: QueueSound) -> Bool { file.isExactly(other.file) && span == other.span }
}

/// One thing of a queue: an ayah, a run of ayat that can't be told apart, a basmalah, or the silence in the place of
/// an ayah that is missing.
public struct QueueItem: Hashable, Sendable {
  /// To which part of the queue it belongs.
  public enum Part: String, CaseIterable, Sendable {
    /// Leads into the passage.
    case before
    /// The passage.
    case range
    /// Leads out of the passage.
    case after
    /// What follows when the last repeat is over.
    case continuation = "then"
    /// An ayah by itself, of a passage that is learned by heart.
    case each
    /// A window of a passage that is learned by heart.
    case window
  }

  /// Which of how many.
  public struct Count: Hashable, Sendable {
    /// From 1.
    public let number: Int
    /// Nil when there is no end.
    public let of: Int?

    /// `number` of `of`.
    public init(_ number: Int, of: Int?) {
      self.number = number
      self.of = of
    }
  }

  /// Its part.
  public let part: Part
  /// What is heard or missing; ayah 0 for a basmalah that the queue puts before a surah.
  public let ayat: AyahRange
  /// Whether it is a basmalah that the queue puts before a surah.
  public let isBasmalah: Bool
  /// What is played; nil for the silence in the place of what is missing.
  public let sound: QueueSound?
  /// When it begins, from the start of the queue, in the listener's time; after the gap.
  public let start: Milliseconds
  /// How long it is heard, at the queue's speed.
  public let length: Milliseconds
  /// Silence before it, in the listener's time.
  public let gap: Milliseconds
  /// Which repetition of the ayah.
  public let repetition: Count
  /// Which repetition of the passage or of the window.
  public let round: Count
  /// Which window, where it is of one.
  public let window: Count?

  /// When it is over, in the listener's time.
  public var end: Milliseconds { start + length }
}

extension QueueItem.Count: CustomStringConvertible {
  /// `2/3`, `2/∞`.
  public var description: String { "\(number)/\(of.map { "\($0)" } ?? "∞")" }
}
