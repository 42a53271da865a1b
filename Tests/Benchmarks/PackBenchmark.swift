import Foundation
import TilawaBase

/// Packs and unpacks a bundle with much audio, and compares that with other programs that store files. All of
/// them flush what they write to the disk.
///
/// Only `tilawa pack` also computes the SHA-256 sum, so `sha256sum` is measured as well.
let packBenchmark = Benchmark(
  name: "pack",
  summary:
    "a bundle with audio of TILAWA_MEGABYTES, else 500, packed and unpacked, whole processes, against zip -0 and bsdtar"
) {
  let megabytes = size("TILAWA_MEGABYTES", 500)
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "tilawa-pack-\(UUID().uuidString)"
  ).path
  defer { try? FileManager.default.removeItem(atPath: folder) }
  try FileTransfer.makeFolder(folder + "/a.tilawa")
  try FileTransfer.create(
    Array("tilawa: 1\nid: a\naudio: { file: audio.flac }\n".utf8), at: folder + "/a.tilawa/recording.yaml")
  guard
    let fill = Program("sh", "-c", "head -c \(megabytes)000000 /dev/urandom > \(folder)/a.tilawa/audio.flac"),
    try fill.run() == 0
  else { return }
  func shell(_ command: String) -> Program? { Program("sh", "-c", "cd \(folder) && \(command)") }
  guard let tilawa = Program("tilawa")?.path else { return }
  try compare(
    [
      shell("rm -f z.zip; zip -0 -q -r z.zip a.tilawa && sync z.zip"),
      shell("\(tilawa) -q pack --force a.tilawa -o t.zip"),
      shell("bsdtar --format zip --options zip:compression=store -cf b.zip a.tilawa && sync b.zip"),
      shell("bsdtar -cf b.tar a.tilawa && sync b.tar"), shell("\(tilawa) -q pack --force a.tilawa -o t.tar"),
      shell("\(tilawa) -q pack --force a.tilawa -o t.tar.zst"),
      shell("bsdtar --zstd -cf b.tar.zst a.tilawa && sync b.tar.zst"),
      shell("sha256sum -b a.tilawa/audio.flac"),
    ], rounds: 3)
  try compare(
    [
      shell("rm -rf u; unzip -q t.zip -d u && sync u/a.tilawa/audio.flac"),
      shell("rm -rf v; \(tilawa) -q unpack t.zip --into v"),
      shell("rm -rf w; mkdir w; bsdtar -xf t.zip -C w && sync w/a.tilawa/audio.flac"),
      shell("rm -rf x; \(tilawa) -q unpack t.tar.zst --into x"),
    ], rounds: 3)
}
