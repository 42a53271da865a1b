// swift-tools-version: 6.2
import PackageDescription

// A package of its own that sees nothing of Tilawa but the product TilawaCore; without the trait for the command line, nothing else is
// fetched.
let package = Package(
  name: "LintTool",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "tilawa", path: "../..", traits: [])],
  targets: [
    .executableTarget(name: "LintTool", dependencies: [.product(name: "TilawaCore", package: "tilawa")])
  ],
  swiftLanguageModes: [.v6]
)
