/// A grammar in the ABNF of RFC 5234, with the `%s"..."` of RFC 7405. It makes and matches sentences.
public struct ABNF: Sendable {
  indirect enum Element: Sendable {
    case choice([Element])
    case sequence([Element])
    case range(ClosedRange<UInt32>)
    case text([UInt32], matchesCase: Bool)
    case repeated(Element, ClosedRange<Int>)
    case rule(String)
    /// A rule by its place among all rules, which is quicker to find.
    case known(Int)
  }

  /// An error in a grammar.
  public struct Fault: Error, CustomStringConvertible {
    /// The error in words.
    public let description: String
  }

  private var rules: [String: Element] = [:]
  /// The place of each rule in `bodies`.
  private var places: [String: Int] = [:]
  private var bodies: [Element] = []
  /// The rules that the text defines, in its order.
  public private(set) var names: [String] = []

  /// Reads a grammar; a name that is used and not defined, or defined twice, is a fault.
  public init(_ text: String) throws {
    for (name, body) in try Self.definitions(Self.core) { rules[name] = body }
    for (name, body) in try Self.definitions(text) {
      guard rules.updateValue(body, forKey: name) == nil else {
        throw Fault(description: "\(name) is defined twice")
      }
      names.append(name)
    }
    let unknown = names.flatMap { uses(of: $0) }.filter { rules[$0] == nil }
    guard unknown.isEmpty else { throw Fault(description: "not defined: \(unknown)") }
    for (place, name) in rules.keys.sorted().enumerated() { places[name] = place }
    bodies = rules.sorted { $0.key < $1.key }.map { linked($0.value) }
  }

  private func linked(_ element: Element) -> Element {
    switch element {
    case .choice(let parts): .choice(parts.map(linked))
    case .sequence(let parts): .sequence(parts.map(linked))
    case .repeated(let part, let count): .repeated(linked(part), count)
    case .rule(let name): places[name].map(Element.known) ?? element
    case .range, .text, .known: element
    }
  }

  /// Appendix B.1 of RFC 5234, as far as it is needed.
  private static let core = """
    ALPHA = %x41-5A / %x61-7A
    DIGIT = %x30-39
    HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"
    SP = %x20
    HTAB = %x09
    CR = %x0D
    LF = %x0A
    CRLF = CR LF
    DQUOTE = %x22
    """

  /// All rules that `roots` lead to, themselves included.
  public func reachable(from roots: some Sequence<String>) -> Set<String> {
    var found: Set<String> = []
    var open = Array(roots)
    while let name = open.popLast() {
      if found.insert(name).inserted { open += uses(of: name) }
    }
    return found
  }

  private func uses(of name: String) -> [String] {
    func uses(_ element: Element) -> [String] {
      switch element {
      case .choice(let parts), .sequence(let parts): parts.flatMap(uses)
      case .repeated(let part, _): uses(part)
      case .rule(let name): [name]
      case .range, .text, .known: []
      }
    }
    return rules[name].map(uses) ?? []
  }

  // MARK: Sentences

  /// A sentence of a rule; what may be repeated without end is repeated a few times.
  public func sentence(of name: String, _ numbers: inout SplitMix64) -> String {
    var scalars = String.UnicodeScalarView()
    var depth = 0
    append(.rule(name), to: &scalars, &numbers, &depth)
    return String(scalars)
  }

