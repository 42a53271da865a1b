import TilawaBase
import TilawaFormat
import TilawaQuran

extension ForeignFormat {
  /// Descriptions of the recitations of Zekr: Java properties that define how files are named. They contain
  /// no times.
  ///
  /// After Zekr's loader, which reads a form from before version 0.7.5 and one from later versions.
  static let zekr = ForeignFormat(
    name: "zekr", title: "Zekr recitation description", extensions: ["properties"],
    loses: [.rows, .words, .marker, .meta], bends: [.xkeys, .riwayah], holds: .reciters,
    recognises: { source in
      source.beginning.filledLines.contains { $0.trimmed(of: " ").begins(with: "audio.") }
    },
    read: readZekr, counts: [.meta],
    write: .collection { collection, _ in try writeZekr(collection) })
}

/// The placeholders in file names of the newer form and then of the older one, with ours.
private let tokens = [
  ("%1$03d", "{surah3}"), ("%2$03d", "{ayah3}"), ("%1$d", "{surah}"), ("%2$d", "{ayah}"),
]
private let oldTokens = [("{SURA}", "{surah3}"), ("{AYA}", "{ayah3}")]

@Sendable private func readZekr(_ input: ForeignInput) throws -> RecordingCollection {
  let properties = JavaProperties(try input.text(), input.report)
  var entries = properties.entries
  for place in properties.comments { input.unplaced.add("comments", at: place) }
  func take(_ key: String) -> (value: String, place: Place)? {
    guard let index = entries.firstIndex(where: { $0.key == key && !$0.value.isEmpty }) else { return nil }
    let entry = entries.remove(at: index)
    return (entry.value, entry.place)
  }
  let arabic = take("audio.reciter.ar")?.value
  let id = take("audio.id")?.value
  let oldName = take("audio.name")?.value
  guard let name = take("audio.reciter")?.value ?? take("audio.reciter.en")?.value ?? oldName ?? arabic ?? id
  else {
    throw input.failure("names no reciter (audio.reciter)")
  }
  let wanted = [
    id, RecordingDraft.identifier(from: name), RecordingDraft.identifier(from: input.source.stem),
  ]
  var profile = ReciterDraft(
    id: wanted.compactMap(\.self).first { RecordingDraft.isIdentifier($0) } ?? "reciter", name: name)
  profile.arabicName = arabic
  // Of the form of the description, not of what it describes.
  _ = take("audio.version")
  let isOffline = take("audio.type")?.value == "offline"
  func add(_ template: (value: String, place: Place)?, isLocal: Bool) {
    guard let (text, place) = template else { return }
    guard let parts = parts(of: text) else {
      input.fault("the file names of \"\(text)\" cannot be written as a pattern", at: place)
      return
    }
    if isLocal {
      var entry = ReciterDraft.Source(url: nil, pattern: parts.pattern)
      entry.cache = parts.base.isEmpty ? "." : parts.base
      profile.sources.append(entry)
    } else {
      profile.sources.append(ReciterDraft.Source(url: parts.base, pattern: parts.pattern))
    }
  }
  let online = take("audio.onlineUrl")
  let offline = take("audio.offlineUrl")
  if isOffline { add(offline, isLocal: true) }
  add(online, isLocal: false)
  if !isOffline { add(offline, isLocal: true) }
  if let file = take("audio.fileName") {
    for (key, isLocal) in [("audio.baseUrl", true), ("audio.serverUrl", false)] {
      guard let base = take(key) else { continue }
      let joined = base.value.ends(with: "/") ? base.value + file.value : "\(base.value)/\(file.value)"
      add((joined, base.place), isLocal: isLocal && joined.range(ofText: "://") == nil)
    }
  }
  if input.options.keepsUnknown {
    for entry in entries where !entry.value.isEmpty {
      let key = entry.key.after("audio.").map(String.init) ?? entry.key
      profile.extras.append(ExtraKey("x-zekr-\(key)", .string(entry.value)))
    }
  } else if let first = entries.first {
    input.add(
      .unplaced, "left out: \(entries.map(\.key).joined(separator: ", "))", at: first.place,
      unless: .keepingUnknown)
  }
  var collection = RecordingCollection([])
  collection.library.reciters = [profile]
  return collection
}

/// The folder or address, and the pattern behind it; nil when it can't be said.
private func parts(of template: String) -> (base: String, pattern: String)? {
  var text = template
  for (theirs, ours) in tokens + oldTokens { text = text.replaced(theirs, with: ours) }
  text = text.replaced("%%", with: "\u{0}")
  guard !text.holds("%") || text.range(ofText: "%20") != nil else { return nil }
  text = text.replaced("\u{0}", with: "%")
  // The folder of the description itself.
  for base in ["<base>/", "[base]/"] { text = text.after(base).map(String.init) ?? text }
  guard !text.begins(with: "<"), !text.begins(with: "["), let (head, _) = text.cut(at: "{") else {
    return nil
  }
  guard let (folder, _) = head.cut(atLast: "/") else { return ("", text) }
  let base = "\(folder)/"
  return text.after(base).map { (base, String($0)) }
}

