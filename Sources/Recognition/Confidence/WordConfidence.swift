/// The agreement of searches about where a word begins.
///
/// There are three: the one that is believed, one that assumes a quicker reading and doesn't adapt to the
/// recording's sounds, and one that gives its sounds more weight.
public enum WordAgreement: Int, CaseIterable, Sendable {
  /// To 20 ms, to 100 ms, and less than that.
  case close, near, loose

  /// By the number of frames that the furthest lies off; nil when one of them doesn't find the word.
  init(_ frames: Int?) {
    self =
      switch frames ?? .max {
      case ...1: .close
      case ...5: .near
      default: .loose
      }
  }
}

/// The probability that a word begins where it was found, to a fifth of a second, by the agreement of
/// searches.
///
/// Few words are known whose times are exact, so there is a number for each agreement and nothing finer.
public struct WordConfidence: Sendable {
  /// The share of words that are right, by agreement.
  public let shares: [Double]

  /// Shares that were found before.
  init(shares: [Double]) { self.shares = shares }

  /// The shares that come with the program, as `Benchmarks words FOLDER --leave-reciter-out` printed them.
  ///
  /// They are from 106 words of six recordings of two reciters, found with models that were not trained on
  /// the reciter.
  public static let shipped = WordConfidence(shares: [0.902, 0.902, 0.826])

  /// A word is right that begins no further, in seconds, from where it truly does.
  public static let tolerance = 0.2

  /// Returns the probability that a word is right.
  public func probability(of agreement: WordAgreement) -> Double { shares[agreement.rawValue] }

  /// The number of words of each agreement as which the share of all words counts.
  private static let drawnBy = 10.0

  /// Shares among known words, drawn to that of all; closer agreement is never the worse for it.
  public init(fitting words: [(agreement: WordAgreement, isRight: Bool)]) {
    func share(_ words: [(agreement: WordAgreement, isRight: Bool)], drawnTo usual: Double) -> Double {
      (Double(words.count { $0.isRight }) + Self.drawnBy * usual) / (Double(words.count) + Self.drawnBy)
    }
    let usual = share(words, drawnTo: 0.5)
    var most = 1.0
    shares = WordAgreement.allCases.map { agreement in
      most = min(most, share(words.filter { $0.agreement == agreement }, drawnTo: usual))
      return most
    }
  }
}
