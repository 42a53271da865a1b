import TilawaBase
import TilawaFormat
import TilawaQuran

extension ReciterDraft {
  /// The app's fields of a reciter that follow the sources.
  static let cloudFields: [CloudField<ReciterDraft>] = [
    CloudField("coverImageURL", \.image, .text), CloudField("sortOrder", \.sortOrder, .integer),
    CloudField("style", \.style, .text),
  ]
  /// Before them.
  static let cloudNames: [CloudField<ReciterDraft>] = [
    CloudField("shortName", \.shortName, .text), CloudField("riwayah", \.riwayah, .riwayah),
  ]
}

/// Reads the reciters of an app's records.
extension CloudReader {
  mutating func readReciters() {
    let given = all("Reciter")
    let places = places(of: given)
    var sources: [Int: [(order: Int, source: ReciterDraft.Source)]] = [:]
    for var record in all("ReciterCDNSource") {
      guard let owner = owner(&record, "reciter", places, only: given.count) else { continue }
      let order = record.take(.integer, "sortOrder") ?? 0
      if let source = source(&record) { sources[owner, default: []].append((order, source)) }
      leave(record)
    }
    var ids: Set<String> = []
    for (index, given) in given.enumerated() {
      var record = given
      var profile = profile(&record, &ids)
      profile.sources += (sources[index] ?? []).ordered(by: \.order).map(\.source)
      for index in profile.sources.indices where profile.sources[index].riwayah == profile.riwayah {
        profile.sources[index].riwayah = nil
      }
      for key in given.keys { reciters[key] = profile }
      leave(record)
    }
  }

  private func profile(_ record: inout CloudRecord, _ ids: inout Set<String>) -> ReciterDraft {
    let uuid = record.peek("id", \.string)
    let name = record.take(.text, "name") ?? "Unknown Reciter"
    // An id that can be read aloud is one of ours.
    let slug = uuid.flatMap {
      RecordingDraft.isIdentifier($0) && $0 == $0.lowercased() && !CloudName.isUUID($0) ? $0 : nil
    }
    let base = record.ownID("reciter") ?? slug ?? RecordingDraft.identifier(from: name) ?? uuid ?? record.name
    var id = base
    var number = 2
    while !ids.insert(id).inserted {
      id = "\(base)-\(number)"
      number += 1
    }
    var profile = ReciterDraft(id: id, name: name)
    for field in ReciterDraft.cloudNames + ReciterDraft.cloudFields { field.take(&record, &profile) }
    profile.sources = [ownSource(&record)].compactMap(\.self)
    profile.extras = record.identity(besides: id)
    return profile
  }

  /// In the app's first age a reciter had one source, within the record.
  private func ownSource(_ record: inout CloudRecord) -> ReciterDraft.Source? {
    let url = record.take(.text, "remoteBaseURL", "baseURL")
    // A folder alone needs to say how its files are called.
    guard url != nil || (record.has("localCacheDirectory") && record.has("fileNamingPattern")) else {
      return nil
    }
    guard let (pattern, format) = naming(&record) else {
      json.complain("the file names of \"\(url ?? "")\" cannot be written as a pattern", at: record.node)
      return nil
    }
    var source = ReciterDraft.Source(url: url, pattern: pattern)
    source.format = format
    source.cache = record.take(.text, "localCacheDirectory")
    return source
  }

  /// Returns the naming of a source's files: a pattern, or one of the schemes that have a name.
  private func naming(_ record: inout CloudRecord) -> (pattern: String, format: String?)? {
    let format = record.take(.text, "audioFileFormat")
    if record.has("fileNamingPattern") {
      return record.take(["fileNamingPattern"]) { value, _ in value.string.flatMap(CloudPattern.pattern(of:))
      }
      .map { ($0, format) }
    }
    let name = record.take(.text, "namingPatternType")
    if name == nil || format == nil {
      json.input.add(
        .understood,
        "a source without a naming pattern gets the app's default, {surah3}{ayah3}.mp3",
        at: json.place(record.node))
    }
    return CloudPattern.pattern(named: name ?? "surah_ayah", format: format ?? "mp3").map { ($0, format) }
  }

