import Foundation
import TestSupport
import Testing

/// `spec/conformance/structure.py`, which knows nothing of our code, judges the suite as the expectations do.
@Suite struct ThirdReaderTests {
  @Test(.enabled(if: ThirdReaderTests.canRun, "needs python3 with PyYAML and jsonschema"))
  func agreesWithTheStructuralCases() throws {
    let result = try Self.python([ConformanceSuite.folder + "/structure.py"])
    #expect(result.status == 0, "\(result.output)")
    let judged = try #require(result.output.firstMatch(of: /(\d+) files judged, 0 disagreements/))
    #expect((Int(judged.1) ?? 0) > 500)
  }

  private static let canRun =
    (try? python(["-c", "import yaml, jsonschema"]))?.status == 0

  private static func python(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-B"] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }
}
