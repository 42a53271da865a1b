/// A reader, or a piece of work, that must accept any bytes and return, and the conditions that must then be
/// true.
struct FuzzTarget: Sendable {
  /// The name that `Tests/Trials/hostile/fuzz` uses, and the folder of its kept inputs in `Kept/`.
  let name: String
  /// True if its inputs are text, so that lines and words of the format may be inserted.
  let isText: Bool
  /// Reads the bytes. Throws a ``FuzzFinding`` if a condition is false.
  let run: @Sendable ([UInt8]) throws -> Void

  init(_ name: String, isText: Bool = true, run: @escaping @Sendable ([UInt8]) throws -> Void) {
    self.name = name
    self.isText = isText
    self.run = run
  }

  /// Every target; one is chosen by its name.
  static let all: [FuzzTarget] = [
    .yaml, .rows, .documents, .bundles, .editor, .merge, .diff, .exchange, .published, .archives, .audio,
    .messages, .session, .texts, .model, .words,
  ]
}

/// A false condition, in words, with the input that shows it.
struct FuzzFinding: Error, CustomStringConvertible {
  let description: String
}

/// Throws unless `condition` is true.
func demand(_ condition: Bool, _ told: @autoclosure () -> String) throws {
  if !condition { throw FuzzFinding(description: told()) }
}

/// The bytes as text for people.
func shown(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self).debugDescription }

/// An input of several texts: each begins behind a line `=== NAME`.
struct InputParts {
  /// The text before the first such line.
  private(set) var head: [UInt8] = []
  private(set) var parts: [(name: String, bytes: [UInt8])] = []

  init(_ input: [UInt8]) {
    var start = input.startIndex
    while start < input.endIndex {
      let end = input[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? input.endIndex
      let line = input[start..<end]
      if line.starts(with: "=== ".utf8) {
        let name = String(decoding: line.dropFirst(4).prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
        parts.append((name, []))
      } else if parts.isEmpty {
        head += line
      } else {
        parts[parts.count - 1].bytes += line
      }
      start = end
    }
  }

  /// The part of that name; nil when there is none.
  subscript(name: String) -> [UInt8]? { parts.last { $0.name == name }?.bytes }
}

/// Numbers that follow from an input, so that the same input always means the same.
struct InputNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(_ input: [UInt8]) {
    state = input.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number from 0 up to, but not including, `limit`; 0 if `limit` is below 2.
  mutating func below(_ limit: Int) -> Int { limit < 2 ? 0 : Int(next() % UInt64(limit)) }
}