  private func append(
    _ element: Element, to scalars: inout String.UnicodeScalarView, _ numbers: inout SplitMix64,
    _ depth: inout Int
  ) {
    switch element {
    case .choice(let parts):
      // Rules that hold themselves end: their first choices don't.
      let choices = depth > 24 ? parts.prefix(1) : parts[...]
      append(choices.randomElement(using: &numbers) ?? parts[0], to: &scalars, &numbers, &depth)
    case .sequence(let parts): for part in parts { append(part, to: &scalars, &numbers, &depth) }
    case .range(let range):
      let end = UInt32.random(in: 0..<4, using: &numbers)
      let value =
        end == 0 ? range.lowerBound : end == 1 ? range.upperBound : .random(in: range, using: &numbers)
      scalars.append(Unicode.Scalar(value) ?? "?")
    case .text(let text, let matchesCase):
      for value in text {
        let isLetter = (0x41...0x5A).contains(value & ~0x20)
        let flips = !matchesCase && isLetter && Bool.random(using: &numbers)
        scalars.append(Unicode.Scalar(flips ? value ^ 0x20 : value) ?? "?")
      }
    case .repeated(let part, let count):
      let goesFar = count.upperBound < 1000 && Int.random(in: 0..<16, using: &numbers) == 0
      let most = goesFar ? count.upperBound : min(count.upperBound, count.lowerBound + (depth > 24 ? 0 : 4))
      for _ in 0..<Int.random(in: count.lowerBound...most, using: &numbers) {
        append(part, to: &scalars, &numbers, &depth)
      }
    case .rule(let name):
      depth += 1
      if let body = rules[name] { append(body, to: &scalars, &numbers, &depth) }
      depth -= 1
    case .known(let place): append(bodies[place], to: &scalars, &numbers, &depth)
    }
  }

  // MARK: Recognition

  /// Returns true if a rule matches the whole of a text.
  public func matches(_ text: String, _ name: String) -> Bool {
    let scalars = text.unicodeScalars.map(\.value)
    guard let place = places[name] else { return false }
    var known: [Int: [Int]] = [:]
    return ends(of: .known(place), scalars, 0, &known).contains(scalars.count)
  }

  /// Returns true if a rule matches a part of a text.
  public func isIn(_ text: String, _ name: String) -> Bool {
    let scalars = text.unicodeScalars.map(\.value)
    guard let place = places[name] else { return false }
    var known: [Int: [Int]] = [:]
    return scalars.indices.contains { !ends(of: .known(place), scalars, $0, &known).isEmpty }
  }

  /// Returns the places at which the element may end if it begins at `start`.
  private func ends(
    of element: Element, _ text: [UInt32], _ start: Int, _ known: inout [Int: [Int]]
  ) -> [Int] {
    switch element {
    case .range(let range): return start < text.count && range.contains(text[start]) ? [start + 1] : []
    case .text(let wanted, let matchesCase):
      guard start + wanted.count <= text.count else { return [] }
      for (offset, value) in wanted.enumerated() {
        let found = text[start + offset]
        let isLetter = !matchesCase && (0x41...0x5A).contains(value & ~0x20)
        guard found == value || isLetter && found == value ^ 0x20 else { return [] }
      }
      return [start + wanted.count]
    case .choice(let parts):
      return merged(parts.map { ends(of: $0, text, start, &known) })
    case .sequence(let parts):
      var open = [start]
      for part in parts where !open.isEmpty { open = merged(open.map { ends(of: part, text, $0, &known) }) }
      return open
    case .repeated(let part, let count):
      var open = [start]
      var found = count.lowerBound == 0 ? open : []
      var round = 0
      while round < count.upperBound, !open.isEmpty {
        round += 1
        open = merged(open.map { ends(of: part, text, $0, &known) })
        if round > count.lowerBound { open.removeAll { found.contains($0) } }
        if round >= count.lowerBound { found += open }
      }
      return found
    case .rule: return []
    case .known(let place):
      let body = bodies[place]
      if case .range = body { return ends(of: body, text, start, &known) }
      let key = place * (text.count + 1) + start
      if let ends = known[key] { return ends }
      let found = ends(of: body, text, start, &known)
      known[key] = found
      return found
    }
  }

  private func merged(_ lists: [[Int]]) -> [Int] {
    lists.count == 1 ? lists[0] : Array(Set(lists.joined()))
  }
}

// MARK: Reading a grammar

