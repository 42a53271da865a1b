// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
].map { .enableUpcomingFeature($0) }

/// A room of `Sources/`, which may import `dependencies` and nothing else; `Sources/README.md` tells of all of them.
func room(
  _ name: String, in folder: String, _ dependencies: [String], _ products: [Target.Dependency] = [],
  without others: [String] = [], embedding files: String? = nil
) -> Target {
  .target(
    name: name, dependencies: named(dependencies) + products, path: folder, exclude: others,
    resources: files.map { [.embedInCode($0)] } ?? [], swiftSettings: settings)
}

func program(_ name: String, in folder: String, _ dependencies: [String]) -> Target {
  .executableTarget(name: name, dependencies: named(dependencies), path: folder, swiftSettings: settings)
}

func tests(_ name: String, _ rooms: [String], without others: [String] = []) -> Target {
  let all = named(rooms + ["TilawaTestSupport"])
  return .testTarget(name: name, dependencies: all, exclude: others, swiftSettings: settings)
}

func named(_ targets: [String]) -> [Target.Dependency] { targets.map { .byName(name: $0) } }

/// What the command line alone is built with: who depends on a library with `traits: []` fetches none of it.
func front(_ product: String, _ package: String) -> Target.Dependency {
  .product(name: product, package: package, condition: .when(traits: ["CommandLine"]))
}

/// The commit that is built, where whoever builds says it. Asking git here would link everything anew after each commit.
let commit = Context.environment["TILAWA_COMMIT"].flatMap { commit in
  !commit.isEmpty && commit.allSatisfy(\.isHexDigit) ? commit : nil
}

// On Linux libraries are loaded when they are needed, and linked nowhere. Elsewhere pkg-config says how they are linked.
#if os(Linux)
  let linked: [String] = []
#else
  let linked = ["sndfile", "libmpg123", "opusfile", "soxr", "libpng", "expat", "libebur128"]
#endif
let apple: [Platform] = [.macOS, .iOS]
let base = ["TilawaBase"]
let quran = base + ["TilawaQuran"]
let format = quran + ["TilawaYAML", "TilawaFormat"]
let sound = ["TilawaCLibraries", "TilawaPrograms", "TilawaSound"]
let library = ["TilawaArchives", "TilawaLibrary", "TilawaRemote"]
let kit =
  format + sound + library + ["TilawaLint", "TilawaRecognition", "TilawaExchange", "TilawaCore", "TilawaKit"]

