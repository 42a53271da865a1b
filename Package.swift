// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A C library of the system, as its header declares it. On Linux files beside the header define its functions, and load it when
/// one is called; elsewhere it is linked.
func library(_ name: String, pkgConfig: String?, apt: String, brew: String) -> Target {
  #if os(Linux)
    .target(name: name, dependencies: ["CLoading"])
  #else
    .systemLibrary(
      name: name, path: "Sources/\(name)/include", pkgConfig: pkgConfig,
      providers: [.apt([apt]), .brew([brew])])
  #endif
}

/// A room of `Sources/`; it may import what stands to its left in `Sources/README.md`, and nothing else. The files that are
/// `embedded` become part of the program; `libraries` are those that pkg-config doesn't name where they are linked.
func room(
  _ name: String, _ dependencies: Target.Dependency..., embedding files: [String] = [],
  linking libraries: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies + ["ScalarText"],
    resources: files.isEmpty ? nil : files.map { .embedInCode($0) }, swiftSettings: settings,
    linkerSettings: libraries.map { .linkedLibrary($0, .when(platforms: [.macOS, .iOS])) })
}

func tests(_ name: String, _ dependencies: Target.Dependency..., exclude: [String] = []) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: dependencies + [.byName(name: name), "TestSupport"],
    exclude: exclude, swiftSettings: settings)
}

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")

func nio(_ product: String) -> Target.Dependency { .product(name: product, package: "swift-nio") }

/// The rooms whose readers are fed what fuzzers make up.
let fuzzed: [Target.Dependency] = [
  "LanguageServer", "TilawaKit", "Publishing", "Lint", "Recognition", "Merging", "Exchange", "TilawaFormat",
  "YAMLDocuments", "QuranIndex", "Texts", "Archives", "Audio", "Diagnostics", "Timing", "Files",
]

/// The commit that is built, where whoever builds says it: `TILAWA_COMMIT=$(git rev-parse HEAD) swift build`. Asking git here
/// would link everything anew after each commit.
let commit = Context.environment["TILAWA_COMMIT"].flatMap { commit in
  !commit.isEmpty && commit.allSatisfy(\.isHexDigit) ? commit : nil
}

