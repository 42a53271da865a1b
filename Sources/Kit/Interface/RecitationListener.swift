import TilawaBase
import TilawaRecognition

/// Follows a recitation while it is heard, and tells which ayah and which word is recited.
///
/// Nothing is written. It takes a few percent of one core, and about 200 ms of sound at a time.
public actor RecitationListener {
  /// Another word that is recited now.
  public struct Place: Hashable, Sendable {
    /// How much of the sound was heard when it was told; whole milliseconds.
    public let at: Duration
    /// What is recited; nil when it isn't known any more.
    public let ayah: Passage.Ayah?
    /// Its word, from 1; nil where there is no ayah.
    public let word: Int?
    /// How likely the ayah is, from 0 to 1.
    public let confidence: Double
  }

  /// Words of the stated passage that seem to have been left out, or said once more. Says nothing of how they are recited.
  public struct Slip: Hashable, Sendable {
    /// What seems to have happened.
    public enum Kind: Sendable {
      /// The words were passed over.
      case leftOut
      /// The words were said once more.
      case repeated
    }

    /// How much of the sound was heard when it was told; whole milliseconds.
    public let at: Duration
    /// What seems to have happened.
    public let kind: Kind
    /// The ayah of the first of the words.
    public let firstAyah: Passage.Ayah
    /// The first of the words, from 1.
    public let firstWord: Int
    /// The ayah of the last of the words.
    public let lastAyah: Passage.Ayah
    /// The last of the words, from 1.
    public let lastWord: Int
  }

  /// What is told while one listens.
  public enum Event: Hashable, Sendable {
    /// Another word is recited, or it isn't known any more which one is.
    case place(Place)
    /// Words were left out or said once more; only where a passage was stated.
    case slip(Slip)
  }

  private let following: LiveFollowing

  /// Listens for `passages` in their order, or without any for whatever is recited of the Quran, which is known some 5 to 15 s later;
  /// samples come at `sampleRate` a second, those of several `channels` in turns.
  ///
  /// Throws `invalidArgument` for a rate below 8000 or above 192000, or less than one channel.
  public init(
    following passages: [Passage] = [], sampleRate: Int, channels: Int = 1
  ) throws(TilawaError) {
    guard (8000...192_000).contains(sampleRate), channels > 0 else {
      throw TilawaError(
        .invalidArgument, "sound of \(sampleRate) Hz and \(channels) channels can't be followed")
    }
    following = LiveFollowing(passages.map(\.range), sampleRate: sampleRate, channels: channels)
  }

  /// Takes up the next samples, from -1 to 1; gives what is to be told by now. With `isLast` nothing follows.
  public func hear(_ samples: [Float], isLast: Bool = false) -> [Event] {
    following.hear(samples, isLast: isLast).map(Event.init)
  }

  /// What is to be told of samples that come by and by, until there are no more.
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