extension ABNF {
  private static func definitions(_ text: String) throws -> [(String, Element)] {
    var lines: [String] = []
    for line in text.split(separator: "\n") where !line.hasPrefix(";") {
      if line.first == " ", let last = lines.indices.last {
        lines[last] += "\n" + line
      } else {
        lines.append(String(line))
      }
    }
    return try lines.map { line in
      var reader = Reader(text: Array(line.unicodeScalars)[...])
      return try reader.definition()
    }
  }

  private struct Reader {
    var text: ArraySlice<Unicode.Scalar>

    mutating func definition() throws -> (String, Element) {
      let name = word()
      skipBlanks()
      guard !name.isEmpty, take("=") else { throw fault() }
      let body = try choice()
      guard text.isEmpty else { throw fault() }
      return (name, body)
    }

    private mutating func choice() throws -> Element {
      var parts = [try sequence()]
      while take("/") { parts.append(try sequence()) }
      return parts.count == 1 ? parts[0] : .choice(parts)
    }

    private mutating func sequence() throws -> Element {
      var parts: [Element] = []
      skipBlanks()
      while let next = text.first, !"/)]".unicodeScalars.contains(next) {
        parts.append(try repetition())
        skipBlanks()
      }
      guard !parts.isEmpty else { throw fault() }
      return parts.count == 1 ? parts[0] : .sequence(parts)
    }

    private mutating func repetition() throws -> Element {
      let least = number(10)
      if take("*") {
        let most = number(10)
        return .repeated(try element(), Int(least ?? 0)...Int(most ?? 10_000))
      }
      return try least.map { .repeated(try element(), Int($0)...Int($0)) } ?? element()
    }

    private mutating func element() throws -> Element {
      if take("(") { return try closed(by: ")") }
      if take("[") { return .repeated(try closed(by: "]"), 0...1) }
      if take("\"") { return try quoted(matchesCase: false) }
      if take("%") {
        if take("s") {
          guard take("\"") else { throw fault() }
          return try quoted(matchesCase: true)
        }
        guard take("x"), let low = number(16) else { throw fault() }
        guard take("-") else { return .range(low...low) }
        guard let high = number(16), low <= high else { throw fault() }
        return .range(low...high)
      }
      let name = word()
      guard !name.isEmpty else { throw fault() }
      return .rule(name)
    }

    private mutating func closed(by end: Unicode.Scalar) throws -> Element {
      let body = try choice()
      guard take(end) else { throw fault() }
      return body
    }

    private mutating func quoted(matchesCase: Bool) throws -> Element {
      let inside = text.prefix { $0 != "\"" }
      text = text.dropFirst(inside.count)
      guard take("\"") else { throw fault() }
      return .text(inside.map(\.value), matchesCase: matchesCase)
    }

    private mutating func number(_ radix: Int) -> UInt32? {
      let digits = text.prefix {
        Character($0).isASCII && Character($0).hexDigitValue.map { $0 < radix } ?? false
      }
      text = text.dropFirst(digits.count)
      return UInt32(String(String.UnicodeScalarView(digits)), radix: radix)
    }

    private mutating func word() -> String {
      let letters = text.prefix {
        $0.isASCII && ($0.properties.isAlphabetic || $0 == "-" || ("0"..."9").contains($0))
      }
      text = text.dropFirst(letters.count)
      return String(String.UnicodeScalarView(letters))
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
      guard text.first == scalar else { return false }
      text = text.dropFirst()
      return true
    }

    private mutating func skipBlanks() {
      while let first = text.first {
        if first == ";" {
          text = text.drop { $0 != "\n" }
        } else if first == " " || first == "\n" {
          text = text.dropFirst()
        } else {
          return
        }
      }
    }

    private func fault() -> Fault {
      Fault(description: "no ABNF: " + String(String.UnicodeScalarView(text.prefix(60))))
    }
  }
}
