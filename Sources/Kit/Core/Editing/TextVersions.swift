/// The texts that a file has had, each stored as the difference from its predecessor, so that there may be
/// very many.
///
/// A text is nil if there is no file.
struct TextVersions {
  /// The difference between two texts: the bytes between their common beginning and end.
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
    /// The predecessor and the difference from it; nil for the first version.
    let origin: (number: Int, difference: Difference)?
  }

  private var versions = [Version(origin: nil)]
  /// The latest versions of the file, the newest last.
  private var latest = [0]
  private let remembered: Int
  /// The number of the current version.
  private(set) var current = 0
  /// The current text.
  private(set) var text: [UInt8]?

  /// Creates the list with a first text. `remembered` is the number of texts in `lately`.
  init(_ text: [UInt8]?, remembering remembered: Int) {
    (self.text, self.remembered) = (text, remembered)
  }

  /// Records a new text of the file. `number` is its version, if the file has had it before.
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

  /// Returns the text of a version.
  func text(of number: Int) -> [UInt8]? { text(of: number, from: current, text) }

  /// The latest texts of the file, the newest first.
  var lately: [[UInt8]?] {
    var (number, known) = (current, text)
    return latest.reversed().map { wanted in
      known = text(of: wanted, from: number, known)
      number = wanted
      return known
    }
  }

  /// Returns the text of a version: goes back from the known version to the common ancestor, and forward from
  /// there.
  private func text(of wanted: Int, from number: Int, _ known: [UInt8]?) -> [UInt8]? {
    var (number, text) = (number, known)
    var way: [Difference] = []
    var target = wanted
    // A predecessor has a lower number.
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
