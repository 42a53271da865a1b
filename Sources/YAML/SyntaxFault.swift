import TilawaBase

/// libyaml's complaint in plain words, with a hint at what was most likely meant.
struct SyntaxFault {
  private let problem: String
  private let context: String
  private let place: Int
  private let origin: Int
  private let openBracket: Int?
  private let source: SourceText

  /// `openBracket` is the innermost bracket or brace that was open at the fault.
  init(
    problem: String, context: String?, at place: Int, from origin: Int, openBracket: Int?,
    in source: SourceText
  ) {
    self.openBracket = openBracket
    self.problem = problem
    self.context = context ?? ""
    self.place = place
    self.origin = context == nil ? place : origin
    self.source = source
  }

  var diagnostic: Diagnostic {
    if let found = unclosed ?? indentation ?? indicator { return found }
    return make("\(problem)\(context.isEmpty ? "" : " (\(context))")")
  }

  /// The colon in braces or brackets that has no key before it, if that is what stopped the reading.
  var colonWithoutKey: (place: Int, isInBraces: Bool)? {
    guard problem == "did not find expected node content", let openBracket, byte(place) == UInt8(ascii: ":")
    else { return nil }
    return (place, byte(openBracket) == UInt8(ascii: "{"))
  }

  // MARK: What was opened and not closed

  private var unclosed: Diagnostic? {
    let isAtEnd = problem == "did not find expected node content" && place >= source.bytes.count
    if problem.begins(with: "did not find expected ',' or") || isAtEnd, let origin = openBracket {
      let bracket = source.text(in: origin..<origin + 1)
      let closing = bracket == "{" ? "}" : "]"
      if place >= source.bytes.count {
        return make("\"\(bracket)\" is opened here and never closed", at: origin)
      }
      if line(of: place) != line(of: origin) {
        return make(
          "\"\(bracket)\" is opened here and not closed before line \(line(of: place)); write \"\(closing)\" at its "
            + "end, or a comma between its values",
          at: origin, note: "\"\(closing)\" or a comma is missing before this", place)
      }
      return make(
        "expected a comma or \"\(closing)\" here", note: "\"\(bracket)\" is opened here", origin)
    }
    if context.holds("quoted scalar") {
      let quote = source.text(in: origin..<origin + 1)
      switch problem {
      case "found unexpected end of stream", "found unexpected document indicator":
        return make("the quote \(quote) is opened here and never closed", at: origin)
      case "found unknown escape character":
        return make(
          "\"\(escape)\" is not an escape; write \"\\\\\" for a backslash, or use single quotes", length: 2)
      case _ where problem.holds("hexdecimal") || problem.holds("escape code"):
        return make("invalid escape; write 2, 4 or 8 hexadecimal digits after \\x, \\u or \\U")
      default:
        return nil
      }
    }
    return nil
  }

  private var escape: String {
    var end = min(place + 2, source.bytes.count)
    while end < source.bytes.count, source.bytes[end] & 0xC0 == 0x80 { end += 1 }
    return source.text(in: place..<end)
  }

  // MARK: What stands in the wrong column

  private var indentation: Diagnostic? {
    if let tab = tabThatIndents {
      return Diagnostic(
        YAMLRules.syntax, "tabs cannot indent YAML; use spaces", at: Place(source, tab..<tab + 1))
    }
    if problem == "did not find expected key", let stray { return stray }
    switch problem {
    case "could not find expected ':'":
      if let colon = colonWithoutSpace {
        return make("a space is missing after this colon", at: colon)
      }
      return make("this line has no \":\" after its key", at: origin)
    case "did not find expected key":
      if context.holds("flow mapping") { return nil }
      if followsValue {
        return make("unexpected text after the value; put the whole value in quotes")
      }
      return make(
        "this does not fit the mapping that begins at line \(line(of: origin)); check the indentation",
        note: "the mapping begins here", origin)
    case "did not find expected '-' indicator":
      return make(
        "this does not fit the list that begins at line \(line(of: origin)); its rows begin with \"- \", all "
          + "in one column",
        note: "the list begins here", origin)
    case "mapping values are not allowed in this context":
      return make(
        "unexpected colon; check the indentation, and put text that contains \": \" in quotes")
    case "block sequence entries are not allowed in this context":
      return make("a row (\"- \") is not allowed here; put it on its own line, below its key")
    case "mapping keys are not allowed in this context":
      return make("a key is not allowed here; put it on its own line")
    case "did not find expected <document start>":
      return make("unexpected text after the end of the value; check the indentation and the line above")
    default:
      return nil
    }
  }

