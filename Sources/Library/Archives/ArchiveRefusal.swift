import TilawaBase

/// Why an archive, or a name in one, is not taken. Each reason has a name, which the standard explains.
package struct ArchiveRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason for the refusal, by the names of `spec/companions/sharing.md`.
  package enum Reason: String, CaseIterable, Sendable {
    // Names.
    case absolutePath = "absolute-path"
    case climbingPath = "climbing-path"
    case driveLetter = "drive-letter"
    case emptyName = "empty-name"
    case controlCharacter = "control-character"
    case unseenCharacter = "unseen-character"
    case forbiddenCharacter = "forbidden-character"
    case reservedName = "reserved-name"
    case trailingSign = "trailing-sign"
    case notUTF8 = "not-utf-8"
    case nameTooLong = "name-too-long"
    case tooDeep = "too-deep"
    case hiddenName = "hidden-name"
    case privateName = "private-name"
    case twinNames = "twin-names"
    case nameTwice = "name-twice"
    case fileAndFolder = "file-and-folder"
    // Kinds.
    case link = "link"
    case hardLink = "hard-link"
    case device = "device"
    case sparseFile = "sparse-file"
    case unknownKind = "unknown-kind"
    case encrypted = "encrypted"
    case unknownCompression = "unknown-compression"
    // Sizes.
    case tooManyEntries = "too-many-entries"
    case tooLarge = "too-large"
    case bomb = "bomb"
    case lyingSize = "lying-size"
    case overlapping = "overlapping"
    // The whole.
    case notAnArchive = "not-an-archive"
    case brokenOff = "broken-off"
    case damaged = "damaged"
    case wrongChecksum = "wrong-checksum"
    case twoLists = "two-lists"
    case inPieces = "in-pieces"
    case somethingBehind = "something-behind"
    case nested = "nested"
    case noBundle = "no-bundle"
    // The manifest.
    case badManifest = "bad-manifest"
    case notInManifest = "not-in-manifest"
    case missingFile = "missing-file"
    case toBeFetched = "to-be-fetched"
  }

  /// The reason for the refusal.
  package let reason: Reason
  /// The name in the archive that it is about, with what isn't UTF-8 replaced; nil for the whole.
  package let entry: String?
  /// The rest of a sentence that begins with the name, or with the archive: lower case, no full stop.
  package let text: String

  package init(_ reason: Reason, _ entry: String? = nil, _ text: String) {
    (self.reason, self.entry, self.text) = (reason, entry, text)
  }

  /// `"../evil" leads out of its folder [climbing-path]`.
  package var description: String {
    let shown = entry.map { name in
      let short = name.unicodeScalars.count > 120 ? String(name.unicodeScalars.prefix(120)) + "…" : name
      return "\"\(short)\" "
    }
    return "\(shown ?? "it ")\(text) [\(reason.rawValue)]"
  }
}
