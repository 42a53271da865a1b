import Diagnostics
import Synchronization

/// Which values of a text its reader has asked for, by where they begin.
///
/// What is left over at the end found no place, and is told: no reader can forget a key in silence.
final class AskedValues: Sendable {
  private let start: Int
  private let bits: Mutex<[UInt64]>

  /// Of the values that begin in `range`.
  init(_ range: Range<Int>) {
    start = range.lowerBound
    bits = Mutex(Array(repeating: 0, count: range.count / 64 + 1))
  }

  func add(_ offsets: some Sequence<Int>) {
    bits.withLock { bits in
      for offset in offsets where bits.indices.contains((offset - start) >> 6) {
        bits[(offset - start) >> 6] |= 1 << UInt64((offset - start) & 63)
      }
    }
  }

  func has(_ offset: Int) -> Bool {
    bits.withLock { bits in
      let index = (offset - start) >> 6
      return bits.indices.contains(index) && bits[index] & 1 << UInt64((offset - start) & 63) != 0
    }
  }

  /// As if nobody had asked yet: what told the format from others has placed nothing.
  func forget() { bits.withLock { bits in for index in bits.indices { bits[index] = 0 } } }
}

/// What of a text found no place, by kind.
struct Leftovers {
  private var kinds: [String: (count: Int, offset: Int)] = [:]

  mutating func add(_ kind: String, at offset: Int) {
    kinds[kind, default: (0, offset)].count += 1
  }

  /// Tells of all kinds at once.
  func tell(_ text: SourceText, _ report: ExchangeReport) {
    let found = kinds.sorted { ($0.value.offset, $0.key) < ($1.value.offset, $1.key) }
    guard let first = found.first?.value.offset else { return }
    let names = found.prefix(20).map { $0.value.count == 1 ? $0.key : "\($0.key) (\($0.value.count))" }
    let more = found.count > names.count ? ", and \(found.count - names.count) kinds more" : ""
    let offset = min(first, text.bytes.count)
    report.add(
      ExchangeRules.unplaced, "left out: \(names.joined(separator: ", "))\(more)",
      at: Place(text, offset..<min(offset + 1, text.bytes.count)))
  }
}

extension JSONNode {
  /// Counts it and all in it as asked for: it says no more than follows from the rest.
  func passOver() {
    asked?.add(CollectionOfOne(offset))
    for item in items ?? [] { item.passOver() }
    for member in members ?? [] { member.value.passOver() }
  }

  /// Counts these keys as asked for.
  func passOver(_ keys: String...) {
    for key in keys { self[key]?.passOver() }
  }

  /// Everything in it that says something and was never asked for, as `entries[].ref`; ayat and numbers for keys are `*`.
  func collect(_ path: String, _ found: inout Leftovers) {
    func visit(_ node: JSONNode, _ path: String) {
      if node.saysNothing { return }
      if asked?.has(node.offset) ?? true {
        node.collect(path, &found)
      } else {
        found.add(path, at: node.offset)
      }
    }
    switch content {
    case .object(let members):
      for (key, value) in members {
        let isNumber = key.utf8.first.map { (0x30...0x39).contains($0) } ?? false
        visit(value, (path.isEmpty ? "" : path + ".") + (isNumber ? "*" : key))
      }
    case .array(let items): for item in items { visit(item, path + "[]") }
    default: break
    }
  }
}
