package import TilawaBase
package import TilawaExchange
package import TilawaFormat
package import TilawaQuran
package import TilawaSound

/// The import of one audio file into a bundle of its own.
package struct AudioImport: Sendable {
  /// The way in which the audio gets into the bundle.
  package enum Transfer: Sendable {
    /// The file stays, and the bundle gets a copy.
    case copy
    /// The file is removed once the bundle is complete.
    case move
    /// The bundle gets a symbolic link to the file.
    case link
  }

  /// Facts about the recording that were given besides those in its file; nil if not given.
  package struct Facts: Sendable {
    /// The recording's id.
    package var id: String
    /// Its name for people.
    package var title: String?
    /// The id of the reciter.
    package var reciter: String?
    /// The riwayah of the recitation.
    package var riwayah: Riwayah?
    /// The counting system of the ayat.
    package var numbering: CountingSystem?
    /// The recited passage.
    package var passage: [AyahRange] = []
    /// The prayer that was recorded.
    package var prayer: Prayer?
    /// The time at which it was recorded.
    package var recordedAt: Timestamp?
    /// The time of the import.
    package var importedAt: Timestamp?
    /// The place where it was recorded.
    package var place: String?
    /// A remark.
    package var notes: String?
    /// A `reciter.yaml` that the bundle gets a copy of.
    package var reciterFile: [UInt8]?

    /// Creates facts with only an id.
    package init(id: String) { self.id = id }

    /// A draft of the `recording.yaml` that states these facts.
    package var draft: RecordingDraft {
      var draft = RecordingDraft(id: id)
      draft.title = title
      draft.reciter = reciter
      draft.riwayah = riwayah
      draft.numbering = numbering
      draft.passage = passage
      draft.prayer = prayer
      draft.recordedAt = recordedAt
      draft.importedAt = importedAt
      draft.place = place
      draft.notes = notes
      return draft
    }
  }

  /// The result of an import.
  package struct Result: Sendable {
    /// The bundle, new or existing.
    package let bundle: String
    /// True if a bundle of this name already contained this very audio, so that nothing was done.
    package let wasThere: Bool
    /// The duration of the audio.
    package let duration: Milliseconds
    /// The number of markers that came from the file.
    package let markers: Int
    /// The artist in the file's tags, if no reciter was given; it is kept as `x-reciter-name`.
    package var artist: String?
    /// Remarks for the user, such as that the audio breaks off.
    package var remarks: [String]
  }

  /// The audio file.
  package var file: String
  /// The audio file as the user would write it.
  package var shownFile: String
  /// The folder for the bundle.
  package var folder: String
  /// The bundle's name, with `.tilawa` at the end; if nil, it is made from the title.
  package var name: String?
  /// True if a name that is taken by other audio gets a number.
  package var numbersName = false
  /// The way in which the audio gets into the bundle.
  package var transfer: Transfer
  /// The other facts that are known.
  package var facts: Facts
  /// The encoding of the audio in the bundle, or nil to keep the file's own.
  package var encoding: AudioEncoding?
  /// The encoding of tags that don't declare theirs, or nil to guess it.
  package var tagEncoding: TextEncoding?
  /// The files that are joined, of which `file` is the first, or nil for a single file.
  package var parts: RecordingParts?

  /// Creates an import of `file` into `folder`.
  package init(
    _ file: String, shownAs shownFile: String, into folder: String, name: String? = nil, transfer: Transfer,
    facts: Facts,
    encoding: AudioEncoding? = nil
  ) {
    self.file = file
    self.shownFile = shownFile
    self.folder = folder
    self.name = name
    self.transfer = transfer
    self.facts = facts
    self.encoding = encoding
  }
}

extension AudioImport {
  /// The tags of the file; empty if they can't be read.
  private var tags: AudioMetadata {
    let decoding = tagEncoding.map { encoding -> TagDecoding in { encoding.text(of: $0) } }
    return (try? AudioMetadata.read(fromFileAt: file, decoding: decoding)) ?? AudioMetadata()
  }

  /// The artist in the tags of the file.
  var artist: String? { tags.artist.flatMap(Self.tidied) }

