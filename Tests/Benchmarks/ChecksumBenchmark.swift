import Foundation
import TilawaTestSupport

/// `tilawa audio checksum` over 2 GB, against what the system has for it: one file, and many.
let verifyBenchmark = Benchmark(
  name: "verify",
  summary:
    "checksums of TILAWA_MEGABYTES of audio, else 2,048, whole processes, against sha256sum and openssl: one file, and 64"
) {
  let folder = try TemporaryFolder()
  let megabytes = size("TILAWA_MEGABYTES", 2_048)
  try writeBundle("one.tilawa", megabytes: megabytes, in: folder)
  let parts = (0..<64).map { "many/\($0 + 10).tilawa" }
  for part in parts { try writeBundle(part, megabytes: max(1, megabytes / 64), in: folder) }
  print("  one file")
  let one = folder.path(of: "one.tilawa/audio.wav")
  try compare(
    [
      Program("tilawa", "audio", "checksum", folder.path(of: "one.tilawa")), Program("sha256sum", one),
      Program("openssl", "dgst", "-sha256", one),
    ], rounds: 5)
  print("  64 files")
  let many = parts.map { folder.path(of: $0 + "/audio.wav") }
  try compare(
    [
      Program("tilawa", "audio", "checksum", folder.path(of: "many")), Program("sha256sum", many),
      Program("openssl", ["dgst", "-sha256"] + many),
    ], rounds: 5)
}

/// A bundle with a WAV file of noise of that size, which no file system stores in less.
private func writeBundle(_ name: String, megabytes: Int, in folder: TemporaryFolder) throws {
  let file = name + "/audio.wav"
  try folder.write(
    "tilawa: 1\nid: a\nriwayah: hafs\naudio: { file: audio.wav }\n", to: name + "/recording.yaml")
  var noise = SplitMix64(state: UInt64(name.utf8.count))
  let block = (0..<131_072).flatMap { _ in withUnsafeBytes(of: noise.next(), Array.init) }
  _ = FileManager.default.createFile(
    atPath: folder.path(of: file), contents: Data(silentWAV(frames: 0)))
  let handle = try FileHandle(forWritingTo: URL(filePath: folder.path(of: file)))
  try handle.seekToEnd()
  for _ in 0..<megabytes { try handle.write(contentsOf: Data(block)) }
  try handle.close()
}
