package import TilawaBase
package import TilawaExchange
package import TilawaFormat
package import TilawaQuran
package import TilawaSound

/// One audio file on its way into a bundle of its own.
package struct AudioImport: Sendable {
  /// How the audio gets into the bundle.
  package enum Transfer: Sendable {
    /// The file stays, and the bundle gets a copy.
    case copy
    /// The file goes once the bundle is complete.
    case move
    /// The bundle gets a symbolic link to the file.
    case link
  }

  /// What was said of the recording besides what its file tells; nil is not said.
  package struct Facts: Sendable {
    /// The recording's id.
    package var id: String
    /// Its name for people.
    package var title: String?
    /// Id of who recites.
    package var reciter: String?
    /// In which riwayah.
    package var riwayah: Riwayah?
    /// How ayat are counted.
    package var numbering: CountingSystem?
    /// What is recited.
    package var passage: [AyahRange] = []
    /// Of which prayer it is.
    package var prayer: Prayer?
    /// When it was recorded.
    package var recordedAt: Timestamp?
    /// When it is imported.
    package var importedAt: Timestamp?
    /// Where it was recorded.
    package var place: String?
    /// A remark.
    package var notes: String?
    /// A `reciter.yaml` that the bundle gets a copy of.
    package var reciterFile: [UInt8]?

    /// Nothing but the id.
    package init(id: String) { self.id = id }

    /// A `recording.yaml` that says these facts.
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

  /// What came of it.
  package struct Result: Sendable {
    /// The bundle, new or found.
    package let bundle: String
    /// Whether a bundle of this name held this very audio already, so that nothing was done.
    package let wasThere: Bool
    /// How long the audio plays.
    package let duration: Milliseconds
    /// How many markers the file brought along.
    package let markers: Int
    /// Who recites by the tags of the file, where nothing else was said; it is kept as `x-reciter-name`.
    package var artist: String?
    /// What the user should know, such as audio that breaks off.
    package var remarks: [String]
  }

  /// The audio file.
  package var file: String
  /// The audio file as the user would write it.
  package var shownFile: String
  /// Where the bundle is put.
  package var folder: String
  /// What it is called, `.tilawa` at the end; made from the title when nil.
  package var name: String?
  /// How the audio gets there.
  package var transfer: Transfer
  /// What else is known.
  package var facts: Facts
  /// In which encoding the bundle holds the audio; nil for the file as it is.
  package var encoding: AudioEncoding?
  /// The encoding of tags that don't say theirs; nil for what they look like.
  package var tagEncoding: TextEncoding?

  /// An import of `file` into `folder`.
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
  /// Makes the bundle, complete or not at all. Nothing that is there is overwritten.
  ///
  /// `progress` is told the bytes copied and their sum.
  package func run(progress: (Int64, Int64) -> Void = { _, _ in }) throws -> Result {
    guard let encoding else {
      return try build(from: file, AudioProbe.properties(ofFileAt: file), progress)
    }
    guard transfer != .link else {
      throw Failure(
        "\(shownFile) has to be converted, so it can't be linked", unless: .keepingFormat)
    }
    // An AtomicDirectory that is never finished is a temporary folder that a killed program doesn't leave
    // for good.
    let workshop = try AtomicDirectory(for: PathText.joined(folder, ".converting-\(facts.id)"))
    let converted = PathText.joined(workshop.path, "audio.\(encoding.fileEnding)")
    let kept = try encoding.keeping(AudioProbe.depth(ofFileAt: file))
    let whole = TimeSpan(length: try AudioProbe.properties(ofFileAt: file).duration + Milliseconds(1000))
    guard try AudioCut.copy(whole, ofFileAt: file, to: converted, encoding: kept) > 0 else {
      throw Failure("cannot read \(shownFile): it holds no sound")
    }
    var result = try build(from: converted, AudioProbe.properties(ofFileAt: converted), progress)
    if !result.wasThere { result.remarks.insert("converted to \(encoding.fileEnding)", at: 0) }
    _ = consume workshop
    return result
  }

  private func build(
    from source: String, _ properties: AudioProperties, _ progress: (Int64, Int64) -> Void
  ) throws -> Result {
    let decoding = tagEncoding.map { encoding -> TagDecoding in { encoding.text(of: $0) } }
    let tags = (try? AudioMetadata.read(fromFileAt: file, decoding: decoding)) ?? AudioMetadata()
    let title = facts.title ?? tags.title.flatMap(Self.tidied) ?? PathText.stem(of: file)
    let target = PathText.joined(folder, name ?? BundleName.from(title))
    if try FileStatus.ifAny(target, followingLinks: false) != nil {
      return try whatIsThere(target, source, properties)
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
    draft.sourceFile = PathText.name(of: file)
    draft.notes = facts.notes ?? tags.comment.flatMap(Self.tidied)
    var recording = AnnotatedRecording()
    recording.facts = draft
    recording.reciterName = tags.artist.flatMap(Self.tidied)
    let isKept = recording.keepReciterName()
    try write(recording.recordingText, FileKind.recording, in: build.path)
    if let bytes = facts.reciterFile {
      try AtomicFile.write(bytes, to: PathText.joined(build.path, FileKind.reciter.fileName))
    }
    let embedded = EmbeddedMarkers(of: tags, facts.numbering ?? .kufi, duration: properties.duration)
    recording.markers = embedded.rows
    let markers = MendedText(recording.markersText, .markers)
    if !embedded.rows.isEmpty { try write(markers.text, FileKind.markers, in: build.path) }
    try build.finish()
    if transfer == .move { try FileTransfer.remove(file) }
    var remarks: [String] = []
    if !properties.isComplete { remarks.append("the audio breaks off: the file is cut short") }
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
    case .windows1256: ["the tags are read as windows-1256; --tag-encoding names another encoding"]
    case .unknown:
      ["the tags seem to be in another encoding than they say; name it, as in --tag-encoding windows-1256"]
    }
  }

  /// When the recording was begun, by what its container notes.
  ///
  /// Not before 1995: a clock that was never set says 1904 or 1970. Nor after now, but for a clock that is a day ahead.
  private func begun(_ tags: AudioMetadata) -> Timestamp? {
    plausible(tags.created.flatMap(Timestamp.init(noted:)).flatMap { $0.hasTime ? $0 : nil })
      ?? plausible(tags.createdByItsClock.flatMap(Timestamp.init(localClock:)))
  }

  /// The same by the name of the file; a time of day is taken for that of the clock here.
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

  /// A second import of the same audio is no fault; of other audio under a name that is taken it is.
  private func whatIsThere(_ target: String, _ source: String, _ properties: AudioProperties) throws -> Result
  {
    let bundle = TilawaBundle(readingAt: target, shownAs: target, only: [.recording])
    guard let held = bundle.recording?.content?.audio?.sha256?.value, try FileDigest.of(source).sha256 == held
    else {
      throw Failure(
        "cannot create \(PathText.name(of: target)): it exists already", unless: .anotherName)
    }
    return Result(bundle: target, wasThere: true, duration: properties.duration, markers: 0, remarks: [])
  }

  private func write(_ text: String, _ kind: FileKind, in folder: String) throws {
    try AtomicFile.write(Array(text.utf8), to: PathText.joined(folder, kind.fileName))
  }

  /// What a file's name ends in, when programs can be expected to know it.
  private static func plainEnding(of path: String) -> String? {
    let ending = PathText.fileExtension(of: path).lowercased()
    let isPlain = ending.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) }
    return (1...8).contains(ending.utf8.count) && isPlain ? ending : nil
  }

  /// Without blanks and control characters around and inside; nil when nothing is left.
  static func tidied(_ text: String) -> String? {
    let words = text.words { $0.properties.isWhitespace || $0.properties.generalCategory == .control }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}

extension Timestamp {
  /// The moment of a text such as `2024-01-05T09:30:00.000000Z` or `2024-01-05T12:30:00+0300`, without fractions of a second.
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
