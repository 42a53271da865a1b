import Foundation
import Testing
import TilawaBase
import TilawaSound
import TilawaTestSupport

/// Ctrl-C and its like end the program by the signal, and leave nothing half-built.
@Suite(.waits) struct InterruptedProgramTests {
  @Test(arguments: ["INT", "TERM", "HUP"]) func importLeavesNothing(signal: String) throws {
    let folder = try TemporaryFolder([
      "memo.m4a": "nobody can read this",
      "bin/ffmpeg": "#!/bin/sh\necho $$ > \"$OUT/child\"\nexec sleep 60\n",
      "bin/ffprobe": """
      #!/bin/sh
      echo 'format.format_name="aac"'; echo 'streams.stream.0.sample_rate="8000"'; echo 'streams.stream.0.channels=1'
      """,
    ])
    for name in ["ffmpeg", "ffprobe"] {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: folder.path(of: "bin/\(name)"))
    }
    let said = try BuiltProgram.shell(
      """
      mkdir into
      PATH="$PWD/bin:$PATH" OUT="$PWD" tilawa import memo.m4a --encode flac --into into &
      await 'test -s child'
      ls -A into | sed 's/-[0-9a-z-]*[.]tilawa-tmp-.*/ is built/'
      kill -\(signal) $!
      wait $!
      echo "status $?"
      ls -A into
      await '! ps -o stat= -p $(cat child) | grep -qv Z'
      """, in: folder.path)
    let status = 128 + (["INT": SIGINT, "TERM": SIGTERM, "HUP": SIGHUP][signal] ?? 0)
    #expect(
      said.split(separator: "\n").filter { !$0.contains("sh: ") && $0 != "Terminated" && $0 != "Hangup" } == [
        "..converting is built", "status \(status)",
      ],
      "\(said)")
  }

  @Test func renderingLeavesTheOldFile() throws {
    let folder = try TemporaryFolder([
      "a.tilawa/recording.yaml":
        "tilawa: 1\nid: a\nriwayah: hafs\nreciter: ali\naudio: { file: audio.wav }\n",
      "a.tilawa/segments.yaml": "tilawa: 1\nsegments:\n  - { start: 0.000, end: 4.000, ayah: \"112:1\" }\n",
    ])
    var recitation = GeneratedRecitation([.init(4000, pauseAfter: 0)])
    recitation.leadIn = .zero
    try recitation.write(to: folder.path(of: "a.tilawa/audio.wav"), encoding: .wav)
    let said = try BuiltProgram.shell(
      """
      mkdir out
      echo old > out/a.wav
      tilawa render 112:1 --range-repeats infinite --for 40h --no-loudness --force -o out/a.wav 2> said &
      await 'test "$(ls -A out | wc -l)" -gt 1'
      ls -A out | wc -l
      kill -INT $!
      wait $!
      echo "status $?"
      ls -A out
      cat out/a.wav
      """, in: folder.path)
    let rendering = try folder.text(of: "said")
    #expect(
      said.split(separator: "\n").filter { !$0.contains("sh: ") } == ["2", "status 130", "a.wav", "old"],
      "\(said)\(rendering)")
  }

  /// A file that is opened while a standard stream is closed gets its number.
  @Test func closedStreamsAreNotMistakenForFiles() throws {
    let files = [
      "a.tilawa/recording.yaml": "tilawa: 1\nid:   a\nriwayah: Hafs\n",
      "a.tilawa/segments.yaml": "tilawa: 1\nsegments: [ ]\n",
    ]
    for closed in ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"] {
      let folder = try TemporaryFolder(files)
      let said = try BuiltProgram.shell(
        "tilawa fmt a.tilawa \(closed); tilawa lint --fix a.tilawa \(closed); true", in: folder.path)
      #expect(
        try folder.text(of: "a.tilawa/recording.yaml") == "tilawa: 1\nid: a\nriwayah: hafs\n", "\(said)")
      #expect(try folder.text(of: "a.tilawa/segments.yaml") == "tilawa: 1\nsegments: []\n", "\(said)")
    }
  }

  @Test func whatItsStarterIgnoresIsIgnored() throws {
    let folder = try TemporaryFolder()
    let said = try BuiltProgram.shell(
      """
      mkfifo text
      (trap '' HUP; exec tilawa fmt - --stdin-filename segments.yaml < text) &
      exec 3> text
      sleep 0.2
      kill -HUP $!
      sleep 0.1
      printf 'tilawa: 1\nsegments: []\n' >&3
      exec 3>&-
      wait $!
      """, in: folder.path)
    #expect(said == "tilawa: 1\nsegments: []\n")
  }
}
