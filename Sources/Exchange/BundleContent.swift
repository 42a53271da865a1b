package import TilawaBase
package import TilawaFormat
import TilawaQuran
import TilawaYAML

extension AnnotatedRecording {
  /// All that the files of a bundle say, but for comments and the order of keys.
  package init(of bundle: TilawaBundle) {
    if let file = bundle.recording, let recording = file.content { take(recording, of: file) }
    if let file = bundle.reciter, let reciter = file.content {
      self.reciter = ReciterDraft(reciter, extras: Self.extras(of: file.source, .reciter))
    }
    if let file = bundle.segments {
      let extras = Self.rowExtras(of: file.source, .segments, arePlain: file.hasPlainRows)
      segments = (file.content?.rows ?? []).map { row in
        SegmentRow(row.value, extras: extras[row.index] ?? [], at: file.place(row.bytes))
      }
    }
    if let file = bundle.markers {
      let extras = Self.rowExtras(of: file.source, .markers, arePlain: file.hasPlainRows)
      markers = (file.content?.rows ?? []).map { row in
        MarkerRow(row.value, extras: extras[row.index] ?? [], at: file.place(row.bytes))
      }
    }
    if let file = bundle.words {
      let extras = Self.rowExtras(of: file.source, .words, arePlain: file.hasPlainRows)
      words = (file.content?.rows ?? []).map { row in
        WordRow(row.value, extras: extras[row.index] ?? [], at: file.place(row.bytes))
      }
    }
  }

  private mutating func take(_ recording: Recording, of file: BundleFile<Recording>) {
    facts.id = recording.id?.value ?? ""
    facts.title = recording.title?.value
    facts.audio = recording.audio.map { audio in
      var draft = RecordingDraft.Audio(file: audio.file?.value ?? "")
      draft.sha256 = audio.sha256?.value
      draft.bytes = audio.bytes.map { Int64($0.value) }
      draft.duration = audio.duration?.value
      draft.sampleRate = audio.sampleRate?.value
      draft.channels = audio.channels?.value
      draft.format = audio.format?.value
      draft.url = audio.url?.value
      return draft
    }
    facts.reciter = recording.reciter?.value
    facts.riwayah = recording.riwayah?.value
    facts.numbering = recording.numbering?.value
    facts.passage = recording.passage?.value.map(\.value) ?? []
    facts.passageHeard = recording.passageHeard?.value.map(\.value) ?? []
    facts.prayer = recording.prayer?.value
    facts.status = recording.declaredStatus?.value
    facts.recordedAt = recording.recordedAt?.value
    facts.importedAt = recording.importedAt?.value
    facts.sourceFile = recording.sourceFile?.value
    facts.place = recording.place?.value
    facts.notes = recording.notes?.value
    extras = Self.extras(of: file.source, .recording)
  }

  // MARK: Keys of the user's own

  fileprivate static func extras(of source: SourceText, _ kind: FileKind) -> [ExtraKey] {
    extras(YAMLDocument(parsing: source).root, knowing: Set(kind.fieldNames))
  }

  private static func rowExtras(of source: SourceText, _ kind: FileKind, arePlain: Bool) -> [Int: [ExtraKey]]
  {
    guard !arePlain, let key = kind.rowsKey, let rows = YAMLDocument(parsing: source).root?[key]?.sequence
    else { return [:] }
    var found: [Int: [ExtraKey]] = [:]
    for (index, row) in rows.enumerated() {
      let extras = extras(row, knowing: Set(kind.rowKeys))
      if !extras.isEmpty { found[index] = extras }
    }
    return found
  }

  private static func extras(_ node: YAMLNode?, knowing known: Set<String>) -> [ExtraKey] {
    (node?.mapping ?? []).compactMap { pair in
      guard let key = pair.key.scalar?.value, !known.contains(key) else { return nil }
      return ExtraKey(key, JSONValue(pair.value))
    }
  }
}

extension ReciterDraft {
  /// The content of a reciter file, with the user's own keys.
  package init(_ reciter: Reciter, source: SourceText) {
    self.init(reciter, extras: AnnotatedRecording.extras(of: source, .reciter))
  }

  init(_ reciter: Reciter, extras: [ExtraKey]) {
    self.init(id: reciter.id?.value ?? "", name: reciter.name?.value ?? "")
    shortName = reciter.shortName?.value
    arabicName = reciter.arabicName?.value
    riwayah = reciter.riwayah?.value
    style = reciter.style?.value
    image = reciter.image?.value
    sortOrder = reciter.sortOrder?.value
    self.extras = extras
    sources = reciter.sources.map { row in
      var source = Source(url: row.url?.value, pattern: row.pattern?.value ?? "")
      source.format = row.format?.value
      source.riwayah = row.riwayah?.value
      source.numbering = row.numbering?.value
      source.bitrate = row.bitrate?.value
      source.cache = row.cache?.value
      return source
    }
  }
}

extension JSONValue {
  /// The value of a YAML node.
  init(_ node: YAMLNode) {
    switch node.content {
    case .scalar(let scalar):
      switch scalar.kind {
      case .null: self = .null
      case .boolean(let value): self = .bool(value)
      case .integer, .float:
        // Other notations of numbers, such as 0x10 and .5, are not valid JSON.
        self = JSONText.isNumber(scalar.value) ? .number(scalar.value) : .string(scalar.value)
      case .text: self = .string(scalar.value)
      }
    case .sequence(let items): self = .array(items.map { JSONValue($0) })
    case .mapping(let pairs):
      self = .object(pairs.map { Member($0.key.scalar?.value ?? "", JSONValue($0.value)) })
    }
  }
}

extension AnnotatedRecording {
  /// The files of a new bundle with all of its data, in canonical form. Files for rows are included only if
  /// there are rows.
  package var bundleTexts: [(kind: FileKind, text: String)] {
    var texts: [(kind: FileKind, text: String)] = [(.recording, recordingText)]
    if let reciter, RecordingDraft.isIdentifier(reciter.id), !reciter.name.isEmpty {
      texts.append((.reciter, reciter.text))
    }
    if !segments.isEmpty { texts.append((.segments, segmentsText)) }
    if !markers.isEmpty { texts.append((.markers, markersText)) }
    if !words.isEmpty { texts.append((.words, wordsText)) }
    return texts
  }

  /// `recording.yaml`.
  package var recordingText: String { YAMLValue.print(facts.yaml.adding(extras)) }

  /// `segments.yaml`.
  package var segmentsText: String {
    FileKind.segments.text(ofRows: segments.map { $0.row.yaml.adding($0.extras) })
  }

  /// `markers.yaml`.
  package var markersText: String {
    FileKind.markers.text(ofRows: markers.map { $0.row.yaml.adding($0.extras) })
  }

  /// `words.yaml`.
  package var wordsText: String {
    FileKind.words.text(ofRows: words.map { $0.row.yaml.adding($0.extras) })
  }
}
