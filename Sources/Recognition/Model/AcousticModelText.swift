import TilawaBase
import TilawaSound

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why a text is no table of a sound model, and in which line.
public struct AcousticModelFault: Error, Hashable, Sendable {
  /// From 1.
  public let line: Int
  /// What is, what should be.
  public let message: String
}

// A table of a sound model, version 1, is plain text:
//
//   tilawa-sound-model 1
//   name my reciters                       (to the end of the line; may be missing)
//   source 12 recordings of 3 reciters     (the same)
//   duration CLASS MEDIAN SPREAD           one for each of a A M Z F n N s h z t b r: seconds at tempo 1, and the
//                                          standard deviation of the logarithm
//   component CLASS WEIGHT                 up to 64 for each of _ a n s h z t b r (_ is silence); followed by 28 means
//     NUMBER …                             and 28 variances in the order of `SpeechFeatures`, in lines of any length
//
// Numbers are separated by white space. What follows a # is a comment. The order of lines is free but for the first.
extension AcousticModel {
  /// The model that comes with the program.
  public static let shipped =
    (try? AcousticModel(text: String(describing: ShippedModel.text)))
    ?? AcousticModel(mixtures: PhoneClass.allCases.map { _ in Mixture() }, medians: [], spreads: [])

  /// The version of tables that are read and written.
  private static let version = 1
  private static let mostComponents = 64

  /// Reads a table.
  public init(text: String) throws(AcousticModelFault) {
    var reader = Reader()
    var number = 0
    for line in text.lines {
      number += 1
      try reader.read(line.fields(by: "#", atMost: 2)[0], number)
    }
    self = try reader.model(lines: number)
  }

