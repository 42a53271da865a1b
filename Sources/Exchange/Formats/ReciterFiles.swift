import TilawaBase
import TilawaFormat
import TilawaQuran

extension ForeignFormat {
  /// A reciter file of ours, so that formats of reciters have something to become.
  static let reciterFile: ForeignFormat = ForeignFormat(
    name: "reciter", title: "reciter file of a library", extensions: ["yaml"],
    loses: [.rows, .words, .marker, .meta], holds: .reciters,
    recognises: { source in
      let lines = source.beginning.filledLines
      return lines.contains { $0.begins(with: "tilawa:") } && lines.contains { $0.begins(with: "name:") }
    },
    read: { input in
      let file = BundleFile<Reciter>(reciter: try input.source.text())
      for finding in file.diagnostics { input.add(finding.rule, finding.message, at: finding.place) }
      guard let reciter = file.content else { return RecordingCollection([]) }
      var collection = RecordingCollection([])
      collection.library.reciters = [ReciterDraft(reciter, source: file.source)]
      return collection
    }, counts: [.meta],
    write: .collection { collection, options in
      ForeignText(
        try collection.onlyReciter(.reciterFile).text, losses: collection.lossesBesidesReciter)
    })

  /// The manifest by which an app learns of a reciter, schema version 1.0.
  static let reciterManifest = ForeignFormat(
    name: "reciter-manifest", title: "reciter manifest 1.0", extensions: ["json"],
    loses: [.rows, .words, .marker, .meta], bends: [.xkeys], holds: .reciters,
    recognises: { source in
      let json = source.jsonIfAny
      return json?["schema_version"] != nil && json?["audio"]?["base_url"] != nil
    },
    read: readManifest, counts: [.meta],
    write: .collection { collection, _ in try writeManifest(collection) })
}

extension RecordingCollection {
  /// The one reciter of all that is here. Throws when there is none, or several.
  func onlyReciter(_ format: ForeignFormat) throws(ExchangeFailure) -> ReciterDraft {
    var found: [ReciterDraft] = []
    for profile in library.reciters + recordings.compactMap(\.reciter)
    where !found.contains(where: { $0.id == profile.id }) {
      found.append(profile)
    }
    guard let first = found.first else {
      throw ExchangeFailure("\(format.name) describes a reciter, but there is no reciter file")
    }
    guard found.count == 1 else {
      throw ExchangeFailure(
        "\(format.name) describes one reciter, found \(found.count): \(found.map(\.id).joined(separator: ", "))"
      )
    }
    return first
  }

  /// The facts of all recordings but who recites.
  var lossesBesidesReciter: Losses {
    recordings.reduce(into: Losses()) { losses, recording in
      losses.add(.meta, recording.factCount - (recording.reciter == nil ? 0 : 1))
    }
  }
}

/// Encodings that the app plays.
private let formats = ["mp3", "m4a", "opus", "wav"]

@Sendable private func readManifest(_ input: ForeignInput) throws -> RecordingCollection {
  let json = try JSONSource(input)
  let version = json.root["schema_version"]?.string ?? ""
  guard version == "1.0" else {
    throw ExchangeFailure(
      "expected the schema version \"1.0\", found \"\(version)\"",
      at: json.place(json.root["schema_version"] ?? json.root))
  }
  guard let about = json.root["reciter"], let name = about["name"]?.filled else {
    throw ExchangeFailure("this manifest lacks a \"reciter\" with a \"name\"", at: json.place(json.root))
  }
  var profile = ReciterDraft(
    id: RecordingDraft.identifier(from: name) ?? RecordingDraft.identifier(from: input.source.stem)
      ?? "reciter",
    name: name)
  profile.shortName = about["short_name"]?.filled
  profile.style = about["style"]?.filled
  if let text = about["riwayah"]?.filled {
    profile.riwayah = Riwayah(text)
    if profile.riwayah == nil {
      json.complain(Riwayah.noSuch(text), at: about["riwayah"] ?? about)
    }
  } else {
    json.complain("this manifest does not name the riwayah", at: about)
  }
  if let audio = json.root["audio"] {
    let format = audio["format"]?.filled?.lowercased() ?? "mp3"
    let naming = audio["naming_pattern"]?.filled ?? "surah_ayah"
    let url = audio["base_url"]?.filled ?? ""
    if !url.begins(with: "https://") {
      json.complain(
        "\"base_url\" should begin with https://, found \"\(url)\"", at: audio["base_url"] ?? audio)
    } else if !formats.contains(format) {
      json.complain(
        "\"format\" should be one of \(formats.joined(separator: ", ")), found \"\(format)\"",
        at: audio["format"] ?? audio)
    } else if let pattern = CloudPattern.pattern(named: naming, format: format) {
      if !url.ends(with: "/") {
        input.add(
          .writerFault, "\"base_url\" lacks the slash at its end; one is added",
          at: json.place(audio["base_url"] ?? audio))
      }
      var place = ReciterDraft.Source(url: url.ends(with: "/") ? url : url + "/", pattern: pattern)
      place.format = format
      place.bitrate = audio["bitrate"]?.integer
      profile.sources = [place]
    } else {
      json.complain(
        "\"naming_pattern\" should be surah_ayah or sequential, found \"\(naming)\"",
        at: audio["naming_pattern"] ?? audio)
    }
  }
  var collection = RecordingCollection([])
  collection.library.reciters = [profile]
  return collection
}

private func writeManifest(_ collection: RecordingCollection) throws -> ForeignText {
  let profile = try collection.onlyReciter(.reciterManifest)
  var losses = collection.lossesBesidesReciter
  func naming(_ source: ReciterDraft.Source) -> (url: String, format: String, name: String)? {
    let format = source.format ?? source.pattern.words(by: ".").last.map(String.init) ?? ""
    guard let url = source.url, url.begins(with: "https://"), formats.contains(format),
      let name = CloudPattern.name(of: source.pattern, format: format)
    else { return nil }
    return (url, format, name)
  }
  let fitting = profile.sources.filter { naming($0) != nil }
  guard let source = fitting.first(where: { ($0.riwayah ?? profile.riwayah) != nil }) ?? fitting.first,
    let named = naming(source)
  else {
    throw ExchangeFailure(
      "\(profile.id) has no source that fits a manifest: an https address, files named {surah3}{ayah3} or "
        + "{number}, as \(formats.joined(separator: ", "))")
  }
  guard let riwayah = source.riwayah ?? profile.riwayah else {
    throw ExchangeFailure("the riwayah is named neither in this manifest nor by \(profile.id)")
  }
  let more: [Bool] = [
    profile.arabicName != nil, profile.image != nil, profile.sortOrder != nil, source.numbering != nil,
    source.cache != nil,
  ]
  losses.add(.meta, profile.sources.count - 1 + more.count { $0 })
  losses.add(.xkeys, profile.extras.count + source.extras.count)
  let about = JSONValue.members([
    ("name", .string(profile.name)), ("short_name", profile.shortName.map(JSONValue.string)),
    ("riwayah", .string(riwayah.rawValue)), ("style", profile.style.map(JSONValue.string)),
  ])
  let audio = JSONValue.members([
    ("base_url", .string(named.url.ends(with: "/") ? named.url : named.url + "/")),
    ("format", .string(named.format)), ("naming_pattern", .string(named.name)),
    ("bitrate", source.bitrate.map { .int(Int64($0)) }),
  ])
  let document: JSONValue = [
    "schema_version": "1.0", "reciter": .object(about), "audio": .object(audio),
  ]
  return ForeignText(document.documentText, losses: losses)
}
