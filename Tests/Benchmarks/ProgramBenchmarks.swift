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

/// One ayah among many bundles, against a search for a word in the same files.
let resolveBenchmark = Benchmark(
  name: "resolve",
  summary: "one ayah among bundles of 100 rows (TILAWA_BUNDLES, else 10,000), whole processes, against rg"
) {
  let library = try GeneratedLibrary(bundles: size("TILAWA_BUNDLES", 10_000), rows: 100)
  defer { library.remove() }
  try compare(
    [
      Program("tilawa", "resolve", "18:10", "--library", library.folder),
      Program("rg", "-c", "ayah", library.folder), Program("rg", "-j1", "-c", "ayah", library.folder),
    ], rounds: 5)
}

/// What all of many bundles hold together, and what each of them is, against a search for a word in the same files.
let libraryBenchmark = Benchmark(
  name: "library", summary: "missing and list over 10,000 bundles of 100 rows, as whole processes, against rg"
) {
  let library = try GeneratedLibrary(bundles: size("TILAWA_BUNDLES", 10_000), rows: 100)
  defer { library.remove() }
  let search = Program("rg", "-c", "ayah", library.folder)
  for program in [
    Program("tilawa", "missing", "1:1-114:6", "--library", library.folder),
    Program("tilawa", "missing", "--each-reciter", "--library", library.folder),
    Program("tilawa", "list", library.folder), Program("tilawa", "list", "--paths", library.folder),
  ] {
    try compare([search, program], rounds: 5)
  }
}

/// How long it takes until something is said.
let startupBenchmark = Benchmark(name: "startup", summary: "whole processes, against true and git") {
  let library = try GeneratedLibrary(bundles: 1, rows: 100)
  defer { library.remove() }
  try compare(
    [
      Program("true"), Program("git", "--version"), Program("tilawa", "--version"),
      Program("tilawa", "resolve", "1:1", "--library", library.folder),
    ], rounds: 101)
}