  /// The table, with four significant digits of each number: enough for marks to be the same.
  public var text: String {
    var lines = ["tilawa-sound-model \(Self.version)"]
    if !name.isEmpty { lines.append("name \(name)") }
    if !source.isEmpty { lines.append("source \(source)") }
    for length in DurationClass.allCases {
      let (median, spread) = (medians[length.rawValue], spreads[length.rawValue])
      lines.append("duration \(length.letter) \(Self.short(median)) \(Self.short(spread))")
    }
    for sound in PhoneClass.allCases {
      let mixture = mixtures[sound.rawValue]
      for index in mixture.weights.indices {
        lines.append("component \(sound.letter) \(Self.short(Double(mixture.weights[index])))")
        for row in [mixture.means[index], mixture.variances[index]] {
          var line = " "
          for value in row {
            let word = Self.short(Double(value))
            if line.utf8.count + word.utf8.count > 100 {
              lines.append(line)
              line = " "
            }
            line += " " + word
          }
          lines.append(line)
        }
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func short(_ value: Double) -> String {
    guard value != 0, value.isFinite else { return "0" }
    let scale = pow(10, 3 - floor(log10(abs(value))))
    let rounded = (value * scale).rounded() / scale
    return rounded == rounded.rounded() && abs(rounded) < 1e6 ? "\(Int(rounded))" : "\(rounded)"
  }
}

extension AcousticModel {
  private struct Reader {
    private var hasHead = false
    private var name = ""
    private var source = ""
    private var lengths: [DurationClass: (median: Double, spread: Double)] = [:]
    private var mixtures = PhoneClass.allCases.map { _ in Mixture() }
    /// The component whose numbers are being read.
    private var open: (sound: PhoneClass, weight: Float, line: Int, numbers: [Float])?

    mutating func read(_ line: Substring, _ number: Int) throws(AcousticModelFault) {
      let words = line.words
      guard let key = words.first else { return }
      func fault(_ message: String) -> AcousticModelFault {
        AcousticModelFault(line: number, message: message)
      }
      guard hasHead else {
        guard key == "tilawa-sound-model", words.count == 2 else {
          throw fault("no table of a sound model, which begins with \"tilawa-sound-model \(version)\"")
        }
        guard words[1] == "\(version)" else {
          throw fault(
            "a table of version \"\(words[1])\"; this program reads version \(version), so learn it again")
        }
        hasHead = true
        return
      }
      if open != nil, key.unicodeScalars.first.map({ !$0.properties.isAlphabetic }) ?? false {
        for word in words { try addNumber(word, number) }
        return
      }
      try endComponent(before: number)
      let rest = words.dropFirst().joined(separator: " ")
      switch key {
      case "name": name = rest
      case "source": source = rest
      case "duration":
        guard words.count == 4,
          let length = DurationClass.allCases.first(where: { words[1] == "\($0.letter)" })
        else {
          throw fault("\"\(rest)\" should be a class (one of aAMZFnNshztbr), a median and a spread")
        }
        guard let median = Double(words[2]), (0.005...20).contains(median), let spread = Double(words[3]),
          (0.05...3).contains(spread)
        else {
          throw fault("\"\(rest)\": a median is 0.005 to 20 seconds, a spread 0.05 to 3")
        }
        guard lengths[length] == nil else { throw fault("duration \(length.letter) is given twice") }
        lengths[length] = (median, spread)
      case "component":
        guard words.count == 3, let sound = PhoneClass.allCases.first(where: { words[1] == "\($0.letter)" })
        else {
          throw fault("\"\(rest)\" should be a class (one of _anshztbr) and a weight")
        }
        guard let weight = Float(words[2]), weight > 0, weight <= 1.001 else {
          throw fault("\"\(words[2])\" is no weight, which is above 0 and at most 1")
        }
        guard mixtures[sound.rawValue].weights.count < mostComponents else {
          throw fault("more than \(mostComponents) components of \(sound.letter)")
        }
        open = (sound, weight, number, [])
      default:
        throw fault("\"\(key)\" is none of name, source, duration and component")
      }
    }

    private mutating func addNumber(_ word: Substring, _ line: Int) throws(AcousticModelFault) {
      guard var component = open else { return }
      open = nil
      guard let value = Float(word), value.isFinite, abs(value) < 1e6 else {
        throw AcousticModelFault(line: line, message: "\"\(word)\" is no number")
      }
      let dimensions = SpeechFeatures.dimensions
      if component.numbers.count >= dimensions, value <= 0 {
        throw AcousticModelFault(line: line, message: "\"\(word)\" is no variance, which is above 0")
      }
      component.numbers.append(value)
      guard component.numbers.count <= 2 * dimensions else {
        throw AcousticModelFault(
          line: line, message: "a component has \(2 * dimensions) numbers, and here are more")
      }
      open = component
    }

    private mutating func endComponent(before line: Int) throws(AcousticModelFault) {
      guard let component = open else { return }
      open = nil
      let dimensions = SpeechFeatures.dimensions
      guard component.numbers.count == 2 * dimensions else {
        throw AcousticModelFault(
          line: component.line,
          message: "this component has \(component.numbers.count) numbers, not \(2 * dimensions)")
      }
      mixtures[component.sound.rawValue].weights.append(component.weight)
      mixtures[component.sound.rawValue].means.append(Array(component.numbers[..<dimensions]))
      mixtures[component.sound.rawValue].variances.append(Array(component.numbers[dimensions...]))
    }

    private static func rounded(_ value: Float) -> Double { (Double(value) * 1000).rounded() / 1000 }

    mutating func model(lines: Int) throws(AcousticModelFault) -> AcousticModel {
      guard hasHead else {
        throw AcousticModelFault(
          line: 1, message: "no table of a sound model, which begins with \"tilawa-sound-model \(version)\"")
      }
      try endComponent(before: lines)
      let missing = DurationClass.allCases.filter { lengths[$0] == nil }.map { "\($0.letter)" }
      guard missing.isEmpty else {
        throw AcousticModelFault(
          line: lines, message: "duration \(missing.joined(separator: ", ")) is missing")
      }
      for sound in PhoneClass.allCases {
        let total = mixtures[sound.rawValue].weights.reduce(0, +)
        guard total > 0 else {
          throw AcousticModelFault(line: lines, message: "class \(sound.letter) has no component")
        }
        guard abs(total - 1) < 0.02 else {
          throw AcousticModelFault(
            line: lines, message: "the weights of class \(sound.letter) sum to \(Self.rounded(total)), not 1")
        }
      }
      var model = AcousticModel(
        mixtures: mixtures, medians: DurationClass.allCases.map { lengths[$0]?.median ?? 0.1 },
        spreads: DurationClass.allCases.map { lengths[$0]?.spread ?? 0.5 })
      model.name = name
      model.source = source
      return model
    }
  }
}
