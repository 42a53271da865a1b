import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaYAML

/// The files of a library that an app's records become.
extension CloudReader {
  typealias Pairs = [(key: String, value: YAMLValue)]

  /// By their kinds, whole; rows are in the order of the records.
  mutating func files() -> [DocumentKind: String] {
    var files: [DocumentKind: String] = [:]
    files[.playback] = playback()
    files[.listening] = listening()
    var lists: [DocumentKind: Pairs] = [:]
    let categories = categoryNames
    // Some programs count words from 0.
    let isFromZero = all("SavedWord").contains { $0.peek("wordPosition") == 0 }
    if isFromZero, let first = all("SavedWord").first {
      tell(.understood, "wordPosition counts from 0 here; words are numbered from 1", of: first)
    }
    for file in CloudFile.lists {
      let rows = all(file.entity).compactMap { record -> YAMLValue? in
        var record = record
        guard var pairs = pairs(of: file, &record) else { return nil }
        if isFromZero, let index = pairs.firstIndex(where: { $0.key == "word" }),
          case .plain(let digits) = pairs[index].value
        {
          pairs[index].value = .plain("\((Int(digits) ?? 0) + 1)")
        }
        let extras = finish(&record, of: file, categories, &pairs)
        leave(record)
        return (file.kind.list(file.list)?.row(pairs) ?? .flow(pairs)).adding(extras)
      }
      if !rows.isEmpty { lists[file.kind, default: []].append((file.list, .rows(rows))) }
    }
    for (kind, list) in lists { files[kind] = kind.text(list) }
    return files
  }

  private func tell(_ rule: RuleID, _ message: String, of record: CloudRecord) {
    json.input.add(rule, message, at: json.place(record.node))
  }

  // MARK: Rows

  /// Returns the keys and values of a record in its file. If the record cannot be a row of that file, reports
  /// that and returns nil.
  private func pairs(of file: CloudFile, _ record: inout CloudRecord) -> Pairs? {
    guard var pairs = place(of: file, &record) else { return nil }
    if file.entity == "VerseViewProgress", record.peek("hasBeenViewed", \.bool) == false {
      tell(.unplaced, "left out: a verse that was not viewed", of: record)
      return nil
    }
    record.passOver("hasBeenViewed") { $0.bool != nil }
    for field in file.fields where !pairs.contains(where: { $0.key == field.key }) {
      let above = field.key == "progress" ? record.peek(field.name) { $0.number.flatMap { Double($0) } } : nil
      if let value = field.read(&record) {
        pairs.append((field.key, value))
        if above.map({ $0 > 1 }) ?? false {
          tell(.understood, "\(field.name) above 1 is read as a percentage", of: record)
        }
      } else if field.isRequired {
        json.complain("this record of the type CD_\(file.entity) lacks \"\(field.name)\"", at: record.node)
        return nil
      }
    }
    return pairs
  }

  /// Adds what a note says besides, and its id, which it has of its own; returns the keys by which a record is known.
  private func finish(
    _ record: inout CloudRecord, of file: CloudFile, _ categories: [String: String], _ pairs: inout Pairs
  ) -> [ExtraKey] {
    guard file.entity == "QuranNote" else { return record.identity() }
    // By its reference, or because the category lists the note.
    let owner = record.keys.compactMap { owners[$0] }.compactMap { categories[$0] }.first
    if let name = record.reference("category", in: { categories[$0] }) ?? owner {
      pairs.append(("category", .text(name)))
    }
    let id = record.peek("id", \.string).flatMap { RecordingDraft.isIdentifier($0) ? $0 : nil }
    if let id { pairs.append(("id", .text(id))) }
    return record.identity(besides: id)
  }

  /// By the names and ids of their records.
  private var categoryNames: [String: String] {
    all("NoteCategory").reduce(into: [:]) { names, record in
      guard let name = record.peek("name", \.filled) else { return }
      for key in record.keys { names[key] = name }
    }
  }

