import TilawaBase
package import TilawaFormat
import TilawaLint
import TilawaQuran

/// Makes a file of a reciter in a library's `reciters/`.
package struct NewReciterPlan: Sendable {
  /// The absolute path.
  package let path: String
  /// Remarks such as that a source has no riwayah; a sentence each.
  package let remarks: [String]
  private let text: String

  /// Plans the file of the reciter whom `draft` describes, in the library that the user named.
  ///
  /// Throws a `Failure` if there is no such folder, or if the library has a file of the reciter or of this
  /// name. It also throws if the description violates a rule of `spec/core/reciter.md`.
  package init(_ draft: ReciterDraft, inLibrary root: String, in workplace: Workplace) throws {
    let folder = workplace.path(root)
    guard try FileStatus.isFolder(folder) else { throw Failure("cannot write in \(root): no such folder") }
    if let outer = FoundBundle(containing: root, in: workplace) {
      throw Failure("\(outer.shownPath) is a bundle; a library is a folder that contains bundles")
    }
    let place = PathText.joined(folder, ReciterFile.folderName)
    if let entry = try FileStatus.ifAny(place, followingLinks: false), entry.kind != .folder {
      throw Failure("\(workplace.shown(place)) is not a folder")
    }
    path = PathText.joined(place, "\(draft.id).yaml")
    var fault: FileError?
    for file in ReciterFile.paths(inLibrary: folder, unreadable: { fault = $0 }) {
      let known = try ReciterFile(readingAt: file, shownAs: workplace.shown(file))
      if known.file.content?.id?.value.isExactly(draft.id) == true {
        throw Failure(
          "\(workplace.shown(file)) already describes \"\(draft.id)\"", unless: .namingID)
      }
    }
    if let fault { throw fault }
    if try FileStatus.ifAny(path, followingLinks: false) != nil {
      throw Failure("cannot create \(workplace.shown(path)): it already exists", unless: .namingID)
    }
    text = draft.text
    let source = SourceText(path: workplace.shown(path), bytes: Array(text.utf8))
    let findings = Linter(.hearing).lint(TilawaBundle(of: ReciterFile(reading: source, at: path)))
    if let fault = findings.first(where: { $0.severity == .error }) { throw Failure(fault.message) }
    remarks = findings.map(\.message)
  }

  /// Writes the file, wholly or not at all. An existing file is never overwritten, even if two programs
  /// write at once.
  package func apply() throws {
    let part = try PartialFile(for: path)
    do {
      try part.clear()
      try Array(text.utf8).withUnsafeBytes { try part.append($0) }
      try part.finish()
    } catch {
      part.discard()
      throw error
    }
  }

  /// Returns an id for a name, such as `yasser-al-dosari` for "Yasser al-Dosari", or nil if the name has no
  /// Latin letter.
  ///
  /// It consists of letters and digits in lower case, without diacritics. Each separator of words becomes a
  /// hyphen, and signs of hamzah and ayn are removed.
  package static func proposedID(for name: String) -> String? {
    var id = ""
    for scalar in name.lowercased().unicodeScalars {
      if scalar.isASCII, scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        id.unicodeScalars.append(scalar)
      } else if let plain = plainLetter(scalar) {
        id += plain
      } else {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .modifierLetter, .format: continue
        default: break
        }
        if "'`\u{2018}\u{2019}".unicodeScalars.contains(scalar) { continue }
        if !id.isEmpty, !id.ends(with: "-") { id += "-" }
      }
    }
    while let shorter = id.before("-") { id = String(shorter) }
    let fits = String(id.unicodeScalars.prefix(128))
    return fits.unicodeScalars.contains(where: \.properties.isAlphabetic) ? fits : nil
  }

  /// Returns the plain letter, such as `h` for U+1E25, whose name is "LATIN SMALL LETTER H WITH DOT BELOW".
  private static func plainLetter(_ scalar: Unicode.Scalar) -> String? {
    guard let rest = scalar.properties.name?.after("LATIN SMALL LETTER "),
      let letter = rest.words(by: " ").first, letter.utf8.count == 1
    else { return nil }
    return letter.lowercased()
  }
}

extension ReciterDraft.Source {
  /// Creates the source for an address with placeholders, such as
  /// `https://a.example/husary/{surah3}{ayah3}.mp3`. The part up to the slash before the first placeholder
  /// is the base.
  ///
  /// Returns nil if the address has no placeholder, or nothing before it.
  package init?(template: String) {
    guard let (before, _) = template.cut(at: "{"), let (base, start) = before.cut(atLast: "/"),
      let end = template.after(before)
    else { return nil }
    self.init(url: "\(base)/", pattern: "\(start)\(end)")
  }
}