let package = Package(
  name: "tilawa",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "tilawa", targets: ["tilawa"]),
    .library(name: "TilawaKit", targets: ["TilawaKit"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: [
    .systemLibrary(
      name: "CLibYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .target(name: "CLoading", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    library("CSndfile", pkgConfig: "sndfile", apt: "libsndfile1-dev", brew: "libsndfile"),
    library("CMpg123", pkgConfig: "libmpg123", apt: "libmpg123-dev", brew: "mpg123"),
    library("COpusfile", pkgConfig: "opusfile", apt: "libopusfile-dev", brew: "opusfile"),
    library("CSoxr", pkgConfig: "soxr", apt: "libsoxr-dev", brew: "libsoxr"),
    library("CPNG", pkgConfig: "libpng", apt: "libpng-dev", brew: "libpng"),
    library("CExpat", pkgConfig: "expat", apt: "libexpat1-dev", brew: "expat"),
    library("CEBUR128", pkgConfig: "libebur128", apt: "libebur128-dev", brew: "libebur128"),
    library("CSonic", pkgConfig: nil, apt: "libsonic-dev", brew: "libsonic"),
    // These load libcurl, libcrypto, libzip, libarchive and SQLite when they are first needed, and so link none of them.
    .target(name: "CCurl", dependencies: ["CLoading"]),
    .target(name: "CCrypto", dependencies: ["CLoading"]),
    .target(name: "CZip", dependencies: ["CLoading"]),
    .target(name: "CArchive", dependencies: ["CLoading"]),
    .target(name: "CSQLite", dependencies: ["CLoading"]),
    .target(name: "CFiles"),
    // A part of the C library, but for systems of Apple.
    .target(name: "CIconv", linkerSettings: [.linkedLibrary("iconv", .when(platforms: [.macOS, .iOS]))]),
    .target(name: "CMemory"),
    .target(name: "CThreads"),
    .target(name: "CVectors"),
    .target(
      name: "CBuild", cSettings: commit.map { [.define("TILAWA_COMMIT", to: $0)] },
      linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),

    .target(name: "ScalarText", swiftSettings: settings),
    room("Diagnostics"),
    room("Timing"),
    room("Processors", "CMemory", "CThreads"),
    room("Files", "CCrypto", "CFiles", "Diagnostics", "Processors"),
    room("YAMLDocuments", "CLibYAML", "Diagnostics"),
    room("QuranIndex"),
    room("Texts", "QuranIndex"),
    room("TilawaFormat", "YAMLDocuments", "QuranIndex", "Texts", "Diagnostics", "Timing", "Files"),
    room(
      "Audio", "CSndfile", "CMpg123", "COpusfile", "CSoxr", "Timing", "Processors", "Files",
      linking: ["opus", "ogg"]),
    room("Drawing", "CPNG", "Audio", "Diagnostics", "Timing"),
    .target(
      name: "Recognition",
      dependencies: ["CVectors", "QuranIndex", "Audio", "Timing", "Processors", "ScalarText"],
      exclude: ["MODEL.md", "HOW.md", "TRIED.md"],
      swiftSettings: settings),
    room("Lint", "TilawaFormat", "YAMLDocuments", "QuranIndex", "Audio", "Diagnostics", "Timing", "Files"),
    room(
      "Annotating", "Recognition", "TilawaFormat", "YAMLDocuments", "QuranIndex", "Audio", "Diagnostics",
      "Timing"),
    room("Fetching", "CCurl", "Audio", "Processors", "Files"),
    room("Git", "Files"),
    room("Archives", "CArchive", "CZlib", "Files"),
    room("Merging", "TilawaFormat", "YAMLDocuments", "QuranIndex", "Diagnostics", "Timing"),
    room(
      "Exchange", "CExpat", "CIconv", "CZlib", "CZip", "CSQLite", "TilawaFormat", "YAMLDocuments",
      "QuranIndex",
      "Audio",
      "Diagnostics",
      "Timing", "Processors", "Files"),
    room("Importing", "Exchange", "TilawaFormat", "QuranIndex", "Audio", "Timing", "Files"),
    room("Publishing", "QuranIndex", "Diagnostics", "Timing", "Files"),
    room(
      "Library", "Fetching", "Publishing", "TilawaFormat", "QuranIndex", "Texts", "Audio", "Diagnostics",
      "Timing", "Processors", "Files"),
    room(
      "Rendering", "CEBUR128", "CSonic", "TilawaFormat", "Audio", "Timing", "Files", linking: ["sonic"]),
    .target(
      name: "Pages", dependencies: ["Audio", "Diagnostics", "Timing", "Files", "ScalarText"],
      resources: ["look.css", "report.css", "report.js", "library.js", "published.css", "published.js"].map {
        .embedInCode("Assets/\($0)")
      }
        + [
          "actions.js", "api.js", "assign.js", "canvas.js", "choice.js", "clock.js",
          "describe.js", "dom.js", "joins.js", "keys.js", "notices.js", "overview.js",
          "panel.js", "peaks.js", "player.js", "pointer.js", "presence.js", "printing.js", "rows.js",
          "session.js", "spectrogram.js", "state.js", "studio.js", "theme.js", "tiles.js",
          "view.js", "waveform.js", "words.js", "studio.css", "studio.html",
        ].map { .embedInCode("Assets/Studio/\($0)") },
      swiftSettings: settings),
    room("Loopback", "Processors", nio("NIOCore"), nio("NIOHTTP1"), nio("NIOPosix")),
    room(
      "TilawaKit", "Pages", "Lint", "Recognition", "Annotating", "Merging", "Exchange", "Git", "Archives",
      "Importing",
      "Fetching",
      "Publishing", "Library", "Rendering", "TilawaFormat", "YAMLDocuments", "QuranIndex", "Texts", "Audio",
      "Diagnostics",
      "Timing",
      "Processors",
      "Files"),
    room(
      "LanguageServer", "TilawaKit", "Lint", "Annotating", "Merging", "Exchange", "Library", "Rendering",
      "TilawaFormat", "YAMLDocuments", "QuranIndex", "Texts", "Audio", "Diagnostics", "Timing", "Processors",
      "Files"),
    room(
      "Commands", "LanguageServer", "TilawaKit", "Loopback", "Pages", "Lint", "Recognition", "Annotating",
      "Merging",
      "Exchange", "Git", "Archives",
      "Importing",
      "Fetching", "Publishing", "Library",
      "Rendering", "Drawing", "TilawaFormat", "YAMLDocuments", "QuranIndex", "Texts", "Audio", "Diagnostics",
      "Timing",
      "Processors", "Files", "CBuild", argumentParser,
      embedding: ["getting-started", "prayers", "warsh", "git", "sharing", "memorising"].map {
        "Topics/\($0).md"
      }),
    .executableTarget(name: "tilawa", dependencies: ["Commands"], swiftSettings: settings),

    .target(
      name: "TestSupport", dependencies: ["Files", "Audio", "QuranIndex", "Diagnostics", "Timing"],
      path: "Tests/TestSupport", swiftSettings: settings),
    .executableTarget(
      name: "generate-recitation", dependencies: ["TestSupport", "Audio", "QuranIndex", "Timing"],
      path: "Tests/GenerateRecitation", swiftSettings: settings),
    tests("ScalarText"),
    tests("Diagnostics"),
    tests("Timing"),
    tests("Processors"),
    tests("Files"),
    tests("YAMLDocuments", "Diagnostics", "Files"),
    tests("QuranIndex"),
    tests("Texts", "QuranIndex"),
    tests(
      "TilawaFormat", "YAMLDocuments", "QuranIndex", "Diagnostics", "Timing", "Files", "Exchange", "Lint"),
    tests("Audio", "CLoading", "QuranIndex", "Timing", "Files"),
    tests("Drawing", "CPNG", "Audio", "Timing"),
    tests("Lint", "TilawaFormat", "QuranIndex", "Diagnostics", "Files", exclude: ["Golden"]),
    tests("Recognition", "CVectors", "QuranIndex", "Audio", "Timing"),
    tests("Annotating", "Recognition", "TilawaFormat", "QuranIndex", "Audio", "Diagnostics", "Timing"),
    tests("Importing", "TilawaFormat", "Audio", "Timing", "Files"),
    tests("Fetching", "Audio", "Files"),
    tests("Git", "ScalarText", "Files"),
    tests("Archives", "Files"),
    tests("Merging", "TilawaFormat", "Diagnostics", "Timing", "Files"),
    tests(
      "Exchange", "TilawaFormat", "QuranIndex", "Diagnostics", "Timing", "Files", exclude: ["Fixtures"]),
    tests("Publishing", "QuranIndex", "Diagnostics", "Timing", "Files"),
    tests(
      "Library", "Fetching", "Publishing", "TilawaFormat", "QuranIndex", "Diagnostics", "Timing", "Files"),
    tests("Rendering", "ScalarText", "Audio", "Timing", "Files"),
    tests("Pages", "Audio", "Diagnostics", "Files", "Timing"),
    tests("Loopback"),
    tests(
      "TilawaKit", "Library", "Publishing", "QuranIndex", "TilawaFormat", "Audio", "Archives", "Diagnostics",
      "Fetching", "Timing", "Files"),
    tests(
      "LanguageServer", "TilawaKit", "Lint", "Exchange", "TilawaFormat", "QuranIndex", "Diagnostics",
      "Timing",
      "Files"),
    tests(
      "Commands", "ScalarText", "TilawaKit", "Exchange", "Lint", "Recognition", "Annotating", "TilawaFormat",
      "YAMLDocuments",
      "QuranIndex", "Audio",
      "Diagnostics",
      "Timing", "Files", exclude: ["Golden"]),
    .testTarget(
      name: "FuzzingTests", dependencies: fuzzed + ["TestSupport"], exclude: ["main.swift", "Kept"],
      swiftSettings: settings),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "CLibYAML", "TilawaKit", "TilawaFormat", "QuranIndex", "Texts", "Audio", "Recognition", "Annotating",
        "Diagnostics",
        "Timing", "Files", "TestSupport", "tilawa",
      ],
      path: "Tests/Benchmarks", swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

// `Tests/documentation` sets this; nobody else need fetch the plugin.
if Context.environment["TILAWA_DOCUMENTATION"] != nil {
  package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}

/// The rooms that work through every sample, frame and scalar.
let busy = [
  "ScalarText", "Diagnostics", "YAMLDocuments", "QuranIndex", "Audio", "Recognition", "TestSupport",
]

// `Tests/run` sets this: of a build for debugging the busy rooms are optimized, as one waits for them most of
// the time; all rooms would take longer to build than is won. Not a setting of the package: nobody could depend on one with flags that
// SwiftPM can't vouch for.
if Context.environment["TILAWA_QUICK"] != nil {
  for target in package.targets where busy.contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-O"], .when(configuration: .debug))]
  }
  // The loops of the search and of the network: most of what is left, where the compiler doesn't keep their sums in registers.
  for target in package.targets where target.name == "CVectors" {
    target.cSettings = (target.cSettings ?? []) + [.unsafeFlags(["-O2"], .when(configuration: .debug))]
  }
}

// `.ci/run` sets this, too, and builds for release, as whole modules: with what is there for tests in a build for debugging, and again
// only some rooms optimized, two more than there, as whole ones take less time for it.
if Context.environment["TILAWA_BUILD_ONCE"] != nil {
  for target in package.targets where target.swiftSettings != nil {
    var flags: [SwiftSetting] = [.define("DEBUG")]
    if !(busy + ["Texts", "TilawaFormat"]).contains(target.name) { flags.append(.unsafeFlags(["-Onone"])) }
    // The last and longest to compile: as a whole it would leave a core idle for a minute.
    if target.name == "CommandsTests" {
      flags.append(.unsafeFlags(["-no-whole-module-optimization", "-enable-batch-mode"]))
    }
    target.swiftSettings = (target.swiftSettings ?? []) + flags
  }
}

let writtenInC = [
  "CArchive", "CBuild", "CCurl", "CCrypto", "CEBUR128", "CExpat", "CFiles", "CIconv", "CLoading", "CMemory",
  "CMpg123", "COpusfile", "CPNG", "CSQLite", "CSndfile", "CSonic", "CSoxr", "CVectors", "CZip",
]

// `Tests/sanitize thread` sets this, in a copy of the tree.
if Context.environment["TILAWA_TRACED"] != nil {
  for target in package.targets where target.type != .system && !writtenInC.contains(target.name) {
    target.dependencies.append("TracedSynchronization")
  }
  package.targets.append(.target(name: "TracedSynchronization", path: "Tests/TracedSynchronization"))
}

// `Tests/fuzz` sets this: every room is then built so that libFuzzer sees which ways the code takes, and for `address` so that
// memory that is used wrongly ends it.
if let kind = Context.environment["TILAWA_FUZZ"] {
  let sanitizers = kind == "address" ? "-sanitize=fuzzer,address" : "-sanitize=fuzzer"
  let watched: [SwiftSetting] = [.unsafeFlags([sanitizers, "-enable-testing"])]
  for target in package.targets
  where [.regular, .executable].contains(target.type) && !writtenInC.contains(target.name) {
    target.swiftSettings = (target.swiftSettings ?? []) + watched
  }
  package.targets.removeAll { $0.name == "FuzzingTests" }
  package.targets.append(
    .executableTarget(
      name: "fuzz", dependencies: fuzzed, path: "Tests/FuzzingTests",
      exclude: ["KeptInputsTests.swift", "ReaderLimitsTests.swift", "Kept"],
      swiftSettings: settings + watched,
      linkerSettings: [.unsafeFlags([sanitizers, "-use-ld=lld"])]))
}