  /// Returns the keys that place a row. If the record names no ayah or surah that exists, reports that and
  /// returns nil.
  private func place(of file: CloudFile, _ record: inout CloudRecord) -> Pairs? {
    let surah: Int? = record.peek("surahNumber")
    let range = surah.flatMap { CountingSystem.kufi.range(ofSurah: $0) }
    switch file.place {
    case .none: return []
    case .passage: return passage(&record)
    case .surah:
      guard let surah, let range else {
        json.complain("this record of the type CD_\(file.entity) has no surah from 1 to 114", at: record.node)
        return nil
      }
      record.passOver("surahNumber")
      record.passOver("surahName") { Self.names($0.string, range) }
      return [("surah", .plain("\(surah)"))]
    case .ayah(let key, let isRequired):
      if !isRequired, !record.has("surahNumber"), !record.has("verseNumber") { return [] }
      guard let ayah = record.ayah(("surahNumber", "verseNumber")), CountingSystem.kufi.contains(ayah) else {
        json.complain("this record of the type CD_\(file.entity) has no valid ayah", at: record.node)
        return nil
      }
      record.passOver("surahName") { Self.names($0.string, range) }
      return [(key, .quoted("\(ayah)"))]
    case .bookmark:
      for names in [("surahNumber", "ayahNumber"), ("surah", "ayah")] {
        if let ayah = ayah(&record, names, pages: "pageNumber", "page") {
          return [("ayah", .quoted("\(ayah)"))]
        }
      }
      if let page = record.take(.integer, "pageNumber", "page"), (1...604).contains(page) {
        return [("page", .plain("\(page)"))]
      }
      json.complain("this bookmark has neither an ayah nor a page from 1 to 604", at: record.node)
      return nil
    }
  }

  /// Of pages and ayat only what is used has a place.
  private func passage(_ record: inout CloudRecord) -> Pairs {
    let usesPages = record.take(.flag, "usePageRange") ?? false
    if usesPages, let page = record.take(.integer(1...604), "startPage") {
      let end = record.take(.integer(page...604), "endPage") ?? page
      return [("pages", .quoted(PageRun(page, end).description))]
    }
    guard !usesPages, let start = record.ayah(("startSurah", "startAyah")) else { return [] }
    let range = AyahRange(start, record.ayah(("endSurah", "endAyah")) ?? start)
    if CountingSystem.kufi.contains(range), range.isForward {
      return [("ayat", .quoted(range.description))]
    }
    json.complain("no such passage: \(range)", at: record.node)
    return []
  }

  /// An ayah that exists; the page of it follows from it.
  private func ayah(
    _ record: inout CloudRecord, _ names: (surah: String, ayah: String), pages: String...
  ) -> Ayah? {
    guard let surah: Int = record.peek(names.surah), let number: Int = record.peek(names.ayah),
      CountingSystem.kufi.contains(Ayah(surah, number)), let ayah = record.ayah(names)
    else { return nil }
    for key in pages { record.passOver(key) { $0.integer == PrintedPages.of(.hafs)?.page(of: ayah) } }
    return ayah
  }

  // MARK: Files without rows

  /// The settings of playback: the first at the top, further ones as profiles.
  private mutating func playback() -> String? {
    let settings = all(CloudFile.playback.entity)
    guard !settings.isEmpty else { return nil }
    var places = places(of: settings)
    if settings.count == 1, places.isEmpty { places[""] = 0 }
    var entries: [Int: [ListedReciter]] = [:]
    for var record in all("ReciterPriorityEntry") {
      guard let owner = owner(&record, "settings", places, only: settings.count) else { continue }
      // Nobody is listed of whom nothing is known.
      if let id = record.reference("reciterId", in: reciter)?.id {
        let order = record.take(.integer, "order") ?? 0
        let isEnabled = record.take(.flag, "isEnabled") ?? true
        entries[owner, default: []].append((order, id, isEnabled, record.identity()))
      }
      leave(record)
    }
    let order = DocumentKind.playback.fieldNames
    let pages = settings.enumerated().map { index, given -> (pairs: Pairs, extras: [ExtraKey]) in
      var record = given
      let selected = record.reference("selectedReciterId", in: reciter)?.id
      let extras = record.identity()
      let own = pairs(of: .playback, &record) ?? []
      let list = Self.reciters((entries[index] ?? []).ordered(by: \.order), selected)
      leave(record)
      return ((own + list).ordered { order.firstIndex(of: $0.key) ?? 0 }, extras)
    }
    let profiles = pages.dropFirst().enumerated().map { index, page in
      YAMLValue.block([(key: "name", value: .text("settings \(index + 2)"))] + page.pairs + page.extras.yaml)
    }
    let extras = pages[0].extras + (hasReferences ? [CloudName.relations] : [])
    return DocumentKind.playback.text(
      pages[0].pairs + (profiles.isEmpty ? [] : [("profiles", .rows(profiles))]) + extras.yaml)
  }

