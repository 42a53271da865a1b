import Testing

@testable import TilawaRecognition

@Suite struct AcousticModelTextTests {
  private func fault(_ text: String) -> String? {
    do throws(AcousticModelFault) {
      _ = try AcousticModel(text: text)
      return nil
    } catch {
      return "\(error.line): \(error.message)"
    }
  }

  @Test func theShippedTableIsWhole() throws {
    let model = AcousticModel.shipped
    #expect(!model.name.isEmpty && !model.source.isEmpty && model.network.layers.count > 1)
    #expect(model.medians.count == AcousticModel.DurationClass.allCases.count)
  }

  @Test func whatIsWrittenIsReadTheSame() throws {
    let text = AcousticModel.shipped.text
    let model = try AcousticModel(text: text)
    #expect(model.text == text)
    #expect(model.name == AcousticModel.shipped.name && model.source == AcousticModel.shipped.source)
    #expect(model.network.layers.map(\.weights) == AcousticModel.shipped.network.layers.map(\.weights))
    let commented = "# mine\r\n\n" + text.replacing("\nduration", with: "\r\n# so\r\nduration")
    #expect(try AcousticModel(text: commented).text == text)
  }

  @Test func faultsAreToldByLine() throws {
    let text = AcousticModel.shipped.text
    #expect(fault("") == "1: not a sound model, which begins with \"tilawa-sound-model 2\"")
    #expect(fault("a: 1\n") == "1: not a sound model, which begins with \"tilawa-sound-model 2\"")
    #expect(
      fault("tilawa-sound-model 1\n")
        == "1: sound model version \"1\" is not supported (expected 2); learn it again")
    let head = "tilawa-sound-model 2\n"
    #expect(fault(head + "size 3\n") == "2: \"size\" is not one of name, source, duration, layer and output")
    #expect(
      fault(head + "\nduration q 1 1\n")
        == "3: invalid duration \"q 1 1\" (expected a class, one of aAMZFnNshztbr, a median and a spread)")
    #expect(
      fault(head + "duration a 0 0.5\n")
        == "2: \"a 0 0.5\" is out of range: a median is 0.005 to 20 seconds, a spread 0.05 to 3")
    #expect(fault(head + "duration a .1 .5\nduration a .1 .5\n") == "3: duration a is given twice")
    #expect(
      fault(head + "layer 4 28 1 1\n")
        == "2: invalid layer \"layer 4 28 1 1\" (expected layer OUTPUTS INPUTS TAPS DISTANCE KIND)")
    #expect(
      fault(head + "layer 3 28 1 1 linear\n")
        == "2: a layer of 28 inputs and 3 outputs does not fit the one before it")
    let row = "0.5 0.1 " + String(repeating: "P", count: 28)
    #expect(
      fault(head + "layer 4 28 1 1 linear\n\(row)P\n") == "3: expected a bias, a scale and 28 weights")
    for broken in [row.replacing("0.5", with: "nan"), row.replacing("0.1", with: "0"), "0.5 0.1"] {
      #expect(
        fault(head + "layer 4 28 1 1 linear\n\(broken)\n") == "3: expected a bias, a scale and 28 weights")
    }
    #expect(
      fault(head + "layer 4 28 1 1 linear\n\(row) \(row)\n\(row) \(row) \(row)\n")
        == "4: more rows of weights than the layer has outputs")
    let rows = String(repeating: row + "\n", count: 4)
    #expect(
      fault(head + "layer 4 28 1 1 linear\n\(rows)output ! 1\n")
        == "7: invalid output \"output ! 1\" (expected output CLASS SHARE, with a share above 0 and at most 1)"
    )
    #expect(
      fault(text.replacing("duration a", with: "# duration a"))?.hasSuffix("duration a is missing") == true)
    let last = try #require(text.split(separator: "\n").last)
    #expect(
      fault(text.replacing(last, with: ""))?.hasSuffix(
        "layers or outputs of the network are missing")
        == true)
  }

  @Test func nothingThatIsCutOffCrashes() {
    let text = AcousticModel.shipped.text
    for length in stride(from: 0, to: text.utf8.count, by: 9973) {
      #expect(fault(String(decoding: text.utf8.prefix(length), as: UTF8.self)) != nil)
    }
  }
}
