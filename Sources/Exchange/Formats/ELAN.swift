import TilawaBase
import TilawaFormat
import TilawaQuran

extension ForeignFormat {
  /// The documents of ELAN: annotations on tiers, times as numbered slots in milliseconds.
  ///
  /// After the EAF 3.0 schema. Ayat are on the tier `ayah`, rows without an ayah on `skip`, words on `words`,
  /// markers on `markers`. Other data of a row is on a child tier each, such as `confidence` or `note@skip`.
  /// Rows that overlap are spread over `ayah`, `ayah-2` and so on, because ELAN allows no overlap on a tier.
  static let eaf = ForeignFormat(
    name: "eaf", title: "ELAN annotation document", extensions: ["eaf"], loses: [.order], bends: [.text],
    recognises: { $0.xmlRootName == "ANNOTATION_DOCUMENT" },
    read: single(ELANReader.self),
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
    let rows = recording.segmentsInTime.map { segment -> Line in
      let label = LabelText(segment)
      return (segment.row.start, segment.row.end, segment.row.skip ?? label.target, label.attributes)
    }
    let isSkip = recording.segmentsInTime.map { $0.row.skip != nil }
    tiers += tier(ELANTier.ayah, zip(rows, isSkip).filter { !$1 }.map(\.0), isRequired: true)
    tiers += tier(ELANTier.skip, zip(rows, isSkip).filter { $1 }.map(\.0))
    let words = recording.wordsInTime.map { word -> Line in
      (word.row.start, word.row.end, word.label, LabelText(word).attributes)
    }
    tiers += tier(ELANTier.words, words)
    let markers = recording.markersInTime.map { marker -> Line in
      var label = LabelText(marker)
      label.note = nil
      var extras = label.attributes
      if let note = marker.row.note { extras.append(("note", note)) }
      // ELAN has no points: without an end the annotation lasts a millisecond.
      let end = marker.row.end ?? marker.row.at + Milliseconds(1)
      if marker.row.end != nil { extras.append(("end", "true")) }
      return (marker.row.at, end, label.target, extras)
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

  /// Those of a name: what overlaps stands on several.
  private mutating func tier(_ name: String, _ lines: [Line], isRequired: Bool = false) -> [XMLElement] {
    let layers = lines.layered { $0.end <= $1.start }
    return (layers.isEmpty && isRequired ? [[]] : layers).enumerated().map { index, lines in
      let id = index == 0 ? name : "\(name)-\(index + 1)"
      return XMLElement(
        "TIER",
        [
          ("LINGUISTIC_TYPE_REF", "stretch-lt"),
          ("PARTICIPANT", recording.reciterName ?? recording.reciter?.name), ("TIER_ID", id),
        ], lines.map { annotation($0, in: id) })
    }
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

/// Reads EAF of ours, and of others: each tier with times of its own is read as labels, or the one that the user names.
struct ELANReader: RecordingReader {
  private let root: XMLNode
  private let text: SourceText
  private let input: ForeignInput
  /// Of the slots that have a time, or get one by their neighbours.
  private var times: [String: Milliseconds] = [:]
  /// Of all slots, in the order of the file.
  private var places: [String: Int] = [:]
  /// The values on child tiers, by the annotation that they belong to.
  private var attached: [String: [(key: String, value: String)]] = [:]

  init(_ input: ForeignInput) throws(ExchangeFailure) {
    (root, text) = try input.xml(root: "ANNOTATION_DOCUMENT")
    self.input = input
  }

  private func place(_ node: XMLNode) -> Place { Place(text, of: node) }

  mutating func read() -> AnnotatedRecording {
    var recording = AnnotatedRecording()
    readHeader(&recording)
    readSlots()
    let tiers = root.all("TIER")
    passOverWhatFollows()
    var slots = ELANSlots(times: times, places: places)
    slots.align(tiers)
    times = slots.times
    readAttached(tiers)
    var rows = LabelledRows(recording, report: input.report)
    var points: [MarkerRow] = []
    for tier in tiers where isWanted(tier) {
      let id = tier.attribute("TIER_ID") ?? ""
      let isOurs = { (name: String) in
        id == name || id.after("\(name)-").flatMap { Int($0) } != nil
      }
      for node in tier.all("ANNOTATION") {
        guard let annotation = node.first("ALIGNABLE_ANNOTATION") ?? reference(node, of: tier) else {
          continue
        }
        let place = place(annotation)
        guard let (start, end) = slots.span(of: annotation) else {
          input.fault(
            "annotation \"\(annotation.attribute("ANNOTATION_ID") ?? "")\" has no known time",
            at: place)
          continue
        }
        let value = annotation.first("ANNOTATION_VALUE")?.text ?? ""
        let extras = attached[annotation.attribute("ANNOTATION_ID") ?? ""] ?? []
        let isMarker = isOurs(ELANTier.markers)
        let more = more(isMarker ? extras.filter { $0.key != "end" } : extras)
        if isMarker {
          let isStretch = extras.contains { $0.key == "end" } || end > start + Milliseconds(1)
          points.append(
            MarkerRow(value, from: start, to: isStretch ? end : nil, at: place, saying: more))
        } else {
          let isSkip = isOurs(ELANTier.skip) && LabelText("skip=\(value)") != nil
          rows.add(isSkip ? "skip=\(value)" : value, from: start, to: end, at: place, saying: more)
        }
      }
    }
    var result = rows.finished()
    result.markers += points
    return result
  }

  /// Returns true if a tier's annotations are rows: those with times of their own, or the requested tier.
  private func isWanted(_ tier: XMLNode) -> Bool {
    if let wanted = input.options.tier { return tier.attribute("TIER_ID") == wanted }
    return tier.all("ANNOTATION").contains { $0.first("ALIGNABLE_ANNOTATION") != nil }
  }

  /// Returns the values of child tiers. Those that aren't keys of a row are kept if the user wishes so.
  private func more(_ extras: [(key: String, value: String)]) -> LabelText {
    var label = LabelText()
    for (key, value) in extras where !label.take(value, for: key) {
      if input.options.keepsUnknown { label.extras.append(ExtraKey("x-\(key)", .string(value))) }
    }
    return label
  }

  /// Returns the annotation's reference to another, unless a tier was requested.
  private func reference(_ node: XMLNode, of tier: XMLNode) -> XMLNode? {
    input.options.tier == nil ? nil : node.first("REF_ANNOTATION")
  }

  // MARK: Times

  /// The times that slots are given; those of the others follow from their tiers.
  private mutating func readSlots() {
    let scale: (Int64) -> Int64
    switch root.first("HEADER")?.attribute("TIME_UNITS") {
    case "PAL-frames": scale = { ($0.multipliedReportingOverflow(by: 40)).partialValue }
    case "NTSC-frames": scale = { (($0.multipliedReportingOverflow(by: 1001)).partialValue + 15) / 30 }
    default: scale = { $0 }
    }
    let origin =
      root.first("HEADER")?.first("MEDIA_DESCRIPTOR")?.attribute("TIME_ORIGIN").flatMap { Int64($0) } ?? 0
    if origin != 0 {
      input.add(
        .understood, "times are shifted by \(Milliseconds(origin)), the TIME_ORIGIN of the media file",
        at: Place(path: text.path))
    }
    for slot in root.first("TIME_ORDER")?.all("TIME_SLOT") ?? [] {
      guard let id = slot.attribute("TIME_SLOT_ID") else { continue }
      places[id] = places.count
      guard let written = slot.attribute("TIME_VALUE") else { continue }
      guard let value = Int64(written), value.magnitude < 9_007_199_254_740 else {
        input.fault("TIME_VALUE should be milliseconds, found \"\(written)\"", at: place(slot))
        continue
      }
      times[id] = Milliseconds(scale(value)) + Milliseconds(origin)
    }
  }

  // MARK: Child tiers

  /// Annotations that belong to others: those of ours are parts of rows, of the rest none is dropped in silence.
  private mutating func readAttached(_ tiers: [XMLNode]) {
    func tell(
      _ count: Int, of tier: XMLNode, since reason: String? = nil, unless remedy: Diagnostic.Remedy? = nil
    ) {
      guard count > 0 else { return }
      input.add(
        .unplaced,
        "left out: \(count == 1 ? "1 annotation" : "\(count) annotations") of the tier "
          + "\"\(tier.attribute("TIER_ID") ?? "")\"\(reason.map { "; \($0)" } ?? "")", at: place(tier),
        unless: remedy)
    }
    // What is said of an annotation that is itself a part of a row belongs to no row.
    let rows = Set(
      tiers.filter(isWanted).flatMap { $0.all("ANNOTATION") }.compactMap {
        ($0.first("ALIGNABLE_ANNOTATION") ?? $0.first("REF_ANNOTATION"))?.attribute("ANNOTATION_ID")
      })
    for tier in tiers {
      let id = tier.attribute("TIER_ID") ?? ""
      if input.options.tier == id { continue }
      let key = ELANTier.key(id)
      let references = tier.all("ANNOTATION").compactMap { $0.first("REF_ANNOTATION") }
      guard !references.isEmpty else { continue }
      var (strange, astray) = (0, 0)
      for annotation in references {
        guard let owner = annotation.attribute("ANNOTATION_REF") else { continue }
        let value = annotation.first("ANNOTATION_VALUE")?.text ?? ""
        var probe = LabelText()
        if !value.isEmpty, !rows.contains(owner) {
          astray += 1
        } else if !value.isEmpty, key != "end", !probe.take(value, for: key) {
          strange += 1
        }
        attached[owner, default: []].append((key, value))
      }
      if !input.options.keepsUnknown { tell(strange, of: tier, unless: .keepingUnknown) }
      tell(astray, of: tier, since: "their parent is not a row")
    }
  }

  // MARK: Facts

  /// Facts that are text whatever they look like.
  static let textFacts: Set<String> = [
    "id", "title", "reciter", "reciter_name", "source_file", "place", "notes",
  ]

  private func readHeader(_ recording: inout AnnotatedRecording) {
    let header = root.first("HEADER")
    var members: [(key: String, value: JSONNode)] = []
    var strange: [(name: String, place: Place)] = []
    for property in header?.all("PROPERTY") ?? [] {
      guard let name = property.attribute("NAME") else { continue }
      guard let key = name.after("tilawa:").map(String.init) else {
        if name != "lastUsedAnnotationId", name != "URN" { strange.append((name, place(property))) }
        property.passOver()
        continue
      }
      let source = SourceText(path: text.path, bytes: Array(property.text.utf8))
      let parsed = Self.textFacts.contains(key) ? nil : try? JSONText.parse(source)
      members.append((key, parsed ?? JSONNode(content: .string(property.text), offset: 0)))
    }
    if let first = strange.first {
      input.add(
        .unplaced, "left out: properties \(strange.map(\.name).joined(separator: ", "))", at: first.place)
    }
    let node = JSONNode(content: .object(members.filter { $0.key != "reciter_file" }), offset: 0)
    var object = KeyedObject(node, header.map { place($0) } ?? Place(path: text.path), input.report)
    recording.take(&object)
    if let profile = members.first(where: { $0.key == "reciter_file" })?.value {
      var object = KeyedObject(profile, Place(path: text.path), input.report)
      recording.reciter = ReciterDraft(&object)
    }
    // Of several the first is the recording's.
    let media = header?.first("MEDIA_DESCRIPTOR")
    if let file = media?.attribute("RELATIVE_MEDIA_URL") ?? media?.attribute("MEDIA_URL") {
      if recording.facts.audio == nil { recording.facts.audio = RecordingDraft.Audio(location: file) }
      let name = file.fields(by: "/").last
      media?.passOver(attribute: "MEDIA_URL") { $0.fields(by: "/").last == name }
      media?.passOver(attribute: "MIME_TYPE") { $0.begins(with: "audio/") }
    }
    let people = Set(root.all("TIER").compactMap { $0.attribute("PARTICIPANT") }.filter { !$0.isEmpty })
    let name = recording.reciterName ?? recording.reciter?.name
    if people.count == 1, name == nil { recording.reciterName = people.first }
    if people.count > 1 || name != nil && people.contains(where: { $0 != name }) {
      input.add(
        .unplaced,
        "tiers name several people besides the reciter: \(people.sorted().joined(separator: ", "))",
        at: Place(path: text.path))
    }
  }

  /// Marks as read what ELAN writes into each document, and what adds nothing to the tiers themselves.
  private func passOverWhatFollows() {
    root.passOver(attribute: "FORMAT")
    root.passOver(attribute: "VERSION")
    root.passOver(attribute: "DATE")
    for tier in root.all("TIER") { tier.passOver(attribute: "LINGUISTIC_TYPE_REF", where: Self.isPlain) }
    for type in root.all("LINGUISTIC_TYPE") {
      type.passOver(attribute: "LINGUISTIC_TYPE_ID", where: Self.isPlain)
      type.passOver(attribute: "GRAPHIC_REFERENCES") { $0 == "false" }
      type.passOver(attribute: "TIME_ALIGNABLE")
      type.passOver(attribute: "CONSTRAINTS") { $0 == "Symbolic_Association" }
    }
    let ofELAN = ["Time_Subdivision", "Symbolic_Subdivision", "Symbolic_Association", "Included_In"]
    for constraint in root.all("CONSTRAINT")
    where constraint.attribute("STEREOTYPE").map(ofELAN.contains) ?? false {
      constraint.passOver()
    }
  }

  /// Returns true if a type of tiers is one of ours, or the one that ELAN makes.
  private static func isPlain(_ type: String) -> Bool {
    ["stretch-lt", "attribute-lt", "default-lt"].contains(type)
  }
}
