import TilawaBase

/// A name in an archive that is valid on any system: relative, plain, and distinct from the others even if a
/// system ignores case or accents.
package struct EntryName: Hashable, Sendable {
  /// With `/` between its parts, none behind the last.
  package let path: String
  /// At least one.
  package let parts: [String]

  /// Splits the bytes of a name into its parts. Throws an error if the name is invalid.
  ///
  /// A slash at the end denotes a folder. `./` at the beginning is accepted, as programs write it that pack
  /// the current folder. Nothing else is corrected.
  package init(_ bytes: some Collection<UInt8>, _ limits: ArchiveLimits = ArchiveLimits())
    throws(ArchiveRefusal)
  {
    let shown = String(decoding: bytes, as: UTF8.self)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ArchiveRefusal(.notUTF8, shown, "is not UTF-8")
    }
    guard text.utf8.count <= limits.nameBytes else {
      throw ArchiveRefusal(.nameTooLong, shown, "has more than \(limits.nameBytes) bytes")
    }
    guard !text.begins(with: "/"), !text.begins(with: "\\") else {
      throw ArchiveRefusal(.absolutePath, shown, "is an absolute path")
    }
    let start = Array(text.utf8.prefix(2))
    if start.count == 2, start[1] == UInt8(ascii: ":"), (97...122).contains(start[0] | 0x20) {
      throw ArchiveRefusal(.driveLetter, shown, "begins with a drive letter")
    }
    let plain = text.after("./").map(String.init) ?? text
    var parts = (plain.before("/").map(String.init) ?? plain).fields(by: "/").map(String.init)
    if plain.isEmpty, text == "./" { parts = [] }
    guard !parts.isEmpty, parts.allSatisfy({ !$0.isEmpty }) else {
      throw ArchiveRefusal(.emptyName, shown, "has an empty part")
    }
    // What some systems take for a slash may climb as well.
    guard !parts.contains(where: { $0.fields(by: "\\").contains { $0 == ".." } }) else {
      throw ArchiveRefusal(.climbingPath, shown, "leads out of its folder")
    }
    guard parts.count <= limits.depth else {
      throw ArchiveRefusal(.tooDeep, shown, "is nested in more than \(limits.depth - 1) folders")
    }
    for part in parts { try Self.check(part, of: shown, limits) }
    self.parts = parts
    path = parts.joined(separator: "/")
  }

  /// Under which all names are that some system takes for this one.
  ///
  /// Capitals and small letters are one, composed and taken-apart accents too: equal strings, for Swift.
  package static func key(_ path: String) -> String { path.uppercased().lowercased() }

  private static func check(_ part: String, of shown: String, _ limits: ArchiveLimits) throws(ArchiveRefusal)
  {
    guard part.utf8.count <= limits.partBytes else {
      throw ArchiveRefusal(.nameTooLong, shown, "has a part of more than \(limits.partBytes) bytes")
    }
    for scalar in part.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        throw ArchiveRefusal(.controlCharacter, shown, "has a control character (\(named(scalar)))")
      case .format, .unassigned, .surrogate, .privateUse:
        // Joiners belong to the spelling of Persian and Urdu.
        guard scalar.value == 0x200C || scalar.value == 0x200D else {
          throw ArchiveRefusal(.unseenCharacter, shown, "has an invisible character (\(named(scalar)))")
        }
      default: break
      }
      if scalar.isASCII, "\\:<>\"|?*".unicodeScalars.contains(scalar) {
        throw ArchiveRefusal(.forbiddenCharacter, shown, "has a \(scalar), which some systems do not allow")
      }
    }
    if part.ends(with: ".") || part.ends(with: " ") || part.begins(with: " ") {
      throw ArchiveRefusal(
        .trailingSign, shown, "has a part that begins or ends with a space, or ends with a period")
    }
    if isReserved(part) {
      throw ArchiveRefusal(.reservedName, shown, "has a name that is reserved on some systems")
    }
  }

  private static func named(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Returns true if a part names a device of Windows, with any extension.
  private static func isReserved(_ part: String) -> Bool {
    let stem = String(part.fields(by: ".", atMost: 2)[0]).trimmed.uppercased()
    if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$"].contains(stem) { return true }
    guard let number = stem.after("COM") ?? stem.after("LPT") else { return false }
    return "0123456789¹²³".unicodeScalars.contains { number.unicodeScalars.elementsEqual([$0]) }
  }
}

/// The names of an archive so far: none stands for two files on any system.
package struct EntryNames: Sendable {
  private var files: [String: String] = [:]
  private var folders: [String: String] = [:]

  package init() {}

  /// Takes one more. Throws when it is there, or some system takes it for one that is.
  package mutating func add(_ name: EntryName, isFolder: Bool) throws(ArchiveRefusal) {
    var folder = ""
    for part in isFolder ? name.parts[...] : name.parts.dropLast() {
      folder = folder.isEmpty ? part : folder + "/" + part
      let key = EntryName.key(folder)
      if let other = folders[key], !other.isExactly(folder) { throw Self.twins(folder, other) }
      if let other = files[key] { throw Self.both(folder, other) }
      folders[key] = folder
    }
    guard !isFolder else { return }
    let key = EntryName.key(name.path)
    if let other = folders[key] { throw Self.both(name.path, other) }
    if let other = files[key] {
      throw other.isExactly(name.path)
        ? ArchiveRefusal(.nameTwice, name.path, "occurs twice") : Self.twins(name.path, other)
    }
    files[key] = name.path
  }

  private static func twins(_ name: String, _ other: String) -> ArchiveRefusal {
    ArchiveRefusal(.twinNames, name, "and \"\(other)\" are the same name on some systems")
  }

  private static func both(_ name: String, _ other: String) -> ArchiveRefusal {
    name.isExactly(other)
      ? ArchiveRefusal(.fileAndFolder, name, "is a file and a folder")
      : ArchiveRefusal(
        .twinNames, name, "and \"\(other)\" are the same name on some systems, a file and a folder")
  }
}
