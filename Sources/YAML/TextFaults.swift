import TilawaBase

/// The faults of a text before it is parsed as YAML: its encoding, its characters and its line ends.
///
/// libyaml would stop at the first of these, before it delivers what came earlier. So all are found here. In
/// `masked`, harmless characters of as many bytes replace them, so that the other faults can be found.
struct TextFaults {
  private(set) var findings = CappedFindings()
  /// Nil when nothing had to be replaced.
  private(set) var masked: [UInt8]?
  /// True if every byte is ASCII. The positions of libyaml are then byte offsets.
  private(set) var isASCII = true
  /// The bytes of a byte order mark at the start.
  private(set) var markLength = 0
  /// True if the text has another encoding than UTF-8, so that further checks are pointless.
  private(set) var isForeign = false

  private let source: SourceText
  private var badBytes: (first: Int, count: Int)?
  private var loneReturns: [UInt32] = []

  init(in source: SourceText) {
    self.source = source
    if let encoding = Self.foreignEncoding(of: source.bytes) {
      isForeign = true
      findings.add(
        Diagnostic(
          YAMLRules.notUTF8, "the file is encoded as \(encoding); save it as UTF-8",
          at: Place(source, 0..<min(4, source.bytes.count))))
      return
    }
    source.bytes.withUnsafeBufferPointer { scan($0) }
    blankLinesWithoutText()
    reportBytes()
    reportReturns()
  }

  /// True if the text can be passed to libyaml unchanged.
  var isClean: Bool { masked == nil }

