/// The texts that a file has had, each kept as what differs from the one that it came of, so that there may be very many.
///
/// A text is nil where there is no file.
struct TextVersions {
  /// What leads from one text to another: what stands between the bytes that both begin and end with.
  private struct Difference {
    let before, after: Int
    let old, new: [UInt8]?

    init(_ old: [UInt8]?, _ new: [UInt8]?) {
      guard let old, let new else {
        (before, after, self.old, self.new) = (0, 0, old, new)
        return
      }
      let shortest = min(old.count, new.count)
      var before = 0
      while before < shortest, old[before] == new[before] { before += 1 }
      var after = 0
      while after < shortest - before, old[old.count - 1 - after] == new[new.count - 1 - after] { after += 1 }
      (self.before, self.after) = (before, after)
      self.old = Array(old[before..<(old.count - after)])
      self.new = Array(new[before..<(new.count - after)])
    }

    func forward(_ text: [UInt8]?) -> [UInt8]? { replaced(in: text, by: new) }

    func backward(_ text: [UInt8]?) -> [UInt8]? { replaced(in: text, by: old) }

    private func replaced(in text: [UInt8]?, by middle: [UInt8]?) -> [UInt8]? {
      middle.map { middle in (text ?? []).prefix(before) + middle + (text ?? []).suffix(after) }
    }
  }

  private struct Version {
    /// The one that it came of, and how; none of the first.
    let origin: (number: Int, difference: Difference)?
  }

  private var versions = [Version(origin: nil)]
  /// Those that the file has had lately, the latest last.
  private var latest = [0]
  private let remembered: Int
  /// The number of the one that the file has.
  private(set) var current = 0
  /// Its text.
  private(set) var text: [UInt8]?

  /// Begins with a text. So many of the latest are looked through by `lately`.
  init(_ text: [UInt8]?, remembering remembered: Int) {
    (self.text, self.remembered) = (text, remembered)
  }

  /// The file has another text now; `number` says which, where it had it before.
  mutating func take(_ new: [UInt8]?, as number: Int? = nil) {
    guard new != text else { return }
    if let number {
      current = number
    } else {
      versions.append(Version(origin: (current, Difference(text, new))))
      current = versions.count - 1
    }
    text = new
    latest.append(current)
    if latest.count > remembered { latest.removeFirst() }
  }

  /// The text of a version.
  func text(of number: Int) -> [UInt8]? { text(of: number, from: current, text) }

  /// The texts that the file has had lately, the latest first.
  var lately: [[UInt8]?] {
    var (number, known) = (current, text)
    return latest.reversed().map { wanted in
      known = text(of: wanted, from: number, known)
      number = wanted
      return known
    }
  }

  /// Goes back from the one that is known to what both came of, and forward from there.
  private func text(of wanted: Int, from number: Int, _ known: [UInt8]?) -> [UInt8]? {
    var (number, text) = (number, known)
    var way: [Difference] = []
    var target = wanted
    // What something came of has a lower number.
    while number != target {
      if number > target, let origin = versions[number].origin {
        text = origin.difference.backward(text)
        number = origin.number
      } else if let origin = versions[target].origin {
        way.append(origin.difference)
        target = origin.number
      }
    }
    return way.reversed().reduce(text) { $1.forward($0) }
  }
}
