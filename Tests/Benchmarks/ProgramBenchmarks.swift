import TilawaTestSupport

/// `tilawa lint` over many bundles, against yamllint, which checks YAML alone.
let lintBenchmark = Benchmark(
  name: "lint",
  summary: "many bundles of 300 rows (TILAWA_BUNDLES, else 1,000), whole processes, against yamllint"
) {
  let library = try GeneratedLibrary(bundles: size("TILAWA_BUNDLES", 1_000), rows: 300)
  defer { library.remove() }
  try compare([Program("tilawa", "lint", library.folder)], rounds: 5)
  try compare(
    [Program("tilawa", "lint", library.folder), Program("yamllint", "-d", "relaxed", library.folder)],
    rounds: 1)
}

/// Times one ayah among many bundles, and all of them, against a search for a word in the same files, and
/// against a table of answers that was built ahead.
let resolveBenchmark = Benchmark(
  name: "resolve",
  summary:
    "one ayah, and what is missing, among bundles of 100 rows (TILAWA_BUNDLES, else 10,000), whole processes, against rg"
) {
  let library = try GeneratedLibrary(bundles: size("TILAWA_BUNDLES", 10_000), rows: 100)
  defer { library.remove() }
  let search = Program("rg", "-c", "ayah", library.folder)
  let lookup = try library.database().flatMap {
    Program("sqlite3", $0, "select path, start, stop from rows where surah = 2 and ayah = 255")
  }
  try compare(
    [
      search, Program("tilawa", "resolve", "2:255", "--library", library.folder),
      Program("tilawa", "coverage", "--missing", "1:1-114:6", "--library", library.folder),
      Program("rg", "-j1", "-c", "ayah", library.folder), lookup,
    ], rounds: 9)
}

/// Times everything known about an ayah among many bundles, with a text, a translation, words and a journal.
/// It is compared with finding a recording that plays it.
let aboutBenchmark = Benchmark(
  name: "about",
  summary:
    "one ayah among bundles of 100 rows (TILAWA_BUNDLES, else 10,000), whole processes, against resolve"
) {
  let library = try GeneratedLibrary(bundles: size("TILAWA_BUNDLES", 10_000), rows: 100)
  defer { library.remove() }
  let files = [
    ("texts/ar.txt", GeneratedQuranText.references()),
    ("texts/en.txt", GeneratedQuranText.references(arabic: false)),
    ("texts/words.tsv", GeneratedQuranText.words()),
    (
      "texts/texts.yaml",
      "tilawa: 1\ntexts:\n  - { id: ar, kind: text, language: ar, file: ar.txt }\n"
        + "  - { id: en, kind: translation, language: en, file: en.txt }\n"
        + "  - { id: words, kind: word_by_word, language: en, file: words.tsv }\n"
    ),
    (
      "journal/notes.yaml",
      "tilawa: 1\nnotes:\n"
        + (1...286).map { "  - ayat: \"2:\($0)\"\n    text: what was said of it\n" }.joined()
    ),
    ("journal/memorised.yaml", "tilawa: 1\nmemorised:\n  - { ayat: \"2:1-286\" }\n"),
  ]
  for (name, text) in files { try library.write(text, to: name) }
  try compare(
    [
      Program("tilawa", "resolve", "2:255", "--library", library.folder),
      Program("tilawa", "about", "2:255", "--library", library.folder),
      Program("tilawa", "about", "2:255", "--json", "--limit", "0", "--library", library.folder),
    ], rounds: 15)
}

/// Times the same query on libraries of growing size. The time for each bundle must not grow.
let scaleBenchmark = Benchmark(
  name: "scale", summary: "resolve and missing over 100 to 100,000 bundles of 100 rows, as whole processes"
) {
  for count in [100, 1_000, 10_000, 100_000] where count <= size("TILAWA_BUNDLES", 100_000) {
    let library = try GeneratedLibrary(bundles: count, rows: 100)
    defer { library.remove() }
    print("  \(count) bundles")
    try compare(
      [
        Program("rg", "-c", "ayah", library.folder),
        Program("tilawa", "resolve", "2:255", "--library", library.folder),
        Program("tilawa", "coverage", "--missing", "1:1-114:6", "--library", library.folder),
      ], rounds: count > 10_000 ? 3 : 7)
  }
}

/// Times the lists of bundles and of each reciter's ayat, compared with a search for a word in the same
/// files.
let libraryBenchmark = Benchmark(
  name: "library",
  summary: "list and coverage by reciter over 10,000 bundles of 100 rows, as whole processes, against rg"
) {
  let library = try GeneratedLibrary(bundles: size("TILAWA_BUNDLES", 10_000), rows: 100)
  defer { library.remove() }
  let search = Program("rg", "-c", "ayah", library.folder)
  for program in [
    Program("tilawa", "coverage", "--missing", "--each-reciter", "--library", library.folder),
    Program("tilawa", "list", library.folder), Program("tilawa", "list", "--paths", library.folder),
  ] {
    try compare([search, program], rounds: 5)
  }
}

/// Times the start of the program, up to its first output.
let startupBenchmark = Benchmark(name: "startup", summary: "whole processes, against true and git") {
  let library = try GeneratedLibrary(bundles: 1, rows: 100)
  defer { library.remove() }
  try compare(
    [
      Program("true"), Program("git", "--version"), Program("tilawa", "--version"),
      Program("tilawa", "resolve", "1:1", "--library", library.folder),
    ], rounds: 101)
}
