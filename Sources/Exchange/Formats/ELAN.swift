import TilawaBase
import TilawaFormat
import TilawaQuran

extension ForeignFormat {
  /// The documents of ELAN: annotations on tiers, times as numbered slots in milliseconds.
  ///
  /// After the EAF 3.0 schema. Ayat are on the tier `ayah`, rows that are none on `skip`, words on `words`, markers on
  /// `markers`; what else a row says stands on a child tier each, such as `confidence` or `note@skip`. Rows that overlap
  /// are parted over `ayah`, `ayah-2` and so on, because ELAN lets no two overlap on a tier.
  static let eaf = ForeignFormat(
    name: "eaf", title: "ELAN annotation document", extensions: ["eaf"], loses: [.order], bends: [.text],
    recognises: { $0.xmlRootName == "ANNOTATION_DOCUMENT" },
    read: single { input in
      var reader = try ELANReader(input)
      return reader.read()
    },
    write: .file { recording, options in
      var writer = ELANWriter(recording, options)
      return writer.text()
    })
}

extension AnnotatedRecording {
  /// Never the clock's: the same recording makes the same file.
  var documentDate: String {
    guard let stamp = facts.recordedAt ?? facts.importedAt else { return "1970-01-01T00:00:00Z" }
    return stamp.hasTime ? stamp.text : "\(stamp.text)T00:00:00Z"
  }
}

/// The tiers of ours.
enum ELANTier {
  static let ayah = "ayah"
  static let skip = "skip"
  static let words = "words"
  static let markers = "markers"

  /// `confidence`, `confidence@skip`.
  static func child(_ key: String, of tier: String) -> String { tier == ayah ? key : "\(key)@\(tier)" }

  /// The key of a child tier: what stands before the sign.
  static func key(_ tier: String) -> String { String(tier.words(by: "@").first ?? "") }
}

// MARK: Writing

private struct ELANWriter {
  private let recording: AnnotatedRecording
  private let options: WritingOptions
  private var losses = Losses()
  private var slots: [XMLElement] = []
  private var annotations = 0
  private var children: [(id: String, parent: String, annotations: [XMLElement])] = []

  init(_ recording: AnnotatedRecording, _ options: WritingOptions) {
    self.recording = recording
    self.options = options
  }

  private typealias Line = (start: Milliseconds, end: Milliseconds, value: String, extras: [(String, String)])

  mutating func text() -> ForeignText {
    var tiers: [XMLElement] = []
    var lines: [[Line]] = []
    var skips: [[Line]] = []
    for segment in recording.segmentsInTime {
      let label = LabelText(segment)
      if let skip = segment.row.skip {
        Self.place((segment.row.start, segment.row.end, skip, label.attributes), on: &skips)
      } else {
        Self.place((segment.row.start, segment.row.end, label.target, label.attributes), on: &lines)
      }
    }
    tiers += tier(ELANTier.ayah, lines, isRequired: true)
    tiers += tier(ELANTier.skip, skips)
    var words: [[Line]] = []
    for word in recording.wordsInTime {
      var label = LabelText()
      label.confidence = word.row.confidence
      label.extras = word.extras
      Self.place((word.row.start, word.row.end, word.label, label.attributes), on: &words)
    }
    tiers += tier(ELANTier.words, words)
    var markers: [[Line]] = []
    for marker in recording.markersInTime {
      var label = LabelText(marker)
      label.note = nil
      var extras = label.attributes
      if let note = marker.row.note { extras.append(("note", note)) }
      // ELAN has no points: without an end the annotation lasts a millisecond.
      let end = marker.row.end ?? marker.row.at + Milliseconds(1)
      if marker.row.end != nil { extras.append(("end", "true")) }
      Self.place((marker.row.at, end, label.target, extras), on: &markers)
    }
    tiers += tier(ELANTier.markers, markers)
    var document = XMLElement(
      "ANNOTATION_DOCUMENT",
      [
        ("AUTHOR", ""), ("DATE", recording.documentDate), ("FORMAT", "3.0"), ("VERSION", "3.0"),
        ("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"),
        ("xsi:noNamespaceSchemaLocation", "http://www.mpi.nl/tools/elan/EAFv3.0.xsd"),
      ])
    document.children =
      [header, XMLElement("TIME_ORDER", [], slots)] + tiers
      + children.map { child in
        XMLElement(
          "TIER",
          [("LINGUISTIC_TYPE_REF", "attribute-lt"), ("PARENT_REF", child.parent), ("TIER_ID", child.id)],
          child.annotations)
      } + Self.types
    let text = document.document(&losses)
    return ForeignText(text, losses: losses)
  }

