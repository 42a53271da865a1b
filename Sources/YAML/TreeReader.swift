import TilawaBase
import TilawaCYAML

/// Builds nodes from libyaml's events, in one pass.
struct TreeReader {
  /// The reason for which reading ended before the text did.
  enum Stop {
    case syntax(SyntaxFault)
    case tooDeep(Range<Int>)
  }

  private(set) var root: YAMLNode?
  private(set) var comments: [Range<Int>] = []
  var findings = CappedFindings()
  /// True if the text was read to its end.
  private(set) var isComplete = false
  private(set) var stop: Stop?
  /// True if libyaml accepted something that YAML or the profile rejects.
  var isIllegal = false
  /// True if quoted text continues where the next entry should begin. A closing quote may be missing.
  var isSwallowing = false
  /// The place at which a line was last found that should be indented more.
  var lastContinuation = -1

  let source: SourceText
  private(set) lazy var lines = LineTable(of: source)
  let start: Int
  private let depth: Int
  /// True if the bytes that are read differ from those of the source.
  private let isAltered: Bool
  /// True if reading only has to find out what stops it. Other findings aren't collected.
  let isTrial: Bool
  /// Entries that are replaced because they can't be read, in order.
  private let losses: [Range<Int>]
  private var offsets: ByteOffsets
  /// The collections that are open, the outermost first.
  private(set) var frames: [OpenCollection] = []
  /// The number of documents that have begun.
  private(set) var documents = 0
  /// The place up to which comments have been searched: the end of the last token.
  private var scanned: Int
  /// The number of pairs in the last mapping. The next one most likely has as many.
  private var usualPairs = 4

  /// Reads from `start` on, which lies within `depth` collections.
  init(
    of source: SourceText, isASCII: Bool, start: Int, depth: Int = 0, isAltered: Bool = false,
    isTrial: Bool = false, losses: [Range<Int>] = []
  ) {
    self.source = source
    self.start = start
    self.depth = depth
    self.isAltered = isAltered
    self.isTrial = isTrial
    self.losses = losses
    offsets = ByteOffsets(isASCII: isASCII, start: start)
    scanned = start
  }

  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    var parser = yaml_parser_t()
    guard yaml_parser_initialize(&parser) == 1 else { return }
    defer { yaml_parser_delete(&parser) }
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
    yaml_parser_set_input_string(&parser, bytes.baseAddress.map { $0 + start }, bytes.count - start)

