import Testing
import TilawaBase

@testable import TilawaFormat

/// Keys that other rooms read and change by name are those that the fields declare.
@Suite struct KeyNamesTests {
  @Test func nameKeysOfEachKindOfRows() {
    let all: [FileKind: [String]] = [
      .segments: [
        RowKey.ayah, RowKey.skip, RowKey.start, RowKey.end, RowKey.joins, RowKey.verified, RowKey.confidence,
        RowKey.reciter, RowKey.riwayah, RowKey.note,
      ],
      .markers: [
        RowKey.at, RowKey.end, RowKey.ayah, RowKey.skip, RowKey.confirmed, RowKey.confidence, RowKey.reciter,
        RowKey.riwayah, RowKey.note,
      ],
      .words: [RowKey.ayah, RowKey.word, RowKey.start, RowKey.end, RowKey.confidence],
    ]
    for (kind, keys) in all {
      #expect(kind.rowKeys.filter { keys.contains($0) } == keys, "\(kind)")
      #expect(
        keys.contains(kind.startKey) && kind.confirmationKey.map { keys.contains($0) } ?? (kind == .words))
    }
  }

  @Test func nameKeysOfFiles() {
    for kind in FileKind.allCases { #expect(kind.fieldNames.first == FileKey.version) }
    let ofRecording = [
      FileKey.id, FileKey.audio, FileKey.reciter, FileKey.riwayah, FileKey.numbering, FileKey.passage,
      FileKey.status,
    ]
    #expect(Set(ofRecording).isSubset(of: FileKind.recording.fieldNames))
    #expect(
      Set([FileKey.id, FileKey.name, FileKey.riwayah, FileKey.sources]).isSubset(
        of: FileKind.reciter.fieldNames))
    let ofAudio = Set(AudioFile.keys.declaration.fields.map(\.key))
    #expect(
      ofAudio.isSuperset(of: [
        AudioKey.file, AudioKey.sha256, AudioKey.bytes, AudioKey.duration, AudioKey.sampleRate,
        AudioKey.channels,
      ]))
  }

  /// An ayah comes where something was skipped, and not at the end of its row.
  @Test func putKeysWhereRowsHaveThem() throws {
    let text = "tilawa: 1\nsegments:\n  - { skip: other, start: 1.000, end: 2.000, note: x }\n"
    let source = SourceText(path: "segments.yaml", bytes: Array(text.utf8))
    let edits = try #require(
      FileKind.segments.edits(
        of: source,
        making: [
          .set(row: 0, key: RowKey.ayah, text: "1:1"), .clear(row: 0, key: RowKey.skip),
          .set(row: 0, key: RowKey.verified, text: "true"),
        ]))
    #expect(
      edits.applied(to: source.bytes).map { String(decoding: $0, as: UTF8.self) }
        == "tilawa: 1\nsegments:\n  - { ayah: \"1:1\", start: 1.000, end: 2.000, verified: true, note: x }\n")
  }
}