  /// Makes the bundle, complete or not at all. Nothing that exists is overwritten.
  ///
  /// `progress` receives the number of bytes copied, and their total.
  package func run(progress: (Int64, Int64) -> Void = { _, _ in }) throws -> Result {
    if let parts { return try join(parts, progress) }
    guard let encoding else {
      return try build(from: file, AudioProbe.properties(ofFileAt: file), progress)
    }
    guard transfer != .link else {
      throw Failure(
        "\(shownFile) must be converted, so it cannot be linked", unless: .keepingFormat)
    }
    // An AtomicDirectory that is never finished is a temporary folder. If the program is killed, the folder
    // is removed later.
    let workshop = try AtomicDirectory(for: PathText.joined(folder, ".converting-\(facts.id)"))
    let converted = PathText.joined(workshop.path, "audio.\(encoding.fileEnding)")
    let kept = try encoding.keeping(AudioProbe.depth(ofFileAt: file))
    let whole = TimeSpan(length: try AudioProbe.properties(ofFileAt: file).duration + Milliseconds(1000))
    guard try AudioCut.copy(whole, ofFileAt: file, to: converted, encoding: kept) > 0 else {
      throw Failure("cannot read \(shownFile): it contains no sound")
    }
    var result = try build(from: converted, AudioProbe.properties(ofFileAt: converted), progress)
    if !result.wasThere { result.remarks.insert("converted to \(encoding.fileEnding)", at: 0) }
    _ = consume workshop
    return result
  }

  /// Makes the bundle of several files.
  private func join(_ parts: RecordingParts, _ progress: (Int64, Int64) -> Void) throws -> Result {
    guard transfer != .link else {
      throw Failure("several files become one, so they can't be linked", unless: .keepingFormat)
    }
    let workshop = try AtomicDirectory(for: PathText.joined(folder, ".joining-\(facts.id)"))
    var path = PathText.joined(workshop.path, "audio.\(parts.encoding.fileEnding)")
    try JoinedFile.write(parts.join, to: path, encoding: parts.encoding)
    if let encoding {
      let joined = path
      path = PathText.joined(workshop.path, "converted.\(encoding.fileEnding)")
      let kept = try encoding.keeping(AudioProbe.depth(ofFileAt: joined))
      try AudioCut.copy(
        TimeSpan(length: parts.duration + Milliseconds(1000)), ofFileAt: joined, to: path, encoding: kept)
    }
    var result = try build(from: path, AudioProbe.properties(ofFileAt: path), progress)
    if !result.wasThere { result.remarks = parts.remarks(encoding) + result.remarks }
    _ = consume workshop
    return result
  }

  private func build(
    from source: String, _ properties: AudioProperties, _ progress: (Int64, Int64) -> Void
  ) throws -> Result {
    let tags = tags
    let title = facts.title ?? tags.title.flatMap(Self.tidied) ?? PathText.stem(of: file)
    let target: String
    switch try place(for: name ?? BundleName.from(title), source) {
    case .free(let path): target = path
    case .taken(let path):
      return Result(bundle: path, wasThere: true, duration: properties.duration, markers: 0, remarks: [])
    }
    let build = try AtomicDirectory(for: target)
    let audioName = "audio." + (Self.plainEnding(of: source) ?? properties.format)
    let audioPath = PathText.joined(build.path, audioName)
    let digest: FileDigest
    if transfer == .link {
      try FileTransfer.link(audioPath, to: PathText.realPath(source))
      digest = try FileDigest.of(source)
    } else {
      let total = try FileStatus.of(source).size
      digest = try FileTransfer.copy(source, to: audioPath) { progress($0, total) }
    }
    var draft = facts.draft
    draft.title = title
    draft.audio = RecordingDraft.Audio(file: audioName, properties, digest)
    draft.audio?.isExternal = transfer == .link
    let stated = facts.recordedAt ?? begun(tags) ?? tags.date.flatMap { Timestamp($0) }
    draft.recordedAt = stated ?? begunByName
    let files = parts?.parts.map(\.path) ?? [file]
    draft.sourceFile = files.map { PathText.name(of: $0) }.joined(separator: ", ")
    draft.notes = facts.notes ?? tags.comment.flatMap(Self.tidied)
    var recording = AnnotatedRecording()
    recording.facts = draft
    recording.reciterName = tags.artist.flatMap(Self.tidied)
    let isKept = recording.keepReciterName()
    try write(recording.recordingText, FileKind.recording, in: build.path)
    if let bytes = facts.reciterFile {
      try AtomicFile.write(bytes, to: PathText.joined(build.path, FileKind.reciter.fileName))
    }
    let counting = facts.numbering ?? .kufi
    let embedded =
      parts.map { EmbeddedMarkers(of: $0, counting) }
      ?? EmbeddedMarkers(of: tags, counting, duration: properties.duration)
    recording.markers = embedded.rows
    let markers = MendedText(recording.markersText, .markers)
    if !embedded.rows.isEmpty { try write(markers.text, FileKind.markers, in: build.path) }
    try build.finish()
    if transfer == .move { for file in files { try FileTransfer.remove(file) } }
    var remarks: [String] = []
    if !properties.isComplete { remarks.append("the audio is cut short") }
    if stated == nil, let moment = draft.recordedAt {
      remarks.append("recorded_at, \(moment.text), is taken from the name of the file")
    }
    remarks += Self.remarks(on: tags.encoding) + embedded.remarks + markers.remarks
    return Result(
      bundle: target, wasThere: false, duration: properties.duration, markers: embedded.rows.count,
      artist: isKept ? recording.reciterName : nil, remarks: remarks)
  }

