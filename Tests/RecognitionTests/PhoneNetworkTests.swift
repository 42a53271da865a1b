import Testing
import TilawaBase
import TilawaQuran
import TilawaSound
import TilawaTestSupport

@testable import TilawaRecognition

@Suite struct PhoneNetworkTests {
  private static let count = 1300

  private let features: SpeechFeatures = {
    var random = SplitMix64(state: 3)
    let values = (0..<Self.count * SpeechFeatures.dimensions).map { _ in
      4 * Float(random.next() >> 40) / Float(1 << 24) - 2
    }
    return SpeechFeatures(
      values: values, isLoud: [Bool](repeating: true, count: Self.count), power: [],
      duration: Milliseconds(Int64(Self.count) * 20))
  }()

  @Test func theOneThatShipsKnowsAllPhones() throws {
    let network = try #require(PhoneNetwork.shipped)
    let rows = network.logLikelihoods(features, of: 0..<40)
    #expect(rows.count == PhoneNetwork.classes * 40)
    #expect(rows.allSatisfy { $0.isFinite })
  }

  @Test func otherThingsHaveARowThatCosts() {
    func scores(_ cost: Float?) -> (rows: Int, table: [Float]) {
      let scores = PhoneScores(.shipped, features, scale: .followed, fillerCost: cost)
      return (scores.rows, scores.scores(of: 100..<140))
    }
    let (without, dear) = (scores(nil), scores(1.2))
    #expect(without.rows == PhoneNetwork.classes && dear.rows == StateChain.Rows.phones.filler + 1)
    #expect(Array(dear.table.prefix(without.table.count)) == without.table)
    let others = dear.table.suffix(40)
    #expect(others.count == 40 && others.allSatisfy { $0 < 0 && $0 >= PhoneScores.Scale.followed.least })
  }

  @Test func aFrameIsTheSameWhateverElseIsAskedFor() throws {
    let network = try #require(PhoneNetwork.shipped)
    let whole = network.logLikelihoods(features, of: 0..<Self.count)
    for part in [0..<1, 490..<510, 700..<701, Self.count - 3..<Self.count] {
      let rows = network.logLikelihoods(features, of: part)
      for row in 0..<PhoneNetwork.classes {
        for (index, frame) in part.enumerated() {
          #expect(rows[row * part.count + index] == whole[row * Self.count + frame])
        }
      }
    }
  }

  @Test func textsThatAreNoTableAreRefused() throws {
    let text = String(describing: ShippedNetwork.text)
    // What is expected is said in a word: a network that is printed is long.
    func isRead(_ text: String) -> Bool { PhoneNetwork(text: text) != nil }
    #expect(isRead(text))
    let first = try #require(text.split(separator: "\n").first { $0.hasPrefix("layer ") })
    let words = try first.split(separator: " ").dropFirst().map { try #require(Int($0)) }
    func withLayer(outputs: Int, inputs: Int) -> String {
      text.replacing(first, with: "layer \(outputs) \(inputs) \(words[2]) \(words[3])", maxReplacements: 1)
    }
    #expect(isRead(withLayer(outputs: words[0], inputs: words[1])))
    let broken = [
      "", "tilawa-network 2\n" + text, withLayer(outputs: words[0], inputs: words[1] - 1),
      withLayer(outputs: words[0] - 1, inputs: words[1]),
      text.replacing("output _ ", with: "output ! "),
      text.replacing("output y ", with: "output x "), text + "layer 4 32 1 1\n",
      String(text.prefix(text.utf8.count / 2)),
    ]
    for (number, text) in broken.enumerated() { #expect(!isRead(text), "\(number)") }
  }

  /// A recording's phones have scores of at most 0, and one of them is the best.
  @Test func scoresAreAgainstTheBest() {
    for model in [AcousticModel.shipped, AcousticModel.shipped.withNetwork(nil)] {
      let scores = PhoneScores(model, features)
      let rows = scores.scores(of: 10..<30)
      for frame in 0..<20 {
        let own = (0..<scores.rows).map { rows[$0 * 20 + frame] }
        #expect(own.max() == 0 && own.allSatisfy { $0 >= -3 })
      }
    }
  }

  /// Where something else is heard only silence may be.
  @Test func nothingIsHeardInWhatIsSilent() {
    let scores = PhoneScores(.shipped, features, silent: [12..<15, 28..<40]).scores(of: 10..<30)
    let heard = PhoneScores(.shipped, features).scores(of: 10..<30)
    for row in 0..<PhoneNetwork.classes {
      for frame in 0..<20 {
        let isSilent = (2..<5).contains(frame) || frame >= 18
        let expected = isSilent ? row == 0 ? 0 : FrameScores.ruledOut : heard[row * 20 + frame]
        #expect(scores[row * 20 + frame] == expected)
      }
    }
  }

  /// A chain looks its sounds up in the rows of phones, as the words have them.
  @Test func chainsOfPhonesAreOfTheirRows() {
    let words = AyahSounds.basmalah
    let chain = StateChain([StateChain.Item(words: words)], rows: .phones)
    let phones = words.flatMap(\.phones).map { Int($0.rawValue) }
    #expect(chain.states.filter(\.isSound).map(\.emission) == phones)
    let classes = words.flatMap(\.sounds).map(\.phone.rawValue)
    #expect(StateChain([StateChain.Item(words: words)]).states.filter(\.isSound).map(\.emission) == classes)
  }

  /// Every phone has a letter, which is read as that phone, and the class of its sound.
  @Test func lettersNamePhones() {
    for phone in AyahSounds.Phone.allCases {
      #expect(phone.letter.asciiValue.flatMap(AyahSounds.phone(ofLetter:)) == phone)
    }
  }
}