  /// A diagnostic for a bracket, brace or colon that stands where a key should; nil for anything else.
  private var stray: Diagnostic? {
    switch byte(place) {
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      return make("this \"\(source.text(in: place..<place + 1))\" closes nothing; remove it")
    case UInt8(ascii: ":"):
      return Diagnostic(
        YAMLRules.keyNotText, "a key is missing before the colon", at: Place(source, place..<place + 1))
    default:
      return nil
    }
  }

  /// True if a closing quote, bracket or brace precedes the place on its line.
  private var followsValue: Bool {
    var index = min(place, source.bytes.count)
    while index > 0, byte(index - 1) == 0x20 || byte(index - 1) == 0x09 { index -= 1 }
    return index > 0 && "\"']}".utf8.contains(byte(index - 1))
  }

  private var tabThatIndents: Int? {
    if problem.holds("tab") { return place < source.bytes.count ? tab(from: place) : nil }
    guard problem == "found character that cannot start any token", byte(place) == 0x09 else { return nil }
    return place
  }

  private func tab(from place: Int) -> Int? {
    var index = place
    while index > 0, byte(index - 1) == 0x20 || byte(index - 1) == 0x09 { index -= 1 }
    while index < source.bytes.count, byte(index) == 0x20 { index += 1 }
    return byte(index) == 0x09 ? index : nil
  }

  private var colonWithoutSpace: Int? {
    var index = origin
    while index < source.bytes.count, byte(index) != 0x0A, byte(index) != 0x0D {
      if byte(index) == UInt8(ascii: ":") { return index }
      index += 1
    }
    return nil
  }

  // MARK: What begins in the wrong way

  private var indicator: Diagnostic? {
    let first = place < source.bytes.count ? source.text(in: place..<place + 1) : ""
    switch problem {
    case "found character that cannot start any token":
      return make("text cannot begin with \"\(first)\"; put it in quotes")
    case "did not find expected node content":
      if first == ":", let stray { return stray }
      let isEnd = place >= source.bytes.count || byte(place) == 0x0A || byte(place) == 0x0D
      return make(isEnd ? "a value is missing at the end" : "expected a value before this \"\(first)\"")
    case "did not find expected alphabetic or numeric character":
      if let property { return property }
      let mark = source.text(in: origin..<min(origin + 1, source.bytes.count))
      return make("text cannot begin with \"\(mark)\"; put it in quotes", at: origin)
    case "did not find expected comment or line break":
      return make("only a comment can follow here; put the text on the next line")
    case "found undefined tag handle":
      return Diagnostic(
        YAMLRules.tag, "this is a tag; remove it, or put the text in quotes",
        at: Place(source, origin..<min(origin + 1, source.bytes.count)))
    case _ where context.holds("tag"):
      return make("text cannot begin with \"!\"; put it in quotes", at: origin)
    default:
      return nil
    }
  }

  /// An anchor or alias whose name libyaml doesn't take.
  private var property: Diagnostic? {
    var end = origin + 1
    while byte(end) > 0x20, !",[]{}".utf8.contains(byte(end)) { end += 1 }
    guard end > origin + 1 else { return nil }
    let name = source.text(in: origin..<end)
    return Diagnostic(
      YAMLRules.anchorOrAlias,
      byte(origin) == UInt8(ascii: "&")
        ? "\"\(name)\" names a value for use elsewhere; remove it"
        : "\"\(name)\" refers to another value; write the value itself",
      at: Place(source, origin..<end))
  }

  // MARK: -

  private func byte(_ index: Int) -> UInt8 { index < source.bytes.count ? source.bytes[index] : 0 }

  private func line(of offset: Int) -> Int { LineTable(of: source).position(at: offset).line }

  private func make(
    _ message: String, at start: Int? = nil, length: Int = 1, note: String? = nil, _ noted: Int = 0
  ) -> Diagnostic {
    Diagnostic(
      YAMLRules.syntax, message, at: Place(source, character(at: start ?? place, length)),
      notes: note.map { [.init($0, at: Place(source, character(at: noted, 1)))] } ?? [])
  }

  /// A range of whole characters; empty at the end of a line and of the text.
  private func character(at start: Int, _ length: Int) -> Range<Int> {
    let count = source.bytes.count
    let start = min(start, count)
    guard start < count, byte(start) != 0x0A, byte(start) != 0x0D else { return start..<start }
    var end = min(start + length, count)
    while end < count, byte(end) & 0xC0 == 0x80 { end += 1 }
    return start..<end
  }
}
