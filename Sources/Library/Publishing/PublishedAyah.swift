package import TilawaBase
package import TilawaFormat
package import TilawaQuran

/// `ayat/018/010.json`: all rows that hold something of an ayah, with all that decides which of them is played.
package struct PublishedAyah: PublishedDocument {
  /// As the Kufi count numbers it; number 0 is the basmalah before the surah.
  package var ayah = Ayah(1, 0)
  /// Of several files of the ayah, which; from 1.
  package var part = 1
  /// In the order of their best rows; see ``PublishedRow/ranks(before:)``.
  package var items: [PublishedHearing] = []

  package init() {}
}

/// A recording in which an ayah is heard.
package struct PublishedHearing: PublishedObject, Hashable {
  /// Of its file in `recordings/`.
  package var key = ""
  /// As its `recording.yaml` has it.
  package var id: String?
  /// Of its bundle in the library; its bytes decide between what is equal otherwise.
  package var path = ""
  package var title: String?
  /// An id: of rows that name nobody else.
  package var reciter: String?
  /// As the recording's own bundle calls the reciter, where `reciters.json` doesn't.
  package var reciterName: String?
  /// Of rows that name no other.
  package var riwayah: Riwayah?
  /// Of all ayat in it.
  package var counting = CountingSystem.kufi
  package var recordedAt: Timestamp?
  package var importedAt: Timestamp?
  package var audio = PublishedAudio()
  /// The rows that hold something of the ayah, the best first.
  package var rows: [PublishedRow] = []

  package init() {}

  /// When it was recorded, else when it was imported.
  package var date: Timestamp? { recordedAt ?? importedAt }
}

/// The audio of a recording.
package struct PublishedAudio: PublishedObject, Hashable {
  /// The availability of the audio to a listener.
  package enum State: String, CaseIterable, Sendable {
    /// It lies here, at `address`.
    case copied
    /// Each row lies here by itself.
    case cut
    /// It lies elsewhere, at `url`.
    case referenced
    /// Where the library was published there was a pointer in its place.
    case pointer
    /// Where the library was published it was missing.
    case missing
  }

  /// Its path in the bundle.
  package var file = ""
  package var state = State.missing
  package var sha256: String?
  package var bytes: Int?
  package var duration: Milliseconds?
  /// A short name such as flac.
  package var format: String?
  /// Where it lies in the published library.
  package var address: String?
  /// Where it can be fetched.
  package var url: String?

  package init() {}
}

/// A row, or the part of it that holds something of an ayah.
package struct PublishedRow: PublishedObject, Hashable {
  /// The ayat in it, in the recording's count.
  package var ayat = AyahRange(Ayah(1, 1))
  /// The ayat of the whole row, if `ayat` is only a part of them.
  package var whole: AyahRange?
  package var start = Milliseconds.zero
  package var end = Milliseconds.zero
  /// Where one ayah of `ayat` gives way to the next; empty where that isn't known.
  package var joins: [Milliseconds] = []
  /// The end at which an ayah of `ayat` is cut off, which is never played.
  package var cutOff: AyahCut?
  package var isVerified = false
  package var priority = 0
  /// From 0 to 1.
  package var confidence: Double?
  /// Where it isn't the recording's.
  package var reciter: String?
  /// Where it isn't the recording's.
  package var riwayah: Riwayah?
  /// The relation of the file's ayah to the recording's count.
  package var relation = AyahMapping.Relation.same
  /// Position of the row in its file, from 0.
  package var index = 0
  /// Position of the row in time among all rows of its file, from 0.
  package var position = 0
  /// In `segments.yaml`, from 1.
  package var line = 1
  /// The file that contains only this stretch.
  package var cut: PublishedCut?

  package init() {}
}

/// A file with one row's stretch of a recording.
package struct PublishedCut: PublishedObject, Hashable {
  package var address = ""
  package var file = FileDigest.unknown
  /// Where in the recording the file begins.
  package var start = Milliseconds.zero
  /// End in the recording.
  package var end = Milliseconds.zero

  package init() {}
}

extension PublishedAyah {
  package static let kind = "ayah"
  package static let meaning = "All rows that contain an ayah or a part of it."
  package static let mostBytes = PublishedLimits.ayahBytes
  package static let listKey = "recordings"
  package static let itemForm = PublishedForm<PublishedHearing>.object(PublishedHearing.self)
  package static let members: [PublishedKey<Self>] = [
    .version("tilawa_ayah"),
    .required(
      "ayah", .ayah, \.ayah, "Counted as Kufi; ayah 0 is the basmalah before the surah."),
    .unless(
      1, "part", .integer(1...PublishedLimits.mostParts), \.part,
      "Number of this file among the files of the ayah."),
    .required(
      "recordings", .list(of: itemForm), \.items,
      "Recordings with rows of the ayah, in the order of their best rows."),
  ]
}

extension PublishedForm<Ayah> {
  static var ayah: Self {
    .spelled(
      "an ayah", schema: ["type": "string", "pattern": "^[0-9]{1,3}:[0-9]{1,3}$"],
      { text in AyahRange(text).flatMap { $0.mayExist && $0.isSingle ? $0.first : nil } }, { $0.description })
  }
}

