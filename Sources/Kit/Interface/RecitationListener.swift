import TilawaBase
import TilawaRecognition

/// Tracks the ayah and word being recited, live.
///
/// Nothing is written. It uses a few percent of one core, and processes about 200 ms of sound at a time.
public actor RecitationListener {
  /// The word that is recited now.
  public struct Place: Hashable, Sendable {
    /// The duration of the sound received when the place was reported, in whole milliseconds.
    public let at: Duration
    /// The recited ayah, or nil if it isn't known any more.
    public let ayah: Passage.Ayah?
    /// The number of the word in its ayah, from 1, or nil if there is no ayah.
    public let word: Int?
    /// The probability of the ayah, from 0 to 1.
    public let confidence: Double
  }

  /// Words of the stated passage that seem to have been left out or repeated. Their pronunciation isn't
  /// judged.
  public struct Slip: Hashable, Sendable {
    /// A kind of slip.
    public enum Kind: Sendable {
      /// The words were left out.
      case leftOut
      /// The words were repeated.
      case repeated
    }

    /// The duration of the sound received when the slip was reported, in whole milliseconds.
    public let at: Duration
    /// The kind of slip.
    public let kind: Kind
    /// The ayah of the first of the words.
    public let firstAyah: Passage.Ayah
    /// The number of the first word in its ayah, from 1.
    public let firstWord: Int
    /// The ayah of the last of the words.
    public let lastAyah: Passage.Ayah
    /// The number of the last word in its ayah, from 1.
    public let lastWord: Int
  }

  /// An event that is reported during the recitation.
  public enum Event: Hashable, Sendable {
    /// Another word is recited, or the word isn't known any more.
    case place(Place)
    /// Words were left out or repeated; only reported if a passage was stated.
    case slip(Slip)
  }

  private let following: LiveFollowing

  /// Creates a listener for `passages` in their order. Without any, it recognises whatever is recited of the
  /// Quran after some 5 to 15 s.
  ///
  /// Samples come at `sampleRate` per second, those of several `channels` interleaved.
  ///
  /// Throws `invalidArgument` for a rate below 8000 or above 192000, or less than one channel.
  public init(
    following passages: [Passage] = [], sampleRate: Int, channels: Int = 1
  ) throws(TilawaError) {
    guard (8000...192_000).contains(sampleRate), channels > 0 else {
      throw TilawaError(
        .invalidArgument, "cannot follow sound with \(sampleRate) Hz and \(channels) channels")
    }
    following = LiveFollowing(passages.map(\.range), sampleRate: sampleRate, channels: channels)
  }

  /// Processes the next samples, from -1 to 1, and returns the events until now. With `isLast`, no samples
  /// follow.
  public func hear(_ samples: [Float], isLast: Bool = false) -> [Event] {
    following.hear(samples, isLast: isLast).map(Event.init)
  }

  /// Returns the events of samples that arrive over time, until there are no more.
  public nonisolated func events<Samples: AsyncSequence & Sendable>(
    of samples: Samples
  ) -> AsyncThrowingStream<Event, any Error> where Samples.Element == [Float] {
    AsyncThrowingStream { continuation in
      let task = Task {
        do {
          for try await block in samples {
            for event in await hear(block) { continuation.yield(event) }
          }
          for event in await hear([], isLast: true) { continuation.yield(event) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

extension RecitationListener.Event {
  fileprivate init(_ event: RecitationFollower.Event) {
    switch event {
    case .place(let place):
      self = .place(
        .init(
          at: .milliseconds(place.at.count), ayah: place.ayah.map { Passage.Ayah($0) },
          word: place.ayah == nil ? nil : place.word, confidence: place.confidence))
    case .slip(let slip):
      self = .slip(
        .init(
          at: .milliseconds(slip.at.count), kind: slip.kind == .leftOut ? .leftOut : .repeated,
          firstAyah: Passage.Ayah(slip.first.ayah), firstWord: slip.first.number,
          lastAyah: Passage.Ayah(slip.last.ayah), lastWord: slip.last.number))
    }
  }
}
