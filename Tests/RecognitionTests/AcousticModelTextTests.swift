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
    #expect(!model.name.isEmpty && !model.source.isEmpty)
    #expect(model.mixtures.allSatisfy { $0.weights.count >= 8 })
    #expect(model.medians.count == AcousticModel.DurationClass.allCases.count)
  }

  @Test func whatIsWrittenIsReadTheSame() throws {
    let text = AcousticModel.shipped.text
    let model = try AcousticModel(text: text)
    #expect(model.text == text)
    #expect(model.name == AcousticModel.shipped.name && model.source == AcousticModel.shipped.source)
    for (read, written) in zip(model.mixtures, AcousticModel.shipped.mixtures) {
      for (a, b) in zip(read.means.joined(), written.means.joined()) { #expect(abs(a - b) <= 1e-3 * abs(b)) }
    }
    let commented = "# mine\r\n\n" + text.replacing("\n", with: "\t# so\r\n")
    #expect(try AcousticModel(text: commented).text == text)
  }

  @Test func faultsAreToldByLine() {
    let text = AcousticModel.shipped.text
    #expect(fault("") == "1: no table of a sound model, which begins with \"tilawa-sound-model 1\"")
    #expect(fault("a: 1\n")?.hasPrefix("1: no table") == true)
    #expect(
      fault("tilawa-sound-model 9\n")
        == "1: a table of version \"9\"; this program reads version 1, so learn it again")
    let head = "tilawa-sound-model 1\n"
    #expect(fault(head + "size 3\n") == "2: \"size\" is none of name, source, duration and component")
    #expect(fault(head + "\nduration q 1 1\n")?.hasPrefix("3: \"q 1 1\" should be a class") == true)
    #expect(
      fault(head + "duration a 0 0.5\n")
        == "2: \"a 0 0.5\": a median is 0.005 to 20 seconds, a spread 0.05 to 3")
    #expect(fault(head + "duration a .1 .5\nduration a .1 .5\n") == "3: duration a is given twice")
    #expect(fault(head + "component a 0\n") == "2: \"0\" is no weight, which is above 0 and at most 1")
    #expect(fault(head + "component a 1\n 1 2\n") == "2: this component has 2 numbers, not 56")
    #expect(fault(head + "component a 1\n 1 2x\n") == "3: \"2x\" is no number")
    #expect(fault(head + "component a 1\n 1 nan\nname b\n") != nil)
    let ones = String(repeating: " 1", count: 28)
    #expect(fault(head + "component a 1\n\(ones)\n -1\n") == "4: \"-1\" is no variance, which is above 0")
    #expect(
      fault(head + "component a 1\n\(ones)\n\(ones) 1\n")
        == "4: a component has 56 numbers, and here are more")
    #expect(
      fault(text.replacing("duration a", with: "# duration a"))?.hasSuffix("duration a is missing") == true)
    #expect(
      fault(head + text.split(separator: "\n").filter { $0.hasPrefix("duration") }.joined(separator: "\n"))?
        .hasSuffix("class _ has no component") == true)
    #expect(
      fault(text + "component r 0.5\n\(ones)\n\(ones)\n")?.contains("the weights of class r sum to 1.5")
        == true)
  }

  @Test func nothingThatIsCutOffCrashes() {
    let text = AcousticModel.shipped.text
    for length in stride(from: 0, to: text.utf8.count, by: 997) {
      #expect(fault(String(decoding: text.utf8.prefix(length), as: UTF8.self)) != nil)
    }
  }
}
