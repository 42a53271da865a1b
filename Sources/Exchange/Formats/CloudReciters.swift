import TilawaBase
import TilawaFormat
import TilawaQuran

/// The reciters that an app's records tell of.
extension CloudReader {
  mutating func readReciters() {
    var names: [String: String] = [:]
    let given = all("Reciter")
    for record in given {
      for key in record.keys { names[key] = record.keys.first }
    }
    var sources: [String: [(order: Int, source: ReciterDraft.Source)]] = [:]
    for var record in all("ReciterCDNSource") {
      guard let owner = owner(&record, "reciter", names, only: given.count) else { continue }
      let order = record.integer("sortOrder") ?? 0
      if let source = source(&record) { sources[owner, default: []].append((order, source)) }
      leave(record)
    }
    var ids: Set<String> = []
    for var record in given {
      var profile = profile(&record, &ids)
      let own = sources[record.keys.first ?? ""] ?? []
      profile.sources += own.enumerated().sorted {
        ($0.element.order, $0.offset) < ($1.element.order, $1.offset)
      }
      .map(\.element.source)
      for index in profile.sources.indices where profile.sources[index].riwayah == profile.riwayah {
        profile.sources[index].riwayah = nil
      }
      for key in given.first(where: { $0.node.offset == record.node.offset })?.keys ?? [] {
        reciters[key] = profile
      }
      leave(record)
    }
  }

  private func profile(_ record: inout CloudRecord, _ ids: inout Set<String>) -> ReciterDraft {
    let uuid = record.peek("id") { $0.string }
    let name = record.text("name") ?? "Unknown Reciter"
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
    profile.shortName = record.text("shortName")
    profile.style = record.text("style")
    profile.image = record.text("coverImageURL")
    profile.sortOrder = record.integer("sortOrder")
    profile.riwayah = riwayah(&record)
    profile.sources = [ownSource(&record)].compactMap(\.self)
    profile.extras = record.identity(besides: id)
    return profile
  }

  /// In the app's first age a reciter had one source, within the record.
  private func ownSource(_ record: inout CloudRecord) -> ReciterDraft.Source? {
    let url = record.text("remoteBaseURL", "baseURL")
    // A folder alone needs to say how its files are called.
    guard url != nil || (record.has("localCacheDirectory") && record.has("fileNamingPattern")) else {
      return nil
    }
    guard let (pattern, format) = naming(&record) else {
      json.complain("the naming of \"\(url ?? "")\" holds what no pattern can say", at: record.node)
      return nil
    }
    var source = ReciterDraft.Source(url: url, pattern: pattern)
    source.format = format
    source.cache = record.text("localCacheDirectory")
    return source
  }

  /// How files are called: as a pattern says, or in one of the ways that have a name.
  private func naming(_ record: inout CloudRecord) -> (pattern: String, format: String?)? {
    let format = record.text("audioFileFormat")
    if record.has("fileNamingPattern") {
      let pattern = record.take(["fileNamingPattern"]) { value, _ in
        value.string.flatMap(CloudPattern.pattern(of:))
      }
      return pattern.map { ($0, format) }
    }
    let name = record.text("namingPatternType")
    if name == nil || format == nil {
      json.input.add(
        .understood,
        "a source that doesn't say how files are called is taken for the app's usual {surah3}{ayah3}.mp3",
        at: json.place(record.node))
    }
    return CloudPattern.pattern(named: name ?? "surah_ayah", format: format ?? "mp3").map { ($0, format) }
  }

  private func source(_ record: inout CloudRecord) -> ReciterDraft.Source? {
    var source: ReciterDraft.Source
    if let template = record.text("urlTemplate") {
      guard let parts = CloudPattern.parts(ofTemplate: template) else {
        json.complain("the template \"\(template)\" holds what no pattern can say", at: record.node)
        return nil
      }
      source = ReciterDraft.Source(url: parts.url, pattern: parts.pattern)
      source.format = record.text("audioFileFormat")
      record.passOver("namingPatternType") { $0.string == "url_template" }
    } else if record.has("baseURL"), let own = ownSource(&record) {
      source = own
    } else {
      json.complain(
        "this source has neither a \"baseURL\" and a way of naming nor a \"urlTemplate\"", at: record.node)
      return nil
    }
    source.riwayah = riwayah(&record)
    source.extras = record.identity()
    if let folder = record.text("cdnFolderId") {
      source.extras.append(ExtraKey("x-cdn-folder", .string(folder)))
    }
    if let version = record.integer("cdnVersion") {
      source.extras.append(ExtraKey("x-cdn-version", .int(Int64(version))))
    }
    return source
  }
}