  /// Onto the first of some tiers where nothing is in the way.
  private static func place(_ line: Line, on tiers: inout [[Line]]) {
    if let free = tiers.firstIndex(where: { $0.last.map { $0.end <= line.start } ?? true }) {
      tiers[free].append(line)
    } else {
      tiers.append([line])
    }
  }

  private mutating func tier(_ name: String, _ layers: [[Line]], isRequired: Bool = false) -> [XMLElement] {
    var tiers: [XMLElement] = []
    for (index, lines) in (layers.isEmpty && isRequired ? [[]] : layers).enumerated() {
      let id = index == 0 ? name : "\(name)-\(index + 1)"
      var attributes: [(name: String, value: String?)] = [("LINGUISTIC_TYPE_REF", "stretch-lt")]
      attributes.append(("PARTICIPANT", recording.reciterName ?? recording.reciter?.name))
      attributes.append(("TIER_ID", id))
      tiers.append(XMLElement("TIER", attributes, lines.map { annotation($0, in: id) }))
    }
    return tiers
  }

  private mutating func annotation(_ line: Line, in tier: String) -> XMLElement {
    annotations += 1
    let id = "a\(annotations)"
    let (first, last) = (slot(line.start), slot(line.end))
    for (key, value) in line.extras {
      annotations += 1
      let element = XMLElement(
        "ANNOTATION", [],
        [
          XMLElement(
            "REF_ANNOTATION", [("ANNOTATION_ID", "a\(annotations)"), ("ANNOTATION_REF", id)],
            [XMLElement("ANNOTATION_VALUE", text: value)])
        ])
      let child = ELANTier.child(key, of: tier)
      if let place = children.firstIndex(where: { $0.id == child }) {
        children[place].annotations.append(element)
      } else {
        children.append((child, tier, [element]))
      }
    }
    return XMLElement(
      "ANNOTATION", [],
      [
        XMLElement(
          "ALIGNABLE_ANNOTATION",
          [("ANNOTATION_ID", id), ("TIME_SLOT_REF1", first), ("TIME_SLOT_REF2", last)],
          [XMLElement("ANNOTATION_VALUE", text: line.value)])
      ])
  }

  private mutating func slot(_ time: Milliseconds) -> String {
    let id = "ts\(slots.count + 1)"
    slots.append(XMLElement("TIME_SLOT", [("TIME_SLOT_ID", id), ("TIME_VALUE", "\(time.count)")]))
    return id
  }

  private var header: XMLElement {
    var header = XMLElement("HEADER", [("MEDIA_FILE", ""), ("TIME_UNITS", "milliseconds")])
    let audio = recording.facts.audio
    if let file = options.audioPath ?? audio?.file ?? audio?.url, !file.isEmpty {
      let path = PercentEncoding.encoded(file)
      header.children.append(
        XMLElement(
          "MEDIA_DESCRIPTOR",
          [
            ("MEDIA_URL", path), ("MIME_TYPE", AudioMediaType.of(file)),
            ("RELATIVE_MEDIA_URL", path.holds(":") ? nil : "./\(path)"),
          ]))
    }
    header.children.append(
      XMLElement("PROPERTY", [("NAME", "lastUsedAnnotationId")], text: "\(annotations)"))
    for member in recording.ourMembers {
      var text = member.value.plainText
      if case .string(let own) = member.value, ELANReader.textFacts.contains(member.key) { text = own }
      header.children.append(XMLElement("PROPERTY", [("NAME", "tilawa:\(member.key)")], text: text))
    }
    return header
  }

  private static let types: [XMLElement] = [
    XMLElement(
      "LINGUISTIC_TYPE",
      [("GRAPHIC_REFERENCES", "false"), ("LINGUISTIC_TYPE_ID", "stretch-lt"), ("TIME_ALIGNABLE", "true")]),
    XMLElement(
      "LINGUISTIC_TYPE",
      [
        ("CONSTRAINTS", "Symbolic_Association"), ("GRAPHIC_REFERENCES", "false"),
        ("LINGUISTIC_TYPE_ID", "attribute-lt"), ("TIME_ALIGNABLE", "false"),
      ]),
    XMLElement(
      "CONSTRAINT",
      [("DESCRIPTION", "1-1 association with a parent annotation"), ("STEREOTYPE", "Symbolic_Association")]),
  ]
}