private func writeZekr(_ collection: RecordingCollection) throws -> ForeignText {
  let profile = try collection.onlyReciter(.zekr)
  var losses = collection.lossesBesidesReciter
  func template(_ source: ReciterDraft.Source) -> String? {
    guard !source.pattern.holds("{number}") else { return nil }
    var text = source.pattern.replaced("%", with: "%%")
    for (theirs, ours) in tokens { text = text.replaced(ours, with: theirs) }
    return text
  }
  var lines = [
    "audio.id=\(profile.id)", "audio.version=0.8.0", "audio.reciter=\(JavaProperties.escaped(profile.name))",
  ]
  if let arabic = profile.arabicName { lines.append("audio.reciter.ar=\(JavaProperties.escaped(arabic))") }
  let online = profile.sources.first { $0.url != nil && template($0) != nil }
  let offline = profile.sources.first { $0.cache != nil && template($0) != nil }
  guard online != nil || offline != nil else {
    throw ExchangeFailure("\(profile.id) has no source with files named by surah and ayah")
  }
  lines.append("audio.type=\(online == nil ? "offline" : "online")")
  if let online, let url = online.url, let name = template(online) {
    lines.append("audio.onlineUrl=\(JavaProperties.escaped(url.replaced("%", with: "%%") + name))")
  }
  if let offline, let cache = offline.cache, let name = template(offline) {
    let folder = cache == "." ? "" : cache.ends(with: "/") ? cache : cache + "/"
    lines.append(
      "audio.offlineUrl=\(JavaProperties.escaped("<base>/\(folder.replaced("%", with: "%%"))\(name)"))")
  }
  let more: [Bool] = [
    profile.shortName != nil, profile.style != nil, profile.image != nil, profile.sortOrder != nil,
  ]
  let kept = (online == nil ? 0 : 1) + (offline == nil ? 0 : 1)
  losses.add(.meta, more.count { $0 } + max(0, profile.sources.count - kept))
  losses.add(.xkeys, profile.extras.count)
  if profile.riwayah != nil { losses.add(.riwayah) }
  return ForeignText(lines.joined(separator: "\n") + "\n", losses: losses)
}

/// Java's properties: a key and a value a line, with escapes and lines that go on.
private struct JavaProperties {
  private(set) var comments: [Place] = []
  private(set) var entries: [(key: String, value: String, place: Place)] = []

  init(_ text: SourceText, _ report: ExchangeReport) {
    var pending = ""
    for line in TextLines(text) {
      let content = Substring(line.text.unicodeScalars.drop { $0 == " " || $0 == "\t" })
      if pending.isEmpty, content.isEmpty || content.begins(with: "#") || content.begins(with: "!") {
        if !content.isEmpty { comments.append(line.place) }
        continue
      }
      let slashes = content.utf8.reversed().prefix { $0 == UInt8(ascii: "\\") }.count
      if slashes % 2 == 1 {
        pending += content.before("\\") ?? content
        continue
      }
      let whole = pending + content
      pending = ""
      guard let (key, value) = Self.pair(whole) else { continue }
      entries.append((key, value, line.place))
    }
    if let (key, value) = Self.pair(pending) { entries.append((key, value, Place(path: text.path))) }
  }

  private static func pair(_ line: String) -> (key: String, value: String)? {
    guard !line.isEmpty else { return nil }
    var key = String.UnicodeScalarView()
    var rest = line[...].unicodeScalars
    while let sign = rest.first, !"=: \t".unicodeScalars.contains(sign) {
      rest = rest.dropFirst()
      key.append(sign)
      if sign == "\\", let next = rest.popFirst() { key.append(next) }
    }
    let blanks = " \t".unicodeScalars
    rest = rest.drop(while: blanks.contains)
    if rest.first == "=" || rest.first == ":" { rest = rest.dropFirst().drop(while: blanks.contains) }
    return (unescaped(String(key)[...]), unescaped(Substring(rest)))
  }

  private static func unescaped(_ text: Substring) -> String {
    guard text.holds("\\") else { return String(text) }
    var units: [UInt16] = []
    var rest = text.unicodeScalars
    while let sign = rest.popFirst() {
      guard sign == "\\", let next = rest.popFirst() else {
        units += Array(String(sign).utf16)
        continue
      }
      switch next {
      case "n": units.append(0x0A)
      case "t": units.append(0x09)
      case "r": units.append(0x0D)
      case "u":
        let digits = Substring(rest.prefix(4))
        if digits.utf8.count == 4, let unit = UInt16(digits, radix: 16) {
          units.append(unit)
          rest = rest.dropFirst(4)
        } else {
          units.append(UInt16(UInt8(ascii: "u")))
        }
      default: units += Array(String(next).utf16)
      }
    }
    return String(decoding: units, as: UTF16.self)
  }

  static func escaped(_ text: String) -> String {
    text.replaced("\\", with: "\\\\").replaced("\n", with: "\\n").replaced("\r", with: "\\r")
      .replaced("\t", with: "\\t")
  }
}
