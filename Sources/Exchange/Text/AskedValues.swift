import TilawaBase
import TilawaFormat

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
      .unplaced, "left out: \(names.joined(separator: ", "))\(more)",
      at: Place(text, offset..<min(offset + 1, text.bytes.count)))
  }
}

extension JSONNode {
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

/// What a foreign file says that no bundle has a place for: kept under a key of the user's own where that is wanted, else
/// told once a kind, with how often and where first.
final class UnplacedElements {
  private let keepsUnknown: Bool
  private var kinds = InOrder<String, (count: Int, place: Place, canBeKept: Bool)>()

  init(_ options: ReadingOptions) { keepsUnknown = options.keepsUnknown }

  /// Counts one of a kind, such as `settings of cues`.
  func add(_ kind: String, at place: Place) { count(kind, place, canBeKept: false) }

  /// Keeps `value` as `key` if the user wishes so, and counts one of a kind otherwise.
  func add(
    _ kind: String, _ value: some StringProtocol, as key: String, in extras: inout [ExtraKey], at place: Place
  ) {
    guard keepsUnknown else { return count(kind, place, canBeKept: true) }
    if let index = extras.firstIndex(where: { $0.key == key }), case .string(let before) = extras[index].value
    {
      extras[index] = ExtraKey(key, .string("\(before)\n\(value)"))
    } else {
      extras.append(ExtraKey(key, .string(String(value))))
    }
  }

  /// Reports all of it.
  func tell(_ report: ExchangeReport) {
    for (kind, found) in kinds.entries {
      report.add(
        .unplaced, "no place for \(kind)\(found.count == 1 ? "" : ", \(found.count) times")", at: found.place,
        unless: found.canBeKept ? .keepingUnknown : nil)
    }
  }

  private func count(_ kind: String, _ place: Place, canBeKept: Bool) {
    kinds.change(kind, else: (0, place, canBeKept)) { $0.count += 1 }
  }
}
