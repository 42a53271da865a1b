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

  @Test func theOneThatShipsKnowsAllPhones() {
    let network = AcousticModel.shipped.network
    let rows = network.logLikelihoods(features, of: 0..<40)
    #expect(rows.count == PhoneNetwork.classes * 40)
    #expect(rows.allSatisfy { $0.isFinite })
  }

  @Test func otherThingsHaveARowThatCosts() {
    func table(_ cost: Float) -> [Float] {
      PhoneScores(.shipped, features, fillerCost: cost).scores(of: 100..<140)
    }
    let (cheap, dear) = (table(0.5), table(1.2))
    #expect(cheap.count == 40 * PhoneScores.rows && cheap.dropLast(40) == dear.dropLast(40))
    for (less, more) in zip(cheap.suffix(40), dear.suffix(40)) {
      #expect(more < less && less <= 0 && more >= PhoneScores.Scale.stated.least)
    }
  }

  @Test func aFrameIsTheSameWhateverElseIsAskedFor() {
    let network = AcousticModel.shipped.network
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

  /// Factored layers against what they are defined as.
  @Test func aBlockAddsWhatTheLayerBeforeItWasGiven() throws {
    var random = SplitMix64(state: 11)
    func rows(_ outputs: Int, of count: Int) -> [[Int]] {
      (0..<outputs).map { _ in (0..<count).map { _ in Int(random.next() % 11) - 5 } }
    }
    let shapes = [
      (8, 28, 5, 1, "rectified"), (4, 8, 3, 2, "linear"), (8, 4, 1, 1, "block"), (32, 8, 1, 1, "linear"),
    ]
    let weights = shapes.map { rows($0.0, of: $0.1 * $0.2) }
    var lines = AcousticModel.shipped.text.split(separator: "\n").prefix { !$0.hasPrefix("layer") }.map(
      String.init)
    for (shape, rows) in zip(shapes, weights) {
      lines.append("layer \(shape.0) \(shape.1) \(shape.2) \(shape.3) \(shape.4)")
      // Letters count up from P, which is 0.
      lines += rows.map { row in
        "0.25 0.03125 " + String(String.UnicodeScalarView(row.compactMap { Unicode.Scalar(80 + $0) }))
      }
    }
    lines += "_aiuNmnsczfHxhpvGetkgbjdqlrwy".map { "output \($0) 0.03125" }
    let network = try AcousticModel(text: lines.joined(separator: "\n") + "\n").network

    let frames = 40..<60
    let all = features.values
    // By frame, as far as the layers look.
    var now = (frames.lowerBound - 4..<frames.upperBound + 4).map { t in
      (0..<28).map { all[$0 * Self.count + t] }
    }
    var before: [[Float]] = []
    for (shape, rows) in zip(shapes, weights) {
      let span = (shape.2 - 1) * shape.3
      var next = (0..<now.count - span).map { t in
        rows.map { row in
          row.enumerated().reduce(Float(0.25)) { sum, weight in
            sum + 0.03125 * Float(weight.element)
              * now[t + weight.offset % shape.2 * shape.3][weight.offset / shape.2]
          }
        }
      }
      if shape.4 != "linear" { next = next.map { $0.map { max($0, 0) } } }
      if shape.4 == "block" {
        let lost = (before.count - next.count) / 2
        next = next.indices.map { t in zip(next[t], before[t + lost]).map { $0 + $1 } }
      }
      (before, now) = (now, next)
    }
    let heard = network.logLikelihoods(features, of: frames)
    for (t, values) in now.enumerated() {
      for (output, letter) in "aiuNmnsczfHxhpvGetkgbjdqlrwy".utf8.enumerated() {
        let row = try #require(AyahSounds.phone(ofLetter: letter)).rawValue
        let difference = heard[Int(row) * frames.count + t] - heard[t]
        #expect(abs(difference - (values[output + 1] - values[0])) < 1e-3)
      }
    }
  }

  /// A recording's phones have scores of at most 0, and one of them is the best.
  @Test func scoresAreAgainstTheBest() {
    let rows = PhoneScores(.shipped, features, scale: .connected).scores(of: 10..<30)
    for frame in 0..<20 {
      let own = (0..<PhoneNetwork.classes).map { rows[$0 * 20 + frame] }
      #expect(own.max() == 0 && own.allSatisfy { $0 >= -3 })
    }
  }

  /// The network's output for a recording is kept for all of its stretches.
  @Test func stretchesOfARecordingAreHeardAsAllOfIt() throws {
    let spoken = try SpokenRecitation(AyahRange(Ayah(1, 1), Ayah(1, 7))).features()
    let network = AcousticModel.shipped.network
    let part = 101..<spoken.count - 37
    // In the other order, too: what is asked first is heard first.
    for asksPartFirst in [true, false] {
      let features = try SpokenRecitation(AyahRange(Ayah(1, 1), Ayah(1, 7))).features()
      let stretch = features.part(part)
      var ratios: [[Float]] = []
      for isPart in [asksPartFirst, !asksPartFirst] {
        ratios.append(
          isPart
            ? network.ratios(stretch, of: 0..<part.count) : network.ratios(features, of: 0..<features.count))
      }
      let (own, whole) = asksPartFirst ? (ratios[0], ratios[1]) : (ratios[1], ratios[0])
      for row in 0..<PhoneNetwork.classes {
        let all = whole[row * spoken.count..<(row + 1) * spoken.count]
        #expect(
          Array(own[row * part.count..<(row + 1) * part.count])
            == Array(all[all.startIndex + part.lowerBound..<all.startIndex + part.upperBound]))
      }
    }
  }

  /// Frames of silence allow no other sound.
  @Test func nothingIsHeardInWhatIsSilent() {
    let scores = PhoneScores(.shipped, features, silent: [12..<15, 28..<40]).scores(of: 10..<30)
    let heard = PhoneScores(.shipped, features).scores(of: 10..<30)
    for row in 0..<PhoneNetwork.classes {
      for frame in 0..<20 {
        let isSilent = (2..<5).contains(frame) || frame >= 18
        let expected = isSilent ? row == 0 ? 0 : PhoneScores.ruledOut : heard[row * 20 + frame]
        #expect(scores[row * 20 + frame] == expected)
      }
    }
  }

  /// A chain looks its sounds up in the rows of phones, as the words have them.
  @Test func chainsOfPhonesAreOfTheirRows() {
    let words = AyahSounds.basmalah
    let phones = words.flatMap(\.phones).map { Int($0.rawValue) }
    #expect(StateChain([StateChain.Item(words: words)]).states.filter(\.isSound).map(\.emission) == phones)
  }

  /// Every phone has a letter, which is read as that phone, and the class of its sound.
  @Test func lettersNamePhones() {
    for phone in AyahSounds.Phone.allCases {
      #expect(phone.letter.asciiValue.flatMap(AyahSounds.phone(ofLetter:)) == phone)
    }
  }
}
