import Testing
import TilawaBase
import TilawaSound
import TilawaTestSupport

/// `tilawa cut --per-ayah`: what it writes, and that it can be read back as a reciter's source.
struct ExportCDNTests {
  @Test func writesAFolderThatIsASource() throws {
    let folder = try TemporaryFolder([
      "lib/a.tilawa/recording.yaml": """
      tilawa: 1
      id: a
      title: a
      audio: { file: audio.flac, duration: 3.000 }
      reciter: ali
      riwayah: hafs

      """,
      "lib/a.tilawa/segments.yaml": """
      tilawa: 1
      segments:
        - { ayah: "112:1", start: 0.000, end: 1.000, verified: true }
        - { ayah: "112:2", start: 1.000, end: 1.750 }
        - { ayah: "112:3-4", start: 2.000, end: 2.500 }

      """,
    ])
    var recitation = GeneratedRecitation([.init(2500, pauseAfter: 0)])
    recitation.sampleRate = 8000
    try recitation.write(to: folder.path(of: "lib/a.tilawa/audio.flac"), encoding: .flac)
    #expect(
      transcript(
        "cut", "--per-ayah", "-o", "cdn", "112", "--pattern", "{surah}/{ayah3}.flac", "--library", "lib",
        in: folder.path
      ) == """
        [stderr]
        cdn: 2 files and manifest.json
        tilawa: missing 112:3-4
        tilawa: 2 ayat in a stretch shared with other ayat
        [exit 1]

        """)
    #expect(try AudioProbe.properties(ofFileAt: folder.path(of: "cdn/112/002.flac")).frames == 6000)
    let digest = try FileDigest.of(folder.path(of: "cdn/112/001.flac"))
    #expect(
      try folder.text(of: "cdn/manifest.json").filter { !$0.isWhitespace }.hasPrefix(
        """
        {"version":1,"riwayah":"hafs","numbering":"kufi","pattern":"{surah}/{ayah3}.flac","items":[{"ayah":"112:1",\
        "file":"112/001.flac","duration":1.000,"bytes":\(digest.bytes),"sha256":"\(digest.sha256)",\
        "reciter":"ali","verified":true}
        """))
    try folder.write(
      """
      tilawa: 1
      id: bilal
      name: Bilal
      riwayah: hafs
      sources:
        - { cache: ../../cdn, pattern: "{surah}/{ayah3}.flac" }

      """, to: "other/reciters/bilal.yaml")
    #expect(
      transcript("resolve", "112:1-2", "--library", "other", in: folder.path) == """
        112:1  cdn/112/001.flac  0.000  1.000  Bilal  unverified
        112:2  cdn/112/002.flac  0.000  0.750  Bilal  unverified

        """)
  }
}
