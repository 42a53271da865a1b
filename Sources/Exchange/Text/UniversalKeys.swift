import TilawaBase
import TilawaFormat
import TilawaQuran

/// Objects whose keys are ayat, with `_meta` beside them.
enum UniversalKeys {
  /// Returns true if the first values of keys with a colon satisfy `isValue`.
  static func isMap(_ source: ForeignSource, _ isValue: (JSONNode) -> Bool) -> Bool {
    let members = source.jsonIfAny?.members?.filter { $0.key != "_meta" } ?? []
    guard let first = members.first, LabelReference(first.key) != nil else { return false }
    return members.prefix(20).contains { isValue($0.value) }
      && members.prefix(20).allSatisfy { isValue($0.value) || $0.value.items?.isEmpty == true }
  }

  /// Returns true if each ayah has a file of its own, according to the head's description of the audio.
  static func isByAyah(_ meta: JSONNode?) -> Bool {
    (meta?["audio_source"]?.string ?? meta?["audio_category"]?.string ?? "").begins(with: "by_ayah")
  }

  /// Returns the source to write: `one_file` for a recording of several surahs, which can't be a file of a
  /// set by surah.
  static func source(of collection: RecordingCollection) -> String {
    let surahs = Set(collection.single?.segments.compactMap { $0.row.ayah?.first.surah } ?? [])
    return surahs.count > 1 ? oneFile : "by_surah"
  }

  /// The source that our writers give a map whose times are all of one file.
  static let oneFile = "one_file"

  /// The file that an ayah is heard in: an ayah's, a surah's, or the only one.
  static func file(of ayah: Ayah, _ meta: JSONNode?) -> Ayah {
    if meta?["audio_source"]?.string == oneFile { return Ayah(0, 0) }
    return isByAyah(meta) ? ayah : Ayah(ayah.surah, 0)
  }

  /// Returns the title of a recording, for sets with one file per surah or per ayah.
  static func title(_ ayah: Ayah, isByAyah: Bool) -> String {
    isByAyah ? SetNames.file(of: ayah) : SetNames.padded(ayah.surah)
  }

  /// Returns the title of a recording, depending on the head's description of the files.
  static func title(_ ayah: Ayah, _ meta: JSONNode?) -> String { title(ayah, isByAyah: isByAyah(meta)) }

  /// Returns the head's value of a key, or nil if it is unknown.
  static func known(_ key: String, _ meta: JSONNode?) -> String? {
    meta?[key]?.filled.flatMap { $0 == "unknown" ? nil : $0 }
  }

  /// Takes what a head says of the reciter and the riwayah.
  static func take(_ meta: JSONNode?, into recording: inout AnnotatedRecording) {
    recording.facts.riwayah = known("riwayah", meta).flatMap { Riwayah($0) }
    recording.reciterName = known("name_en", meta)
    if let slug = known("reciter", meta), RecordingDraft.isIdentifier(slug) {
      recording.facts.reciter = slug
    }
  }
}

extension JSONValue {
  /// A document with each member of the outermost object on a line of its own, as large maps by ayah are.
  var rowsText: String {
    guard case .object(let members) = self else { return compactText + "\n" }
    let lines = members.map { "  \(JSONValue.string($0.key).compactText): \($0.value.compactText)" }
    return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
  }
}
