/// A bundle of 20 s whose rows are changed, `a.tilawa`. It contains 1:1 to 1:5 in segments, one of them
/// verified, words of 1:2, and after them the markers that each test gives.
enum EditedBundle {
  /// Its files by name, with these rows of `segments.yaml` and `markers.yaml`, a line each.
  static func files(segments: [String], markers: [String]) -> [String: String] {
    func file(_ key: String, _ rows: [String]) -> String {
      "tilawa: 1\n\(key):\n" + rows.map { "  - \($0)\n" }.joined()
    }
    return [
      "a.tilawa/recording.yaml":
        "tilawa: 1\nid: a\nriwayah: hafs\naudio:\n  file: audio.wav\n  duration: 20.000\n",
      "a.tilawa/segments.yaml": file("segments", segments), "a.tilawa/markers.yaml": file("markers", markers),
      "a.tilawa/words.yaml": file(
        "words",
        [
          "{ ayah: \"1:2\", word: 1, start: 4.000, end: 6.000 }",
          "{ ayah: \"1:2\", word: 2, start: 6.000, end: 8.000 }",
        ]),
    ]
  }
}
