import TilawaBase
import TilawaQuran
import TilawaTestSupport

/// Looking up and searching texts that nothing indexes, against reading the same files once.
let textBenchmark = Benchmark(
  name: "texts",
  summary:
    "an ayah, and a search through 77,433 words, a text and three translations, against reading the files"
) {
  let folder = try TemporaryFolder()
  let names = ["text.txt", "en.txt", "fr.txt", "de.txt", "words.tsv"]
  let english = GeneratedQuranText.references(arabic: false)
  for (name, text) in zip(
    names, [GeneratedQuranText.references(), english, english, english, GeneratedQuranText.words()])
  {
    try folder.write(text, to: name)
  }
  try folder.write(
    "tilawa: 1\ntexts:\n  - { id: ar, kind: text, language: ar, file: text.txt }\n"
      + ["en", "fr", "de"].map { "  - { id: \($0), kind: translation, language: \($0), file: \($0).txt }\n" }
      .joined()
      + "  - { id: words, kind: word_by_word, language: en, file: words.tsv }\n", to: "texts/texts.yaml")
  for name in names { try FileTransfer.move(folder.path(of: name), to: folder.path(of: "texts/\(name)")) }
  let paths = names.map { folder.path(of: "texts/\($0)") }
  var bytes = 0
  let read = { bytes = try paths.reduce(0) { try $0 + FileContents.read($1).count } }
  let query = TextQuery("رحمن")
  var found = 0
  let times = try medians(
    rounds: 9,
    [
      read,
      {
        found = try paths.reduce(0) { sum, path in
          guard let query, let file = TextFile(try FileContents.read(path)) else { return sum }
          return sum + file.search(query).count
        }
      },
      { found += TextFile(try FileContents.read(paths[4]))?.words(of: Ayah(114, 6))?.count ?? 0 },
      { found += TextFile(try FileContents.read(paths[0]))?.text(of: Ayah(114, 6)) == nil ? 0 : 1 },
    ])
  print("  \(decimals(Double(bytes) / 1e6, 1)) MB in 5 files, \(found) found")
  for (name, seconds) in zip(
    ["read", "search, one after the other", "last ayah's words", "last ayah"], times)
  {
    print("  \(name): \(decimals(seconds * 1000, 1)) ms, \(decimals(seconds / times[0], 1)) x reading")
  }
  try compare(
    [
      Program("cat", paths), Program("tilawa", "--version"),
      Program("tilawa", "text", "18:10", "--library", folder.path),
      Program("tilawa", "text", "114:6", "--words", "--library", folder.path),
      Program("tilawa", "text", "search", "رحمن", "--library", folder.path),
      Program("tilawa", "text", "search", "of the", "--library", folder.path),
    ], rounds: 21)
}
