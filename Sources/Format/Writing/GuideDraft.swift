package import TilawaBase
import TilawaQuran
package import TilawaYAML

/// The content of a guide, to be written or as read, without the places in a file.
package struct GuideDraft: Sendable {
  /// One step; it is numbered by its place.
  package struct Step: Hashable, Sendable {
    package var title: String
    package var description: String?
    package var arabic: String?
    package var transliteration: String?
    package var translation: String?
    package var hear: [HeardPhrase] = []

    /// A step of which nothing more is known.
    package init(title: String) { self.title = title }
  }

  /// A remark on the prayer.
  package struct Remark: Hashable, Sendable {
    /// The rak'ah that it is about, from 1; nil of none in particular.
    package var rakah: Int?
    package var text: String

    /// A note on a rak'ah, or on all of it.
    package init(_ text: String, rakah: Int? = nil) { (self.text, self.rakah) = (text, rakah) }
  }

  package var id: String
  package var title: String
  package var prayer: Prayer
  package var school: School?
  package var rakaat: Int?
  package var type: String?
  package var edition: Int?
  package var created: Timestamp?
  package var changed: Timestamp?
  package var offline: Bool?
  package var video: String?
  package var image: String?
  package var steps: [Step] = []
  package var rakahNotes: [Remark] = []
  package var notes: [Remark] = []
  /// Keys of the user's own, which begin with `x-`, with values that are text.
  package var own: [(key: String, text: String)] = []

  /// Creates a guide with only the required values.
  package init(id: String, title: String, prayer: Prayer) {
    (self.id, self.title, self.prayer) = (id, title, prayer)
  }

  /// Creates a draft from a file; nil if the file lacks an id, a title or a prayer.
  package init?(of file: BundleFile<Guide>) {
    guard let guide = file.content, let id = guide.id?.value, let title = guide.title?.value,
      let prayer = guide.prayer?.value
    else { return nil }
    self.init(id: id, title: title, prayer: prayer)
    (school, rakaat, type) = (guide.school?.value, guide.rakaat?.value, guide.type?.value)
    (edition, created, changed) = (guide.edition?.value, guide.created?.value, guide.changed?.value)
    (offline, video, image) = (guide.offline?.value, guide.video?.value, guide.image?.value)
    steps = guide.steps.compactMap { row in
      guard let title = row.title?.value else { return nil }
      var step = Step(title: title)
      (step.description, step.arabic) = (row.description?.value, row.arabic?.value)
      (step.transliteration, step.translation) = (row.transliteration?.value, row.translation?.value)
      step.hear = row.hear?.value.map(\.value) ?? []
      return step
    }
    rakahNotes = guide.rakahNotes.compactMap { note in
      note.text.map { Remark($0.value, rakah: note.rakah?.value) }
    }
    notes = guide.notes.compactMap { note in note.text.map { Remark($0.value) } }
    own = (YAMLDocument(parsing: file.source).root?.mapping ?? []).compactMap { pair in
      guard let key = pair.key.scalar?.value, key.begins(with: "x-"), let text = pair.value.scalar?.value
      else { return nil }
      return (key, text)
    }
  }

  /// The number of rak'at: the one given, else the usual one of the prayer. Nil if neither is known.
  package var rakahCount: Int? { rakaat ?? prayer.rakaat }

  /// Returns true if `text` can be the id of a guide.
  package static func isID(_ text: String) -> Bool { FieldType<String>.isIdentifier(text) }

  /// Returns true if `text` is an address, as videos and images have.
  package static func isAddress(_ text: String) -> Bool {
    Guide.keys.field(\.video).findings(on: YAMLScalar(text, style: .doubleQuoted)).isEmpty
  }

  /// The value of a key of the user's own.
  package func own(_ key: String) -> String? { own.first { $0.key.isExactly(key) }?.text }

  /// The whole file.
  package var text: String {
    let lists: [(key: String, value: YAMLValue)] = [
      (Guide.keys[\.steps], .rows(steps.enumerated().map { $0.element.yaml(number: $0.offset + 1) })),
      (Guide.keys[\.rakahNotes], .rows(rakahNotes.map(\.yaml))),
      (Guide.keys[\.notes], .rows(notes.map(\.yaml))),
    ]
    return DocumentKind.guide.text(
      facts + lists.filter { if case .rows(let rows) = $0.value { !rows.isEmpty } else { true } })
  }

  /// Its keys without the lists, as they stand before them.
  package var facts: [(key: String, value: YAMLValue)] {
    let pairs: [(key: String, value: YAMLValue?)] = [
      (Guide.keys[\.id], .text(id)), (Guide.keys[\.title], .text(title)),
      (Guide.keys[\.prayer], .plain(prayer.rawValue)),
      (Guide.keys[\.school], school.map { .plain($0.rawValue) }),
      (Guide.keys[\.rakaat], rakaat.map { .plain("\($0)") }), (Guide.keys[\.type], type.map { .text($0) }),
      (Guide.keys[\.edition], edition.map { .plain("\($0)") }),
      (Guide.keys[\.created], created.map { .plain($0.text) }),
      (Guide.keys[\.changed], changed.map { .plain($0.text) }),
      (Guide.keys[\.offline], offline.map { .plain("\($0)") }),
      (Guide.keys[\.video], video.map { .text($0) }), (Guide.keys[\.image], image.map { .text($0) }),
    ]
    return pairs.compactMap { key, value in value.map { (key, $0) } } + own.map { ($0.key, .text($0.text)) }
  }
}

extension GuideDraft.Step {
  fileprivate func yaml(number: Int) -> YAMLValue {
    let heard = hear.map(\.yaml)
    let pairs: [(key: String, value: YAMLValue?)] = [
      (GuideStep.keys[\.number], .plain("\(number)")), (GuideStep.keys[\.title], .text(title)),
      (GuideStep.keys[\.description], description.map { .text($0) }),
      (GuideStep.keys[\.arabic], arabic.map { .text($0) }),
      (GuideStep.keys[\.transliteration], transliteration.map { .text($0) }),
      (GuideStep.keys[\.translation], translation.map { .text($0) }),
      (GuideStep.keys[\.hear], heard.count > 1 ? .flowList(heard) : heard.first),
    ]
    return .block(pairs.compactMap { key, value in value.map { (key: key, value: $0) } })
  }
}

extension GuideDraft.Remark {
  fileprivate var yaml: YAMLValue {
    let number: [(key: String, value: YAMLValue)] =
      rakah.map { [(GuideNote.keysOfRakah[\.rakah], .plain("\($0)"))] } ?? []
    return .flow(number + [(GuideNote.keys[\.text], .text(text))])
  }
}

extension HeardPhrase {
  /// As it is written: `1:1-7` or `takbir`.
  package var text: String {
    switch self {
    case .ayat(let ayat): ayat.description
    case .phrase(let word): word
    }
  }

  /// Parses ayat or a phrase; nil for anything else.
  package init?(_ text: String) {
    if let ayat = AyahRange(text) {
      self = .ayat(ayat)
    } else if text.utf8.first.map({ (0x61...0x7A).contains($0) }) ?? false,
      GuideStep.keys.field(\.hear).findings(on: YAMLScalar(text, style: .doubleQuoted)).isEmpty
    {
      self = .phrase(text)
    } else {
      return nil
    }
  }

  fileprivate var yaml: YAMLValue {
    switch self {
    case .ayat(let ayat): .quoted(ayat.description)
    case .phrase(let word): .plain(word)
    }
  }
}