    var event = yaml_event_t()
    while true {
      guard yaml_parser_parse(&parser, &event) == 1 else {
        let problem = offsets.byte(Int(parser.problem_mark.index), in: bytes)
        let context = offsets.byte(Int(parser.context_mark.index), in: bytes)
        stop = .syntax(
          SyntaxFault(
            problem: parser.problem.map { String(cString: $0) } ?? "unreadable",
            context: parser.context.map { String(cString: $0) },
            at: problem, from: context, openBracket: frames.last { $0.isFlow }?.start, in: source))
        return
      }
      let type = event.type
      let goesOn = take(&event, type, bytes)
      yaml_event_delete(&event)
      if type == YAML_STREAM_END_EVENT {
        findComments(in: bytes, upTo: bytes.count)
        isComplete = true
        return
      }
      if !goesOn { return }
    }
  }

  private mutating func take(
    _ event: inout yaml_event_t, _ type: yaml_event_type_t, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    switch type {
    case YAML_SCALAR_EVENT:
      takeScalar(&event, bytes)
    case YAML_SEQUENCE_START_EVENT:
      return open(&event, isMapping: false, bytes)
    case YAML_MAPPING_START_EVENT:
      return open(&event, isMapping: true, bytes)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
      close(&event, bytes)
    case YAML_ALIAS_EVENT:
      let range = range(of: event, bytes)
      findComments(in: bytes, upTo: range.lowerBound)
      scanned = range.upperBound
      report(
        YAMLRules.anchorOrAlias,
        "\"\(source.text(in: range))\" refers to another value; write the value itself", range)
      var node = YAMLNode(.scalar(YAMLScalar("", style: .plain)), range: range)
      node.isUnreadable = true
      add(node)
    case YAML_DOCUMENT_START_EVENT:
      documents += 1
    default:
      break
    }
    return true
  }

  private mutating func range(of event: yaml_event_t, _ bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    let start = offsets.byte(Int(event.start_mark.index), in: bytes)
    let end = offsets.byte(Int(event.end_mark.index), in: bytes)
    return start..<max(start, end)
  }

  private mutating func takeScalar(_ event: inout yaml_event_t, _ bytes: UnsafeBufferPointer<UInt8>) {
    let scalar = event.data.scalar
    var range = range(of: event, bytes)
    let isMarked = scalar.anchor != nil || scalar.tag != nil
    if isMarked { range = takeProperties(in: range, bytes) }
    let value = String(
      decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
    let style: YAMLScalar.Style
    switch scalar.style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: style = .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: style = .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE: style = .literal
    case YAML_FOLDED_SCALAR_STYLE: style = .folded
    default: style = .plain
    }
    if range.isEmpty {
      if !isMarked { range = emptyRange(before: range.lowerBound, bytes) }
    } else {
      findComments(in: bytes, upTo: range.lowerBound)
      if style == .literal || style == .folded {
        let header = BlockScalarHeader(of: bytes, from: range.lowerBound)
        if let comment = header.comment {
          checkBlank(before: comment.lowerBound)
          comments.append(comment)
        }
        range = range.lowerBound..<header.end(of: bytes, to: range.upperBound)
      }
      scanned = range.upperBound
      checkScalar(style, range, bytes)
    }
    var node = YAMLNode(.scalar(YAMLScalar(value, style: style)), range: range)
    node.isUnreadable = isAltered && isUnreadable(range, bytes)
    add(node)
  }

  /// Returns true if a scalar contains a stand-in for text that can't be read.
  private func isUnreadable(_ range: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    // A tab between blanks may have become one, which changes nothing.
    range.contains { bytes[$0] != source.bytes[$0] && source.bytes[$0] != 0x09 } || isLost(range.lowerBound)
  }

  func isLost(_ offset: Int) -> Bool {
    var low = 0
    var high = losses.count
    while low < high {
      let middle = (low + high) / 2
      if losses[middle].upperBound < offset { low = middle + 1 } else { high = middle }
    }
    return low < losses.count && losses[low].lowerBound <= offset
  }

  /// libyaml puts an empty value of a flow mapping before the next token, past blanks and comments.
  private func emptyRange(before position: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    guard let frame = frames.last, frame.isMapping, frame.isFlow, let key = frame.key else {
      return position..<position
    }
    var index = max(scanned, key.range.upperBound)
    let keyEnd = index
    while index < position {
      if bytes[index] == UInt8(ascii: ":") { return index + 1..<index + 1 }
      if bytes[index] == UInt8(ascii: "#") {
        while index < position, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
      } else {
        index += 1
      }
    }
    return keyEnd..<keyEnd
  }

  private mutating func open(
    _ event: inout yaml_event_t, isMapping: Bool, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var range = range(of: event, bytes)
    let isFlow: Bool
    let isMarked: Bool
    if isMapping {
      isFlow = event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
      isMarked = event.data.mapping_start.anchor != nil || event.data.mapping_start.tag != nil
    } else {
      isFlow = event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
      isMarked = event.data.sequence_start.anchor != nil || event.data.sequence_start.tag != nil
    }
    if isMarked { range = takeProperties(in: range.lowerBound..<bytes.count, bytes) }
    findComments(in: bytes, upTo: range.lowerBound)
    if depth + frames.count >= YAMLRules.maximumDepth {
      stop = .tooDeep(range.lowerBound..<min(range.lowerBound + 1, bytes.count))
      return false
    }
    if !isFlow { checkIndentation(of: range.lowerBound) }
    if isFlow, range.lowerBound < bytes.count,
      bytes[range.lowerBound] == UInt8(ascii: isMapping ? "{" : "[")
    {
      scanned = range.lowerBound + 1
    }
    var frame = OpenCollection(
      isMapping: isMapping, isFlow: isFlow, start: range.lowerBound, column: Int(event.start_mark.column))
    if isMapping { frame.pairs.reserveCapacity(usualPairs) }
    frames.append(frame)
    return true
  }

  private mutating func close(_ event: inout yaml_event_t, _ bytes: UnsafeBufferPointer<UInt8>) {
    guard let frame = frames.popLast() else { return }
    var end = frame.start
    if frame.isMapping {
      usualPairs = max(frame.pairs.count, 1)
      if let last = frame.pairs.last { end = max(last.value.range.upperBound, last.key.range.upperBound) }
    } else if let last = frame.items.last {
      end = last.range.upperBound
    }
    if frame.isFlow {
      let range = range(of: event, bytes)
      if !range.isEmpty {
        findComments(in: bytes, upTo: range.lowerBound)
        end = range.upperBound
        scanned = end
        if !(frames.last?.isFlow ?? false) { checkContinuation(frame.start..<end, isQuoted: false, bytes) }
      }
    }
    let content: YAMLNode.Content
    if frame.isMapping {
      content = .mapping(frame.pairs)
    } else {
      content = .sequence(frame.items)
    }
    add(YAMLNode(content, range: frame.start..<max(frame.start, end), isFlow: frame.isFlow))
  }

  private mutating func add(_ added: YAMLNode) {
    var node = added
    guard !frames.isEmpty else {
      // A lone `---` holds nothing.
      if documents == 1, !node.range.isEmpty { root = node }
      return
    }
    let top = frames.count - 1
    guard frames[top].isMapping else {
      frames[top].items.append(node)
      return
    }
    if let key = frames[top].key {
      frames[top].key = nil
      if node.range.isEmpty, frames[top].isFlow { checkColon(key, node) }
      if !key.isUnreadable, let name = key.scalar?.value, let first = frames[top].key(named: name) {
        reportTwice(name, key, first: first)
      }
      frames[top].pairs.append(YAMLPair(key: key, value: node))
    } else {
      if frames[top].isKeyExplicit { node.isUnreadable = true }
      frames[top].isKeyExplicit = false
      if !node.isUnreadable { node.isUnreadable = !isKey(node) }
      frames[top].key = node
    }
  }

  mutating func report(_ rule: RuleID, _ message: String, _ range: Range<Int>) {
    if isTrial { return }
    let source = source
    findings.add(rule, at: range.lowerBound, Diagnostic(rule, message, at: Place(source, range)))
  }
}

