import TilawaBase
import TilawaQuran
import TilawaFormat

extension ForeignFormat {
  /// Podlove Simple Chapters, in a file of their own or within the items of a feed.
  ///
  /// After version 1.2 of the specification. Only starts are there.
  static let podlove: ForeignFormat = ForeignFormat(
    name: "podlove", title: "Podlove Simple Chapters", extensions: ["psc"],
    loses: [.end, .gap, .overlap, .words, .marker, .meta, .order],
    keepsInLabels: [.joins, .conf, .verified, .riwayah, .reciter, .note, .rakah, .priority, .xkeys],
    bends: [.text],
    recognises: { source in
      source.xmlRootName == "chapters"
        || source.xmlRootName != nil && source.beginning.holds("podlove.org/simple-chapters")
    },
    read: { source, options, report in try readPodlove(source, options, report) },
    write: .file { recording, options in writePodlove(recording, options) })
}

private let namespace = "http://podlove.org/simple-chapters"

private func writePodlove(_ recording: AnnotatedRecording, _ options: WritingOptions) -> ForeignText {
  var losses = Losses(of: .podlove, options, in: recording)
  let chapters = recording.segmentsInTime.map { segment in
    XMLElement(
      "psc:chapter",
      [
        ("start", ClockTime.text(segment.row.start)),
        ("title", losses.oneLine(LabelText(segment).text(options.labels))),
      ])
  }
  let root = XMLElement("psc:chapters", [("version", "1.2"), ("xmlns:psc", namespace)], chapters)
  let text = root.document(&losses)
  return ForeignText(text, losses: losses)
}

private func readPodlove(
  _ source: ForeignSource, _ options: ReadingOptions, _ report: ExchangeReport
) throws -> RecordingCollection {
  let (root, text) = try source.xml(options.encoding, report)
  func place(_ node: XMLNode) -> Place { Place(text, node.offset..<node.offset + 1) }
  func isChapters(_ node: XMLNode) -> Bool {
    node.name == "chapters" && (node.namespace == namespace || node.namespace.isEmpty)
  }
  var items: [(chapters: XMLNode, item: XMLNode?)] = []
  if isChapters(root) { items = [(root, nil)] }
  for item in root.descendants(where: { $0.children.contains(where: isChapters) })
    + (isChapters(root) ? [] : [root])
  {
    items += item.children.filter(isChapters).map { ($0, item) }
  }
  guard !items.isEmpty else {
    throw ExchangeFailure("\(source.shownPath) holds no chapters of \(namespace)", at: place(root))
  }
  return RecordingCollection(
    items.map { chapters, item in
      var recording = AnnotatedRecording()
      recording.facts.title = item?.textOf("title")
      if let url = item?.first("enclosure")?.attribute("url") {
        recording.facts.audio = RecordingDraft.Audio(location: url)
      }
      var found = StartTimes()
      chapters.passOver(attribute: "version")
      for node in chapters.all("chapter") {
        guard let written = node.attribute("start"), let start = DecimalTime.parseClock(written) else {
          report.add(
            ExchangeRules.unreadableRow,
            "\"start\" should be a time such as 00:00:04.200, found \"\(node.attribute("start") ?? "")\"",
            at: place(node))
          continue
        }
        found.add(node.attribute("title") ?? "", at: start, place(node))
      }
      var rows = LabelledRows(recording, report: report)
      found.finish(&rows, end: options.duration, report)
      return rows.finished()
    })
}

/// Times as clocks show them.
enum ClockTime {
  /// `00:00:04.200`
  static func text(_ time: Milliseconds) -> String {
    func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    let seconds = Milliseconds(time.count % 60_000).description
    let minutes = time.count / 60_000
    return "\(two(minutes / 60)):\(two(minutes % 60)):\(seconds.utf8.count < 6 ? "0" : "")\(seconds)"
  }
}