  private typealias ListedReciter = (order: Int, id: String, isEnabled: Bool, extras: [ExtraKey])

  /// A reciter who was chosen is the only one who is played.
  private static func reciters(_ given: [ListedReciter], _ selected: String?) -> Pairs {
    var list = given
    if let selected {
      let chosen = given.first { $0.id == selected }
      list = [(0, selected, true, chosen?.extras ?? [])]
      list += given.filter { $0.id != selected }.map { (0, $0.id, false, $0.extras) }
    }
    let rows = list.map { entry in
      YAMLValue.flow(
        [(key: "id", value: .text(entry.id))] + (entry.isEnabled ? [] : [("enabled", .plain("false"))])
      ).adding(entry.extras)
    }
    return rows.isEmpty ? [] : [("reciters", .rows(rows))]
  }

  /// Returns how far the user has listened: the place in the latest session, and the total duration of all
  /// sessions.
  private mutating func listening() -> String? {
    var last: (ayah: Ayah, at: Timestamp?, record: CloudRecord)?
    var heard: Milliseconds?
    for var record in all("ListeningSession") {
      let ayah = ayah(&record, ("lastSurah", "lastAyah"), pages: "lastPage")
      if let seconds = record.take(.seconds, "totalListeningSeconds") { heard = (heard ?? .zero) + seconds }
      guard let ayah else {
        json.complain("this session has no valid ayah", at: record.node)
        continue
      }
      let at = record.take(.date, "lastUpdatedAt", "lastUpdated")
      let isEarlier = last.map { (at?.seconds ?? .min) < ($0.at?.seconds ?? .min) } ?? false
      if let earlier = isEarlier ? record : last?.record {
        tell(.unplaced, "left out: an earlier listening session; only its length is kept", of: earlier)
      }
      if !isEarlier { last = (ayah, at, record) }
    }
    guard var last else { return nil }
    var pairs: Pairs = [("ayah", .quoted("\(last.ayah)")), ("ayat", .quoted("\(last.ayah)"))]
    if let at = last.at { pairs.append(("at", .plain(at.text))) }
    if let heard { pairs.append(("listened", .plain(heard.description))) }
    let extras = last.record.identity()
    leave(last.record)
    return DocumentKind.listening.text(pairs + extras.yaml)
  }

  // MARK: Surahs

  /// Returns true if a text is a name of the surah that consists of these ayat.
  private static func names(_ text: String?, _ range: AyahRange?) -> Bool {
    guard let text, let range, case .success(let named) = PassageReference.parse(text) else { return false }
    return named == range
  }

  /// Compares the records of surahs with the known ones, and reports differences.
  mutating func compareSurahs() {
    for var record in all("Surah") {
      guard let number: Int = record.peek("surahNumber"), let surah = Surah.numbered(number) else {
        json.complain("this record of the type CD_Surah has no surah from 1 to 114", at: record.node)
        continue
      }
      let range = CountingSystem.kufi.range(ofSurah: number)
      record.passOver("surahNumber")
      record.passOver("id") { $0.string == "\(number)" || $0.integer == number }
      for key in ["name", "arabicName"] {
        record.passOver(key) { Self.names($0.string, range) }
      }
      record.passOver("numberOfVerses") { $0.integer == surah.ayahCount }
      record.passOver("revelationType") { value in
        let text = value.string?.lowercased() ?? ""
        return (surah.revelationPlace == .meccan ? ["mec", "mak"] : ["med", "mad"]).contains {
          text.begins(with: $0)
        }
      }
      record.passOver("verses")
      leave(record)
    }
  }
}

extension [ExtraKey] {
  /// As they stand in a file.
  var yaml: [(key: String, value: YAMLValue)] { map { (key: $0.key, value: $0.value.yaml) } }
}