// MARK: - Properties and comments

extension TreeReader {
  /// Reports the anchor and the tag in front of a node, and returns what is left of its range.
  private mutating func takeProperties(
    in range: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Range<Int> {
    var index = range.lowerBound
    findComments(in: bytes, upTo: index)
    while index < range.upperBound {
      let byte = bytes[index]
      if byte == UInt8(ascii: "&") || byte == UInt8(ascii: "!") {
        let start = index
        while index < range.upperBound, !isBlank(bytes[index]), !endsProperty(bytes[index]) {
          index += 1
        }
        let name = source.text(in: start..<index)
        if byte == UInt8(ascii: "&") {
          report(
            YAMLRules.anchorOrAlias, "\"\(name)\" names a value for use elsewhere; remove it", start..<index)
        } else {
          report(YAMLRules.tag, "\"\(name)\" is a tag; remove it", start..<index)
        }
        scanned = index
      } else if isBlank(byte) {
        index += 1
      } else if byte == UInt8(ascii: "#") {
        while index < range.upperBound, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
      } else {
        break
      }
    }
    return index < range.upperBound ? index..<range.upperBound : scanned..<scanned
  }

  private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

  /// In flow collections an indicator may follow at once.
  private func endsProperty(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
      || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{")
  }

  /// Between two tokens lie only blanks, indicators, line ends and comments.
  private mutating func findComments(in bytes: UnsafeBufferPointer<UInt8>, upTo end: Int) {
    var index = scanned
    while index < end {
      let byte = bytes[index]
      if byte == UInt8(ascii: "#") {
        let start = index
        while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D { index += 1 }
        checkBlank(before: start)
        comments.append(start..<index)
      } else {
        if byte == UInt8(ascii: "?") { checkExplicitKey(index, bytes) }
        index += 1
      }
    }
    scanned = max(scanned, end)
  }

  private mutating func checkExplicitKey(_ index: Int, _ bytes: UnsafeBufferPointer<UInt8>) {
    guard index + 1 == bytes.count || isBlank(bytes[index + 1]), !frames.isEmpty, !isLost(index)
    else { return }
    frames[frames.count - 1].isKeyExplicit = true
    report(
      YAMLRules.keyNotText,
      source.bytes[index] == UInt8(ascii: ":")
        ? "a key is missing before the colon"
        : "\"?\" begins a multi-line key; write it as \"key: value\"",
      index..<index + 1)
  }
}