extension PublishedHearing {
  package static let meaning = "A recording that contains the ayah."
  package static let members: [PublishedKey<Self>] = [
    .required("recording", .hexadecimal(32), \.key, "The recording's key."),
    .required("path", .path, \.path, "Path of its bundle in the library."),
    .optional("id", .text(), \.id, "The id in its `recording.yaml`."),
    .optional("title", .text(), \.title, "A display name."),
    .optional("reciter", .text(), \.reciter, "Id of the reciter; absent: unknown."),
    .optional(
      "reciter_name", .text(), \.reciterName,
      "The reciter's name in the bundle, if `reciters.json` has none from the library's own files."),
    .optional("riwayah", .riwayah, \.riwayah, "The riwayah of rows that state none."),
    .unless(.kufi, "numbering", .counting, \.counting, "The numbering of its ayat; absent: `kufi`."),
    .optional("recorded_at", .timestamp, \.recordedAt, "Time of the recitation."),
    .optional("imported_at", .timestamp, \.importedAt, "Time at which the bundle was made."),
    .required("audio", .object(PublishedAudio.self), \.audio, "The audio."),
    .required(
      "rows", .list(of: .object(PublishedRow.self), atMost: 1_000_000), \.rows,
      "Its rows that contain the ayah or a part of it, the best first."),
  ]

  package func check() throws(PublishedFault) {
    if rows.isEmpty { throw PublishedFault("is empty", at: "rows") }
  }
}

extension PublishedHearing {
  /// Reads one line of an ayah's file, without the comma.
  package init(line: [UInt8]) throws(PublishedFault) {
    let node: JSONNode
    do { node = try JSONNode(reading: line) } catch {
      throw PublishedFault("the line is not JSON: \(error.reason)")
    }
    try self.init(reading: node)
  }

  /// Its line up to the bracket that opens its rows.
  package func writeFacts(to json: inout JSONBytes) {
    json.raw("{")
    for key in Self.members where !key.name.isExactly("rows") { key.key.write(self, &json) }
    json.raw(",\"rows\":[")
  }
}

extension PublishedAudio {
  package static let meaning = "The audio of a recording."
  package static let members: [PublishedKey<Self>] = [
    .required("file", .path, \.file, "Its path in the bundle."),
    .required(
      "state",
      .choice("copied, cut, referenced, pointer or missing", State.allCases.map { ($0.rawValue, $0) }) {
        $0.rawValue
      }, \.state, "Availability of the audio."),
    .optional("sha256", .hexadecimal(64), \.sha256, "Its checksum."),
    .optional("bytes", .count, \.bytes, "Its size."),
    .optional("duration", .time, \.duration, "Its duration."),
    .optional("format", .text(), \.format, "Its encoding, as a short name such as flac."),
    .optional("at", .audioAddress, \.address, "Its address in this library, if it is `copied`."),
    .optional("url", .url, \.url, "Address from which the same bytes can be downloaded."),
  ]

  package func check() throws(PublishedFault) {
    switch state {
    case .copied where address == nil || sha256 == nil || bytes == nil:
      throw PublishedFault("is copied but lacks at, sha256 or bytes")
    case .referenced where url == nil: throw PublishedFault("is referenced but has no url")
    default: break
    }
  }
}

extension PublishedRow {
  package static let meaning = "A row, or the part of it that contains the ayah or a part of it."
  package static let members: [PublishedKey<Self>] = [
    .required("ayah", .reference, \.ayat, "The ayat from `start` to `end`, in the recording's count."),
    .optional("row", .reference, \.whole, "The ayat of the whole row, if this is a part of it."),
    .required("start", .time, \.start, "Start in the recording."),
    .required("end", .time, \.end, "End in the recording."),
    .unless([], "joins", .list(of: .time, atMost: 6400), \.joins, "Start of each ayah but the first."),
    .optional(
      "cut_off", .cut, \.cutOff,
      "The end at which an ayah of `ayah` is cut off, so that it is not played; absent: none."),
    .unless(false, "verified", .flag, \.isVerified, "True if a person has verified it; absent: false."),
    .unless(
      0, "priority", .integer(-1000...1000), \.priority,
      "Priority among rows of the same ayah: the highest is played; absent: 0."),
    .optional(
      "confidence", .confidence, \.confidence, "Confidence of the tool that made it; absent: unknown."),
    .optional("reciter", .text(), \.reciter, "The reciter, if not the recording's."),
    .optional("riwayah", .riwayah, \.riwayah, "The riwayah, if not the recording's."),
    .unless(
      .same, "relation",
      .choice("a relation of counts", AyahMapping.Relation.allCases.map { ($0.rawValue, $0) }) {
        $0.rawValue
      },
      \.relation, "Relation of the file's ayah to the recording's count; absent: `same`."),
    .required("index", .integer(0...100_000_000), \.index, "Position of the row in its file, from 0."),
    .required(
      "position", .integer(0...100_000_000), \.position,
      "Position of the row in time among all rows of its file, from 0."),
    .required("line", .integer(1...1_000_000_000), \.line, "Its line in `segments.yaml`."),
    .optional("cut", .object(PublishedCut.self), \.cut, "The file that contains only this stretch."),
  ]

  package func check() throws(PublishedFault) {
    guard start < end else { throw PublishedFault("is not after start", at: "end") }
    let bounds = [start] + joins + [end]
    guard zip(bounds, bounds.dropFirst()).allSatisfy({ $0 < $1 }) else {
      throw PublishedFault("are not in order between start and end", at: "joins")
    }
  }
}

extension PublishedCut {
  package static let meaning = "A file with one stretch of a recording."
  package static let members: [PublishedKey<Self>] = [
    .required("at", .audioAddress, \.address, "Its address in this library."),
    .required("file", .file, \.file, "Its size and checksum."),
    .required("start", .time, \.start, "Start in the recording."),
    .required("end", .time, \.end, "End in the recording."),
  ]

  package func check() throws(PublishedFault) {
    guard start < end else { throw PublishedFault("is not after start", at: "end") }
  }
}
