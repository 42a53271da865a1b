import TilawaBase
import TilawaSound

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The reason why a text is not a table of an acoustic model, and the line.
public struct AcousticModelFault: Error, Hashable, Sendable {
  /// From 1.
  public let line: Int
  /// The fault, and what should be there instead.
  public let message: String
}

// A table of a sound model, version 2, is plain text:
//
//   tilawa-sound-model 2
//   name my reciters                       (to the end of the line; may be missing)
//   source 12 recordings of 3 reciters     (the same)
//   duration CLASS MEDIAN SPREAD           one for each of a A M Z F n N s h z t b r: seconds at tempo 1, and the
//                                          standard deviation of the logarithm
//   layer OUTPUTS INPUTS TAPS DISTANCE KIND   each layer of the network, of the kinds of `PhoneNetwork.Layer`, and
//     BIAS SCALE WEIGHTS                   for each of its outputs, one or more on a line, a character a weight, by input and
//                                          tap: P is 0, Q is 1, O is -1 times the scale, and so on
//   output CLASS SHARE                     what each output of the last layer speaks for, and how often that is heard: _ is
//                                          silence, the others are letters as tables of `AyahSounds` have them
//
// Words are separated by white space. What follows a # at the beginning of a line is a comment. Lines of the network come last.
extension AcousticModel {
  /// The model that comes with the program.
  public static let shipped = {
    // The table is our own, and a test reads it: nothing of a user's is lost here.
    do { return try AcousticModel(text: ShippedModel.text) } catch {
      return AcousticModel(medians: [], spreads: [], network: PhoneNetwork())
    }
  }()

  /// The version of tables that are read and written.
  private static let version = 2

  /// Reads a table.
  public init(text: String) throws(AcousticModelFault) {
    var reader = Reader()
    var number = 0
    for line in text.lines {
      number += 1
      let words = line.words
      if words.first?.utf8.first == UInt8(ascii: "#"), reader.network.isClosed { continue }
      try reader.read(words, number)
    }
    self = try reader.model(lines: number)
  }

  /// The table, with four significant digits of each length: enough for marks to be the same.
  public var text: String {
    var lines = ["tilawa-sound-model \(Self.version)"]
    if !name.isEmpty { lines.append("name \(name)") }
    if !source.isEmpty { lines.append("source \(source)") }
    for length in DurationClass.allCases where medians.indices.contains(length.rawValue) {
      let (median, spread) = (medians[length.rawValue], spreads[length.rawValue])
      lines.append("duration \(length.letter) \(Self.short(median)) \(Self.short(spread))")
    }
    return (lines + network.lines).joined(separator: "\n") + "\n"
  }

  private static func short(_ value: Double) -> String {
    guard value != 0, value.isFinite else { return "0" }
    let scale = pow(10, 3 - floor(log10(abs(value))))
    let rounded = (value * scale).rounded() / scale
    return rounded == rounded.rounded() && abs(rounded) < 1e6 ? "\(Int(rounded))" : "\(rounded)"
  }

  private struct Reader {
    private var hasHead = false
    private var name = ""
    private var source = ""
    private var lengths: [DurationClass: (median: Double, spread: Double)] = [:]
    private(set) var network = PhoneNetwork.Reader()

    mutating func read(_ words: [Substring], _ number: Int) throws(AcousticModelFault) {
      guard let key = words.first else { return }
      func fault(_ message: String) -> AcousticModelFault {
        AcousticModelFault(line: number, message: message)
      }
      guard hasHead else {
        guard key == "tilawa-sound-model", words.count == 2 else {
          throw fault("not a sound model, which begins with \"tilawa-sound-model \(version)\"")
        }
        guard words[1] == "\(version)" else {
          throw fault(
            "sound model version \"\(words[1])\" is not supported (expected \(version)); learn it again")
        }
        hasHead = true
        return
      }
      guard network.isClosed else { return try network.readWeights(words, number) }
      let rest = words.dropFirst().joined(separator: " ")
      switch key {
      case "name": name = rest
      case "source": source = rest
      case "duration":
        guard words.count == 4,
          let length = DurationClass.allCases.first(where: { words[1] == "\($0.letter)" })
        else {
          throw fault(
            "invalid duration \"\(rest)\" (expected a class, one of aAMZFnNshztbr, a median and a spread)")
        }
        guard let median = Double(words[2]), (0.005...20).contains(median), let spread = Double(words[3]),
          (0.05...3).contains(spread)
        else {
          throw fault("\"\(rest)\" is out of range: a median is 0.005 to 20 seconds, a spread 0.05 to 3")
        }
        guard lengths[length] == nil else { throw fault("duration \(length.letter) is given twice") }
        lengths[length] = (median, spread)
      case "layer": try network.readLayer(words, number)
      case "output": try network.readOutput(words, number)
      default:
        throw fault("\"\(key)\" is not one of name, source, duration, layer and output")
      }
    }

    func model(lines: Int) throws(AcousticModelFault) -> AcousticModel {
      guard hasHead else {
        throw AcousticModelFault(
          line: 1, message: "not a sound model, which begins with \"tilawa-sound-model \(version)\"")
      }
      let missing = DurationClass.allCases.filter { lengths[$0] == nil }.map { "\($0.letter)" }
      guard missing.isEmpty else {
        throw AcousticModelFault(
          line: lines, message: "duration \(missing.joined(separator: ", ")) is missing")
      }
      var model = AcousticModel(
        medians: DurationClass.allCases.map { lengths[$0]?.median ?? 0.1 },
        spreads: DurationClass.allCases.map { lengths[$0]?.spread ?? 0.5 },
        network: try network.network(lines: lines))
      model.name = name
      model.source = source
      return model
    }
  }
}
