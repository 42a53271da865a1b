/// The names under which files and folders are built before they take their own.
///
/// Their builder locks them, so that a killed program's leftovers can be told apart from work in progress.
enum TemporaryName {
  private static let infix = ".tilawa-tmp-"
  static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz")

  /// A new name beside `name`, such as `.segments.yaml.tilawa-tmp-4kx0m2vt`.
  static func beside(_ name: String) -> String {
    var generator = SystemRandomNumberGenerator()
    let ending = String((0..<8).map { _ in digits[Int.random(in: 0..<digits.count, using: &generator)] })
    // Names may have 255 bytes; what is cut off here only helped a person recognise it.
    var shown = name
    while shown.utf8.count > 200 { shown.removeLast() }
    return ".\(shown)\(infix)\(ending)"
  }

  /// Returns the name for `new` until it changes places with `old`, and then for the file that comes out.
  ///
  /// It contains the sums of both, so that a program that finds the file can check whether it is one of the
  /// two.
  static func exchanging(_ name: String, _ old: [UInt8]?, for new: [UInt8]?) -> String {
    exchanging(name, sums: old.map(sum) ?? "", new.map(sum) ?? "")
  }

  /// Returns the name for an exchange by the sums of the two contents, which are empty where there was or
  /// will be no file.
  static func exchanging(_ name: String, sums old: String, _ new: String) -> String {
    var shown = name
    while shown.utf8.count > 200 { shown.removeLast() }
    return ".\(shown)\(exchanged)\(old)-\(new)"
  }

  private static let exchanged = ".tilawa-old-"

  /// Removes the file that came out of an exchange, if it has the contents that were read or were to be
  /// written.
  ///
  /// If it is another program's save that came out just as the writer was killed, it gets a name that is
  /// visible to users.
  static func removeExchanged(_ path: String) {
    guard let bytes = try? FileContents.read(path, atMost: .max) else { return }
    let name = PathText.name(of: path)
    guard let sums = name.after(last: exchanged) else { return }
    if sums.words(by: "-").contains(Substring(sum(bytes))) {
      try? System.remove(file: path)
    } else {
      let saved = name.dropFirst().replaced(exchanged, with: ".saved-")
      _ = try? System.rename(path, toFree: PathText.joined(PathText.folder(of: path), saved))
    }
  }

  /// 40 bits of a hash.
  static func sum(_ bytes: [UInt8]) -> String {
    var hash = bytes.fnv1a
    return String(
      (0..<8).map { _ in
        defer { hash >>= 5 }
        return digits[Int(hash & 31)]
      })
  }

  static func matches(_ name: String) -> Bool {
    guard name.begins(with: "."), let ending = name.after(last: infix) else { return false }
    return ending.count == 8 && ending.allSatisfy(digits.contains)
  }

  /// Removes what killed programs left in `folder`. Work in progress of others stays.
  ///
  /// Nothing is reported: leftovers that can't be removed now stay until the next time. Files that came out
  /// of an exchange have no lock of their own, so only a caller `holdingLock` examines them.
  static func sweep(_ folder: String, holdingLock: Bool = false) {
    guard let entries = try? System.entries(of: folder, unnamed: {}) else { return }
    for (name, _) in entries where name.begins(with: ".") {
      let path = PathText.joined(folder, name)
      if holdingLock, name.holds(exchanged) { removeExchanged(path) }
      guard matches(name) else {
        if let owner = Byproduct.owner(of: name), matches(owner) {
          removeByproduct(path, of: PathText.joined(folder, owner))
        }
        continue
      }
      guard let status = try? System.status(of: path, followingLinks: false) else { continue }
      switch status.kind {
      case .file:
        guard let file = try? Descriptor(path, for: .reading), isAbandoned(file) else { continue }
        try? System.remove(file: path)
      case .folder:
        guard let held = try? Descriptor(path, for: .readingFolder), isAbandoned(held) else { continue }
        try? removeTree(path)
      case .link, .other: continue
      }
    }
  }

  /// Removes what stands beside a file that is built no more.
  private static func removeByproduct(_ path: String, of owner: String) {
    do throws(SystemFault) {
      guard isAbandoned(try Descriptor(owner, for: .reading)) else { return }
    } catch {
      guard error.isMissing else { return }
    }
    try? System.remove(file: path)
  }

  /// Removes a folder with all its contents; links are removed, not followed.
  static func removeTree(_ folder: String) throws(SystemFault) {
    for (name, kind) in try System.entries(of: folder, unnamed: {}) {
      let path = PathText.joined(folder, name)
      var isFolder = kind == .folder
      if kind == nil { isFolder = try System.status(of: path, followingLinks: false).kind == .folder }
      if isFolder { try removeTree(path) } else { try System.remove(file: path) }
    }
    try System.remove(emptyFolder: folder)
  }

  static func isAbandoned(_ held: borrowing Descriptor) -> Bool {
    do { try held.lock(waiting: false) } catch { return false }
    return true
  }
}

extension String {
  /// Returns the text after the last `pattern`.
  fileprivate func after(last pattern: String) -> Substring? {
    var rest: Substring?
    while let (_, behind) = (rest ?? self[...]).cut(at: pattern) { rest = behind }
    return rest
  }
}