  private func source(_ record: inout CloudRecord) -> ReciterDraft.Source? {
    var source: ReciterDraft.Source
    if let template = record.take(.text, "urlTemplate") {
      guard let parts = CloudPattern.parts(ofTemplate: template) else {
        json.complain("the template \"\(template)\" cannot be written as a pattern", at: record.node)
        return nil
      }
      source = ReciterDraft.Source(url: parts.url, pattern: parts.pattern)
      source.format = record.take(.text, "audioFileFormat")
      record.passOver("namingPatternType") { $0.string == "url_template" }
    } else if record.has("baseURL"), let own = ownSource(&record) {
      source = own
    } else {
      json.complain(
        "this source has neither a \"baseURL\" with a naming pattern nor a \"urlTemplate\"", at: record.node)
      return nil
    }
    source.riwayah = record.take(.riwayah, "riwayah")
    source.extras = record.identity()
    if let folder = record.take(.text, "cdnFolderId") {
      source.extras.append(ExtraKey("x-cdn-folder", .string(folder)))
    }
    if let version = record.take(.integer, "cdnVersion") {
      source.extras.append(ExtraKey("x-cdn-version", .int(Int64(version))))
    }
    return source
  }
}

// MARK: - Writing

/// The values that identify a reciter's record: the id in attributes of ids, the record's name in relations.
struct CloudReciter {
  let id: String
  let record: String
  let riwayah: Riwayah?
}

extension CloudWriter {
  mutating func add(_ given: ReciterDraft) {
    guard reciters[given.id] == nil else { return }
    let (id, name) = CloudName.identity(given.extras, else: "reciter-\(given.id)", id: given.id)
    var profile = given
    profile.riwayah = given.riwayah ?? usual[given.id]
    reciters[given.id] = CloudReciter(id: id, record: name, riwayah: profile.riwayah)
    // The model has one source, within the record; further ones are records of the app's second age.
    let own = given.sources.first.flatMap { isOwn($0, of: given) ? $0 : nil }
    let head: [CloudAttribute] = [("id", .text(id)), ("name", .text(profile.name))]
    add(
      "Reciter", name,
      head + ReciterDraft.cloudNames.map { $0.attribute(profile) } + [
        ("remoteBaseURL", .text(own?.url)), ("localCacheDirectory", .text(own?.cache)),
        ("audioFileFormat", own.map { .text(format($0)) }), ("fileNamingPattern", .text(own?.pattern)),
      ] + ReciterDraft.cloudFields.map { $0.attribute(profile) })
    if given.arabicName != nil { losses.add(.meta) }
    count(given.extras)
    for (index, source) in given.sources.enumerated() {
      losses.add(.meta, (source.bitrate == nil ? 0 : 1) + (source.numbering == nil ? 0 : 1))
      if own == nil || index > 0 { add(source, index, of: given, name: name) }
    }
  }

  private func format(_ source: ReciterDraft.Source) -> String {
    source.format ?? source.pattern.words(by: ".").dropFirst().last.map(String.init) ?? "mp3"
  }

  private func isOwn(_ source: ReciterDraft.Source, of profile: ReciterDraft) -> Bool {
    source.extras.isEmpty && (source.riwayah ?? profile.riwayah) == profile.riwayah
      && CloudPattern.isOfFirstAge(source.pattern)
  }

  private mutating func add(
    _ source: ReciterDraft.Source, _ index: Int, of profile: ReciterDraft, name reciter: String
  ) {
    let format = format(source)
    let naming = CloudPattern.name(of: source.pattern, format: format)
    let template = naming == nil ? CloudPattern.template(source) : nil
    if source.cache != nil { losses.add(.meta) }
    count(source.extras, besides: "x-cdn-folder", "x-cdn-version")
    guard let url = source.url, naming != nil || template != nil else {
      losses.add(.meta)
      return
    }
    let (id, name) = CloudName.identity(source.extras, else: "source-\(index + 1)-of-\(reciter)")
    let version = CloudName.text("x-cdn-version", source.extras).flatMap { Int($0) }
    add(
      "ReciterCDNSource", name,
      [
        ("id", .text(id)), ("reciter", relation(reciter)), ("baseURL", naming == nil ? nil : .text(url)),
        ("urlTemplate", .text(template)), ("riwayah", .text((source.riwayah ?? profile.riwayah)?.rawValue)),
        ("audioFileFormat", source.format == nil && naming == nil ? nil : .text(format)),
        ("namingPatternType", .text(naming ?? "url_template")), ("sortOrder", .integer(index)),
        ("cdnFolderId", .text(CloudName.text("x-cdn-folder", source.extras))),
        ("cdnVersion", .integer(version)),
      ])
  }

  /// Returns the record of a reciter. If only the id is known, adds a record with the id as its name.
  mutating func reciter(_ id: String?, named name: String? = nil) -> CloudReciter? {
    guard let id = id ?? name.flatMap({ RecordingDraft.identifier(from: $0) }) else { return nil }
    if reciters[id] == nil { add(ReciterDraft(id: id, name: name ?? id)) }
    return reciters[id]
  }
}
