import TilawaBase
import TilawaFormat
import TilawaQuran
import TilawaYAML

/// The files of a journal that an app's records become.
extension CloudReader {
  /// By their kinds, whole; rows are in the order of the records.
  mutating func journal() -> [DocumentKind: String] {
    var lists: [DocumentKind: [(key: String, value: YAMLValue)]] = [:]
    let categories = categoryNames
    // Some programs count words from 0.
    let isFromZero = all("SavedWord").contains { $0.peek("wordPosition") == 0 }
    if isFromZero, let first = all("SavedWord").first {
      json.input.add(
        .understood, "wordPosition counts from 0 here; words are numbered from 1", at: json.place(first.node))
    }
    for entity in CloudJournal.all {
      let rows = all(entity.entity).compactMap { record -> YAMLValue? in
        var record = record
        return row(of: entity, &record, categories, firstWord: isFromZero ? 0 : 1)
      }
      if !rows.isEmpty { lists[entity.kind, default: []].append((entity.list, .rows(rows))) }
    }
    return lists.reduce(into: [:]) { files, list in files[list.key] = list.key.text(list.value) }
  }

  /// By the names and ids of their records.
  private var categoryNames: [String: String] {
    all("NoteCategory").reduce(into: [:]) { names, record in
      guard let name = record.peek("name", { $0.filled }) else { return }
      for key in record.keys { names[key] = name }
    }
  }

  private mutating func row(
    of entity: CloudJournal, _ given: inout CloudRecord, _ categories: [String: String], firstWord: Int
  ) -> YAMLValue? {
    var record = given
    var pairs: [(key: String, value: YAMLValue)] = []
    guard addPlace(of: entity, &record, &pairs) else { return nil }
    if entity.entity == "VerseViewProgress", record.peek("hasBeenViewed", { $0.bool }) == false {
      json.input.add(.unplaced, "a verse that was not viewed is left out", at: json.place(record.node))
      return nil
    }
    record.passOver("hasBeenViewed") { $0.bool != nil }
    for field in entity.fields {
      if let value = value(of: field, &record, firstWord: firstWord) {
        pairs.append((field.ours, value))
      } else if field.isRequired {
        json.complain(
          "this record of the type CD_\(entity.entity) lacks \"\(field.theirs)\"", at: record.node)
        return nil
      }
    }
    if entity.entity == "QuranNote" { addCategory(&record, categories, &pairs) }
    // A note has an id of its own.
    let id = entity.entity == "QuranNote" ? record.peek("id") { $0.string } : nil
    let known = id.flatMap { RecordingDraft.isIdentifier($0) ? $0 : nil }
    if let known { pairs.append(("id", .text(known))) }
    let extras = record.identity(besides: known)
    leave(record)
    return (entity.declared?.row(pairs) ?? .flow(pairs)).adding(extras)
  }

  /// False for a record that says no ayah or surah that exists.
  private func addPlace(
    of entity: CloudJournal, _ record: inout CloudRecord, _ pairs: inout [(key: String, value: YAMLValue)]
  ) -> Bool {
    let surah: Int? = record.peek("surahNumber")
    let range = surah.flatMap { CountingSystem.kufi.range(ofSurah: $0) }
    switch entity.place {
    case .none: return true
    case .surah:
      guard let surah, let range else {
        json.complain(
          "this record of the type CD_\(entity.entity) has no surah from 1 to 114", at: record.node)
        return false
      }
      record.passOver("surahNumber")
      record.passOver("surahName") { Self.names($0.string, range) }
      pairs.append(("surah", .plain("\(surah)")))
      return true
    case .ayah(let key, let isRequired):
      if !isRequired, !record.has("surahNumber"), !record.has("verseNumber") { return true }
      guard let ayah = record.ayah(("surahNumber", "verseNumber")), CountingSystem.kufi.contains(ayah) else {
        json.complain("this record of the type CD_\(entity.entity) has no ayah that exists", at: record.node)
        return false
      }
      record.passOver("surahName") { Self.names($0.string, range) }
      pairs.append((key, .quoted("\(ayah)")))
      return true
    }
  }

  private func value(
    of field: CloudJournal.Field, _ record: inout CloudRecord, firstWord: Int
  ) -> YAMLValue? {
    switch field.value {
    case .text: return record.text(field.theirs).map { .text($0) }
    case .date: return record.date(field.theirs).map { .plain($0.text) }
    case .flag: return record.flag(field.theirs).map { .plain($0 ? "true" : "false") }
    case .color:
      return record.take([field.theirs]) { value, _ in
        Self.color("#\(value.string ?? "")") ?? Self.color(value.string)
      }.map { .text($0) }
    case .share:
      var isInHundredths = false
      let share = record.take([field.theirs]) { value, _ -> Double? in
        guard let number = value.number.flatMap({ Double($0) }), (0...100).contains(number) else {
          return nil
        }
        isInHundredths = number > 1
        return isInHundredths ? number / 100 : number
      }
      if isInHundredths {
        json.input.add(
          .understood, "\(field.theirs) above 1 is taken for hundredths", at: json.place(record.node))
      }
      return share.map { .plain("\($0)") }
    case .word:
      return record.take([field.theirs]) { value, _ in
        value.integer.flatMap { (firstWord...999).contains($0) ? $0 - firstWord + 1 : nil }
      }.map { .plain("\($0)") }
    }
  }

  /// By its reference, or because the category lists the note.
  private func addCategory(
    _ record: inout CloudRecord, _ names: [String: String],
    _ pairs: inout [(key: String, value: YAMLValue)]
  ) {
    let owner = record.keys.compactMap { owners[$0] }.compactMap { names[$0] }.first
    if let name = record.reference("category", in: { names[$0] }) ?? owner {
      pairs.append(("category", .text(name)))
    }
  }

  /// Whether a text is a name of the surah that has these ayat.
  private static func names(_ text: String?, _ range: AyahRange?) -> Bool {
    guard let text, let range, case .success(let named) = PassageReference.parse(text) else { return false }
    return named == range
  }

  // MARK: Surahs

  /// Surahs are known; what records say otherwise is told.
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
        let isMeccan = text.begins(with: "mec") || text.begins(with: "mak")
        let isMedinan = text.begins(with: "med") || text.begins(with: "mad")
        return surah.revelationPlace == .meccan ? isMeccan : isMedinan
      }
      record.passOver("verses")
      leave(record)
    }
  }
}
