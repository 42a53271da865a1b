import TilawaBase
import TilawaFormat
import TilawaQuran

/// Objects whose keys are ayat, with `_meta` beside them.
enum UniversalKeys {
  /// Whether the first values of keys with a colon are as `isValue` wants them.
  static func isMap(_ source: ForeignSource, _ isValue: (JSONNode) -> Bool) -> Bool {
    let members = source.jsonIfAny?.members?.filter { $0.key != "_meta" } ?? []
    guard let first = members.first, LabelReference(first.key) != nil else { return false }
    return members.prefix(20).contains { isValue($0.value) }
      && members.prefix(20).allSatisfy { isValue($0.value) || $0.value.items?.isEmpty == true }
  }

  /// Whether each ayah has a file of its own, by what the head says of the audio.
  static func isByAyah(_ meta: JSONNode?) -> Bool {
    (meta?["audio_source"]?.string ?? meta?["audio_category"]?.string ?? "").begins(with: "by_ayah")
  }

  /// A recording of several surahs is no file of a set by surah.
  static func source(of collection: RecordingCollection) -> String {
    let surahs = Set(collection.single?.segments.compactMap { $0.row.ayah?.first.surah } ?? [])
    return surahs.count > 1 ? oneFile : "by_surah"
  }

  /// What our writers say of a map whose times are all of one file.
  static let oneFile = "one_file"

  /// The file that an ayah is heard in: an ayah's, a surah's, or the only one.
  static func file(of ayah: Ayah, _ meta: JSONNode?) -> Ayah {
    if meta?["audio_source"]?.string == oneFile { return Ayah(0, 0) }
    return isByAyah(meta) ? ayah : Ayah(ayah.surah, 0)
  }

  /// What the recordings are to be called, for sets that give a file a surah or an ayah.
  static func title(_ ayah: Ayah, isByAyah: Bool) -> String {
    isByAyah ? SetNames.file(of: ayah) : SetNames.padded(ayah.surah)
  }

  /// The same, as the head says how files are given.
  static func title(_ ayah: Ayah, _ meta: JSONNode?) -> String { title(ayah, isByAyah: isByAyah(meta)) }

  /// What a head says of a key; nil where nobody knows.
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
