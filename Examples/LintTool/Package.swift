// swift-tools-version: 6.2
import PackageDescription

// A package of its own that sees nothing of Tilawa but the product TilawaCore; without the trait for the command line, nothing else is
// fetched. The tests of Tilawa have built all of it with that trait, and would build it a second time.
let traits: Set<Package.Dependency.Trait> = Context.environment["TILAWA_TESTS"] == nil ? [] : [.defaults]

let package = Package(
  name: "LintTool",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "tilawa", path: "../..", traits: traits)],
  targets: [
    .executableTarget(name: "LintTool", dependencies: [.product(name: "TilawaCore", package: "tilawa")])
  ],
  swiftLanguageModes: [.v6]
)