  private static func foreignEncoding(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) { return "UTF-32" }
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return "UTF-16" }
    guard bytes.count >= 4 else { return nil }
    let zeros = bytes.prefix(4).map { $0 == 0 }
    return zeros == [false, true, false, true] || zeros == [true, false, true, false] ? "UTF-16" : nil
  }

  private mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>) {
    let count = bytes.count
    if count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { markLength = 3 }
    var index = markLength
    while index < count {
      let byte = bytes[index]
      if byte &- 0x20 < 0x5F || byte == 0x0A || byte == 0x09 {
        index += 1
      } else if byte == 0x0D {
        if index + 1 >= count || bytes[index + 1] != 0x0A { loneReturns.append(UInt32(index)) }
        index += 1
      } else if byte < 0x80 {
        addControl(UInt32(byte), index..<index + 1)
        index += 1
      } else {
        isASCII = false
        let length = Self.sequenceLength(bytes, index)
        if length == 0 {
          badBytes = (badBytes?.first ?? index, (badBytes?.count ?? 0) + 1)
          mask(index, with: [UInt8(ascii: "x")])
          index += 1
        } else {
          judge(bytes, index..<index + length)
          index += length
        }
      }
    }
  }

  /// The length of a well-formed sequence of more than one byte, or 0 (Unicode 15, table 3-7).
  private static func sequenceLength(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
    func isNext(_ offset: Int, _ low: UInt8 = 0x80, _ high: UInt8 = 0xBF) -> Bool {
      index + offset < bytes.count && bytes[index + offset] >= low && bytes[index + offset] <= high
    }
    switch bytes[index] {
    case 0xC2...0xDF: return isNext(1) ? 2 : 0
    case 0xE0: return isNext(1, 0xA0) && isNext(2) ? 3 : 0
    case 0xED: return isNext(1, 0x80, 0x9F) && isNext(2) ? 3 : 0
    case 0xE1...0xEF: return isNext(1) && isNext(2) ? 3 : 0
    case 0xF0: return isNext(1, 0x90) && isNext(2) && isNext(3) ? 4 : 0
    case 0xF4: return isNext(1, 0x80, 0x8F) && isNext(2) && isNext(3) ? 4 : 0
    case 0xF1...0xF3: return isNext(1) && isNext(2) && isNext(3) ? 4 : 0
    default: return 0
    }
  }

  /// Finds what libyaml refuses or takes for a line end among the characters beyond ASCII.
  private mutating func judge(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    let second = bytes[range.lowerBound + 1]
    let third = range.count > 2 ? bytes[range.lowerBound + 2] : 0
    switch bytes[range.lowerBound] {
    case 0xC2 where second == 0x85:
      addBreak("U+0085, next line", range)
      mask(range.lowerBound, with: [0xC3, 0xBF])
    case 0xC2 where second < 0xA0:
      addControl(UInt32(second), range)
    case 0xE2 where second == 0x80 && third == 0xA8:
      addBreak("U+2028, line separator", range)
      mask(range.lowerBound, with: [0xE4, 0xB8, 0x80])
    case 0xE2 where second == 0x80 && third == 0xA9:
      addBreak("U+2029, paragraph separator", range)
      mask(range.lowerBound, with: [0xE4, 0xB8, 0x80])
    case 0xEF where second == 0xBB && third == 0xBF:
      addControl(0xFEFF, range)
    case 0xEF where second == 0xBF && third >= 0xBE:
      addControl(third == 0xBE ? 0xFFFE : 0xFFFF, range)
    default:
      break
    }
  }

  /// Masks the bytes at `index`. `replacement` differs from them in every byte and contains no blanks.
  private mutating func mask(_ index: Int, with replacement: [UInt8]) {
    if masked == nil { masked = source.bytes }
    for (offset, byte) in replacement.enumerated() { masked?[index + offset] = byte }
  }

  /// A line of nothing but such characters holds nothing that could have been an entry.
  private mutating func blankLinesWithoutText() {
    guard var bytes = masked else { return }
    var line = markLength
    while line < bytes.count {
      var end = line
      while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
      if (line..<end).allSatisfy({ bytes[$0] != source.bytes[$0] || bytes[$0] == 0x20 || bytes[$0] == 0x09 })
      {
        for index in line..<end { bytes[index] = 0x20 }
      }
      line = end + 1
    }
    masked = bytes
  }

  private mutating func addControl(_ scalar: UInt32, _ range: Range<Int>) {
    let source = source
    findings.add(
      YAMLRules.controlCharacter, at: range.lowerBound, isFixable: scalar == 0xFEFF,
      Self.control(scalar, Place(source, range), range))
    let replacement: [[UInt8]] = [[], [0x78], [0xC3, 0xBF], [0xE4, 0xB8, 0x80]]
    mask(range.lowerBound, with: replacement[range.count])
  }

  private static func control(_ scalar: UInt32, _ place: Place, _ range: Range<Int>) -> Diagnostic {
    let hex = String(scalar, radix: 16, uppercase: true)
    let name = "U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
    let message =
      scalar == 0xFEFF
      ? "byte order mark (U+FEFF) inside the text; remove it"
      : "control character \(name); remove it, or write it as an escape in double quotes"
    return Diagnostic(
      YAMLRules.controlCharacter, message, at: place,
      fix: scalar == 0xFEFF
        ? .init("remove the byte order mark", [TextEdit(range, "")])
        : .init("remove the control character", [TextEdit(range, "")], isSafe: false))
  }

  private mutating func addBreak(_ name: String, _ range: Range<Int>) {
    let source = source
    findings.add(
      YAMLRules.lineBreak, at: range.lowerBound,
      Diagnostic(
        YAMLRules.lineBreak,
        "some readers take the character \(name), as a line end; replace it with a line end, a space or an escape",
        at: Place(source, range)))
  }

  private mutating func reportBytes() {
    guard let (first, count) = badBytes else { return }
    let hex = String(source.bytes[first], radix: 16, uppercase: true)
    let rest = count > 1 ? " and \(count - 1) more" : ""
    findings.add(
      Diagnostic(
        YAMLRules.notUTF8, "byte 0x\(hex) is not UTF-8 here\(rest); save the file as UTF-8",
        at: Place(source, first..<first + 1)))
  }

  private mutating func reportReturns() {
    guard let first = loneReturns.first.map(Int.init) else { return }
    let count = loneReturns.count
    let what =
      count > 1
      ? "\(count) carriage returns without a line feed, the first here"
      : "a carriage return without a line feed"
    let edits = loneReturns.prefix(CappedFindings.fixableLimit).map { TextEdit(Int($0)..<Int($0) + 1, "\n") }
    findings.add(
      Diagnostic(
        YAMLRules.lineBreak, "\(what); end lines with LF or CRLF",
        at: Place(source, first..<first + 1),
        fix: count > CappedFindings.fixableLimit ? nil : .init("end the lines with LF", edits)))
  }
}
