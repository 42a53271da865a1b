// swift-tools-version: 6.2
import PackageDescription

// A package of its own, as an app would be: it sees nothing of Tilawa but the product TilawaKit.
let package = Package(
  name: "App",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "tilawa", path: "../..")],
  targets: [
    .executableTarget(name: "App", dependencies: [.product(name: "TilawaKit", package: "tilawa")])
  ],
  swiftLanguageModes: [.v6]
)