let package = Package(
  name: "tilawa",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "tilawa", targets: ["tilawa"]),
    .library(name: "TilawaCore", targets: ["TilawaCore"]),
    .library(name: "TilawaKit", targets: ["TilawaKit"]),
  ],
  traits: [.trait(name: "CommandLine"), .default(enabledTraits: ["CommandLine"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
  ],
  targets: [
    .systemLibrary(
      name: "TilawaCYAML", path: "Sources/C/YAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .target(
      name: "TilawaCLibraries", dependencies: ["TilawaCSystem"] + named(linked.map { "Tilawa-\($0)" }),
      path: "Sources/C/Libraries",
      linkerSettings: ["ogg", "opus", "sonic", "z"].map { .linkedLibrary($0, .when(platforms: apple)) }),
    .target(
      name: "TilawaCSystem", path: "Sources/C/System",
      cSettings: commit.map { [.define("TILAWA_COMMIT", to: $0)] } ?? [],
      linkerSettings: [
        .linkedLibrary("dl", .when(platforms: [.linux])),
        .linkedLibrary("iconv", .when(platforms: apple)),
      ]),
    .target(name: "TilawaCVectors", path: "Sources/C/Vectors"),

    room("TilawaBase", in: "Sources/Base", ["TilawaCSystem"], without: ["Programs"]),
    room("TilawaPrograms", in: "Sources/Base/Programs", base + ["TilawaCSystem"]),
    room("TilawaYAML", in: "Sources/YAML", base + ["TilawaCYAML"]),
    room("TilawaQuran", in: "Sources/Quran", base),
    room("TilawaFormat", in: "Sources/Format", quran + ["TilawaYAML"]),
    room("TilawaSound", in: "Sources/Sound", base + sound.dropLast()),
    room("TilawaLint", in: "Sources/Lint", format),
    room(
      "TilawaRecognition", in: "Sources/Recognition", quran + ["TilawaSound", "TilawaCVectors"],
      without: ["MODEL.md", "HOW.md", "TRIED.md"]),
    room("TilawaArchives", in: "Sources/Library/Archives", base + ["TilawaCLibraries"]),
    room("TilawaExchange", in: "Sources/Exchange", format + sound + ["TilawaCSystem", "TilawaArchives"]),
    room("TilawaLibrary", in: "Sources/Library", format, without: ["Archives", "Remote"]),
    room("TilawaRemote", in: "Sources/Library/Remote", format + sound + ["TilawaLibrary"]),
    room("TilawaCore", in: "Sources/Kit/Core", format + ["TilawaLint", "TilawaLibrary"]),
    room("TilawaKit", in: "Sources/Kit", kit.dropLast(), without: ["Core"], embedding: "Pages/Assets"),
    room(
      "TilawaLoopback", in: "Sources/Front/Loopback", base,
      [front("NIOCore", "swift-nio"), front("NIOHTTP1", "swift-nio"), front("NIOPosix", "swift-nio")]),
    room("TilawaLanguageServer", in: "Sources/Front/LanguageServer", kit),
    room(
      "TilawaCommandLine", in: "Sources/Front/CommandLine",
      kit + ["TilawaCSystem", "TilawaLanguageServer", "TilawaLoopback"],
      [front("ArgumentParser", "swift-argument-parser")], embedding: "Topics"),
    program("tilawa", in: "Sources/Front/tilawa", ["TilawaCommandLine"]),

    room("TilawaTestSupport", in: "Tests/TestSupport", quran + ["TilawaSound"]),
    program(
      "generate-recitation", in: "Tests/GenerateRecitation", quran + ["TilawaSound", "TilawaTestSupport"]),
    program("Benchmarks", in: "Tests/Benchmarks", kit + ["TilawaCYAML", "TilawaTestSupport", "tilawa"]),
    tests("BaseTests", base + ["TilawaPrograms"]),
    tests("YAMLTests", base + ["TilawaYAML"]),
    tests("QuranTests", quran),
    tests("FormatTests", format + ["TilawaLint", "TilawaExchange"]),
    tests("SoundTests", quran + sound),
    tests("LintTests", format + ["TilawaSound", "TilawaLint"], without: ["Golden"]),
    tests("RecognitionTests", quran + ["TilawaCVectors", "TilawaSound", "TilawaRecognition"]),
    tests("ExchangeTests", format + ["TilawaArchives", "TilawaExchange"], without: ["Fixtures"]),
    tests("LibraryTests", format + sound + library),
    tests("KitTests", kit),
    tests("LoopbackTests", base + ["TilawaLoopback"]),
    tests("LanguageServerTests", kit + ["TilawaLanguageServer"]),
    tests("CommandsTests", kit + ["TilawaCommandLine"], without: ["Golden"]),
    tests("FuzzingTests", kit + ["TilawaLanguageServer"], without: ["main.swift", "Kept"]),
  ],
  swiftLanguageModes: [.v6]
)
package.targets += linked.map {
  .systemLibrary(name: "Tilawa-\($0)", path: "Sources/C/Linked/\($0)", pkgConfig: $0)
}

// `Tests/run` sets this: only the rooms are optimized that work through every sample, frame and scalar, as all would take longer to build
// than is won. Not a setting of the package: nobody could depend on one with flags that SwiftPM can't vouch for.
if Context.environment["TILAWA_TESTS"] != nil {
  let large = ["TilawaExchange", "TilawaKit", "TilawaCommandLine", "KitTests", "CommandsTests"]
  let busy = quran + sound + ["TilawaYAML", "TilawaRecognition", "TilawaTestSupport"]
  for target in package.targets where target.swiftSettings != nil {
    var flags = busy.contains(target.name) ? ["-O"] : ["-Onone"]
    // As a whole each would leave a core idle.
    if large.contains(target.name) { flags += ["-no-whole-module-optimization", "-enable-batch-mode"] }
    target.swiftSettings = settings + [.define("DEBUG"), .unsafeFlags(flags)]
  }
  // The loops of the search and of the network: most of what is left.
  for target in package.targets where target.name == "TilawaCVectors" {
    target.cSettings = [.unsafeFlags(["-O2"])]
  }
}
