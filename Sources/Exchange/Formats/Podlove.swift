import TilawaBase
import TilawaFormat
import TilawaQuran

extension ForeignFormat {
  /// Podlove Simple Chapters, in a file of their own or within the items of a feed.
  ///
  /// After version 1.2 of the specification. Only starts are there.
  static let podlove = ForeignFormat(
    name: "podlove", title: "Podlove Simple Chapters", extensions: ["psc"], loses: .ofStarts,
    keepsInLabels: .ofLabels, bends: [.text],
    recognises: { source in
      source.xmlRootName == "chapters"
        || source.xmlRootName != nil && source.beginning.holds("podlove.org/simple-chapters")
    },
    read: readPodlove,
    write: .text { recording, options, losses in
      let chapters = recording.titled(options, &losses).map { row, title in
        XMLElement("psc:chapter", [("start", row.start.fullClock()), ("title", title)])
      }
      return XMLElement("psc:chapters", [("version", "1.2"), ("xmlns:psc", namespace)], chapters)
        .document(&losses)
    })
}

private let namespace = "http://podlove.org/simple-chapters"

@Sendable private func readPodlove(_ input: ForeignInput) throws -> RecordingCollection {
  let (root, text) = try input.xml()
  func isChapters(_ node: XMLNode) -> Bool {
    node.name == "chapters" && (node.namespace == namespace || node.namespace.isEmpty)
  }
  var items: [(chapters: XMLNode, item: XMLNode?)] = isChapters(root) ? [(root, nil)] : []
  for item in root.descendants(where: { $0.children.contains(where: isChapters) })
    + (isChapters(root) ? [] : [root])
  {
    items += item.children.filter(isChapters).map { ($0, item) }
  }
  guard !items.isEmpty else {
    throw ExchangeFailure("\(input.name) contains no chapters of \(namespace)", at: Place(text, of: root))
  }
  return RecordingCollection(
    items.map { list, item in
      var recording = AnnotatedRecording()
      recording.facts.title = item?.textOf("title")
      if let url = item?.first("enclosure")?.attribute("url") {
        recording.facts.audio = RecordingDraft.Audio(location: url)
      }
      var chapters = Chapters()
      list.passOver(attribute: "version")
      for node in list.all("chapter") {
        let written = node.attribute("start") ?? ""
        guard let start = DecimalTime.parseClock(written) else {
          let message = "\"start\" should be a time such as 00:00:04.200, found \"\(written)\""
          input.fault(message, at: Place(text, of: node))
          continue
        }
        chapters.add(node.attribute("title") ?? "", at: start, Place(text, of: node))
      }
      return chapters.rows(in: recording, input)
    })
}