  private static func remarks(on encoding: TagEncoding) -> [String] {
    switch encoding {
    case .stated: []
    case .windows1256: ["the tags are read as windows-1256; use --tag-encoding if that is wrong"]
    case .unknown:
      ["the tags seem to have another encoding than they declare; name it, as in --tag-encoding windows-1256"]
    }
  }

  /// Returns the time at which the recording began, from the notes of its container.
  ///
  /// Times before 1995 are not accepted: a clock that was never set shows 1904 or 1970. Times after now are
  /// not accepted, with a day's tolerance for a clock that is ahead.
  func begun(_ tags: AudioMetadata) -> Timestamp? {
    plausible(tags.created.flatMap(Timestamp.init(noted:)).flatMap { $0.hasTime ? $0 : nil })
      ?? plausible(tags.createdByItsClock.flatMap(Timestamp.init(localClock:)))
  }

  /// The time at which the recording began, from the name of the file. A time of day is taken as local
  /// time.
  private var begunByName: Timestamp? {
    guard let text = NamedDate.text(in: PathText.stem(of: file)) else { return nil }
    let day = text.cut(at: "T").map { String($0.0) } ?? text
    return plausible(Timestamp(localClock: text)) ?? plausible(Timestamp(day))
  }

  private func plausible(_ moment: Timestamp?) -> Timestamp? {
    let earliest = Timestamp("1995-01-01")?.seconds ?? 0
    guard let moment, moment.seconds >= earliest,
      moment.seconds <= (facts.importedAt?.seconds ?? .max - 86_400) + 86_400
    else { return nil }
    return moment
  }

  private enum Place {
    /// A path where nothing is yet.
    case free(String)
    /// A bundle that contains the same audio.
    case taken(String)
  }

  /// Returns the place for a bundle of that name. Throws if the name is taken by other audio and isn't to
  /// be numbered.
  private func place(for name: String, _ source: String) throws -> Place {
    let stem = name.before(BundleName.ending).map(String.init) ?? name
    var digest: String?
    var number = 0
    while true {
      number += 1
      let name = number == 1 ? name : "\(stem)-\(number)\(BundleName.ending)"
      let path = PathText.joined(folder, name)
      guard try FileStatus.ifAny(path, followingLinks: false) != nil else { return .free(path) }
      let bundle = TilawaBundle(readingAt: path, shownAs: path, only: [.recording])
      if let known = bundle.recording?.content?.audio?.sha256?.value {
        let own = try digest ?? FileDigest.of(source).sha256
        digest = own
        if own.isExactly(known) { return .taken(path) }
      }
      guard numbersName else {
        throw Failure("cannot import \(shownFile): \(name) already exists", unless: .anotherName)
      }
    }
  }

  private func write(_ text: String, _ kind: FileKind, in folder: String) throws {
    try AtomicFile.write(Array(text.utf8), to: PathText.joined(folder, kind.fileName))
  }

  /// Returns the ending of a file's name, if programs can be expected to recognise it.
  private static func plainEnding(of path: String) -> String? {
    let ending = PathText.fileExtension(of: path).lowercased()
    let isPlain = ending.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) }
    return (1...8).contains(ending.utf8.count) && isPlain ? ending : nil
  }

  /// Returns the text without blanks and control characters around it, and single spaces inside; nil if
  /// nothing is left.
  static func tidied(_ text: String) -> String? {
    let words = text.words { $0.properties.isWhitespace || $0.properties.generalCategory == .control }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}

extension Timestamp {
  /// Creates the time of a text such as `2024-01-05T09:30:00.000000Z` or `2024-01-05T12:30:00+0300`,
  /// without fractions of a second.
  fileprivate init?(noted text: String) {
    var text = text
    if let (whole, rest) = text.cut(at: ".") {
      text = String(whole) + String(Substring(rest.unicodeScalars.drop { ("0"..."9").contains($0) }))
    }
    // `+0300`, which RFC 3339 writes with a colon.
    if let sign = text.utf8.suffix(5).first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      text.holds("T")
    {
      let minutes = text.unicodeScalars.index(text.endIndex, offsetBy: -2)
      text = text[..<minutes] + ":" + text[minutes...]
    }
    self.init(text)
  }
}
