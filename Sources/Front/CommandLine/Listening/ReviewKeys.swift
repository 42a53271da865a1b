/// The actions of a listener, each with a key.
enum ReviewKey: CaseIterable {
  case right, wrong, earlier, later, muchEarlier, muchLater, quietest, here, edge
  case split, join, skip, ayah, note, back, forward, undo
  case replay, wholeRow, slower, faster, rest, mark, quit

  /// The keys that stand for it.
  var keys: [UInt8] {
    switch self {
    case .right: [13, 10, UInt8(ascii: "y")]
    case .wrong: [UInt8(ascii: "x")]
    case .earlier: [UInt8(ascii: ",")]
    case .later: [UInt8(ascii: ".")]
    case .muchEarlier: [UInt8(ascii: "<")]
    case .muchLater: [UInt8(ascii: ">")]
    case .quietest: [UInt8(ascii: "z")]
    case .here: [UInt8(ascii: "h")]
    case .edge: [UInt8(ascii: "e")]
    case .split: [UInt8(ascii: "/")]
    case .join: [UInt8(ascii: "j")]
    case .skip: [UInt8(ascii: "s")]
    case .ayah: [UInt8(ascii: "a")]
    case .note: [UInt8(ascii: "n")]
    case .back: [UInt8(ascii: "b"), 127, 8]
    case .forward: [UInt8(ascii: "f")]
    case .undo: [UInt8(ascii: "u")]
    case .replay: [UInt8(ascii: " ")]
    case .wholeRow: [UInt8(ascii: "w")]
    case .slower: [UInt8(ascii: "[")]
    case .faster: [UInt8(ascii: "]")]
    case .rest: [UInt8(ascii: "r")]
    case .mark: [UInt8(ascii: "m")]
    case .quit: [UInt8(ascii: "q"), 4]
    }
  }

  /// Its legend on the screen; nil for keys shown beside their opposite.
  var legend: String? {
    switch self {
    case .right: "enter right"
    case .wrong: "x wrong"
    case .earlier: ", . 20 ms"
    case .muchEarlier: "< > 200 ms"
    case .quietest: "z quietest"
    case .here: "h move here"
    case .edge: "e start/end"
    case .split: "/ split here"
    case .join: "j join next"
    case .skip: "s skip"
    case .ayah: "a ayah"
    case .note: "n note"
    case .back: "b back"
    case .forward: "f forward"
    case .undo: "u undo"
    case .replay: "space play"
    case .wholeRow: "w whole row"
    case .slower: "[ ] speed"
    case .rest: "r the rest"
    case .mark: "m mark again"
    case .quit: "q quit"
    case .later, .muchLater, .faster: nil
    }
  }

  init?(_ key: UInt8) {
    guard let found = Self.allCases.first(where: { $0.keys.contains(key) }) else { return nil }
    self = found
  }
}
