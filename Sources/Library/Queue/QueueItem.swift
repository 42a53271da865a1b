package import TilawaBase
package import TilawaQuran

/// A stretch of one audio file that a queue plays.
package struct QueueSound: Hashable, Sendable {
  /// The audio, to be opened.
  package let file: String
  /// The audio as it is shown to the user.
  package let shownFile: String
  /// The stretch of the file that is played.
  package var span: TimeSpan
  /// An id, when it is known.
  package let reciter: String?
  /// The reciter's name, if known.
  package let reciterName: String?
  /// The queue's.
  package let riwayah: Riwayah
  /// A person has confirmed where it begins and ends.
  package let isVerified: Bool
  /// True if the stretch contains more than the ayah, and no boundary separates the ayah.
  package let isShared: Bool
  /// Where the audio is had from that a published library has; nil for a file of a folder.
  package let published: FetchableAudio?
  /// It is by somebody who isn't on the list, because nobody on it has the ayah.
  package var isFilled = false

  /// A stretch of `file`.
  package init(
    file: String, shownFile: String, span: TimeSpan, reciter: String?, reciterName: String? = nil,
    riwayah: Riwayah, isVerified: Bool = false,
    isShared: Bool = false, published: FetchableAudio? = nil
  ) {
    self.file = file
    self.shownFile = shownFile
    self.span = span
    self.reciter = reciter
    self.reciterName = reciterName
    self.riwayah = riwayah
    self.isVerified = isVerified
    self.isShared = isShared
    self.published = published
  }

  /// Who recites, for people: the name, else the id.
  package var shownReciter: String? { reciterName ?? reciter }

  /// Returns true if both play the same stretch of the same file.
  func isSameStretch(as other: QueueSound) -> Bool { file.isExactly(other.file) && span == other.span }
}

/// An item of a queue: an ayah, a run of ayat that no boundary separates, a basmalah, or the silence in place
/// of a missing ayah.
package struct QueueItem: Hashable, Sendable {
  /// To which part of the queue it belongs.
  package enum Part: String, CaseIterable, Sendable {
    /// Leads into the passage.
    case before
    /// The passage.
    case range
    /// Leads out of the passage.
    case after
    /// Follows when the last repeat is over.
    case continuation = "then"
    /// An ayah by itself, of a passage that is learned by heart.
    case each
    /// A window of a passage that is learned by heart.
    case window
  }

  /// Which of how many.
  package struct Count: Hashable, Sendable {
    /// From 1.
    package let number: Int
    /// The total, or nil if it is infinite.
    package let of: Int?

    /// `number` of `of`.
    package init(_ number: Int, of: Int?) {
      self.number = number
      self.of = of
    }
  }

  /// Its part.
  package let part: Part
  /// The ayat that are heard or missing; ayah 0 for a basmalah that the queue adds before a surah.
  package let ayat: AyahRange
  /// True if it is a basmalah that the queue adds before a surah.
  package let isBasmalah: Bool
  /// The sound that is played; nil for the silence in place of missing ayat.
  package internal(set) var sound: QueueSound?
  /// When it begins, from the start of the queue, in the listener's time; after the gap.
  package let start: Milliseconds
  /// The duration at the queue's speed.
  package internal(set) var length: Milliseconds
  /// Silence before it, in the listener's time.
  package let gap: Milliseconds
  /// Which repetition of the ayah.
  package let repetition: Count
  /// Which repetition of the passage or of the window.
  package let round: Count
  /// Which window, where it is of one.
  package let window: Count?
  /// The part at the start of its stretch that is left out because it was heard before.
  package internal(set) var leftOut = Milliseconds.zero

  /// When it is over, in the listener's time.
  package var end: Milliseconds { start + length }
}

extension QueueItem.Count: CustomStringConvertible {
  /// `2/3`, `2/∞`.
  package var description: String { "\(number)/\(of.map { "\($0)" } ?? "∞")" }
}
