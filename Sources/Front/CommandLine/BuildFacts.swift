import TilawaBase
import TilawaCSystem

/// The parts of the program, for reports of faults.
enum BuildFacts {
  /// The commit that it was built from, where whoever built it said so.
  static var commit: String? { build_commit().map { String(cString: $0) } }

  /// The libraries of others, each with its version, or in words that it has none to tell, or isn't here. They are
  /// asked, and loaded for that, with each call.
  static var libraries: [(name: String, version: String)] {
    libraryQuestions.map { ($0.name, $0.version) }
  }

  /// The call that returns the version of a library.
  private struct Question {
    let name: String
    /// Of Linux, with the number of its interface; of macOS it is the name alone.
    let interfaces: [Int]
    let function: String
    var wants = BuildWantsNothing

    var version: String {
      #if os(macOS)
        let files = ["/opt/homebrew/lib/\(name).dylib", "/usr/local/lib/\(name).dylib", "\(name).dylib"]
      #else
        let files = interfaces.map { "\(name).so.\($0)" } + ["\(name).so"]
      #endif
      var text = [CChar](repeating: 0, count: 80)
      var answer: Int32 = 0
      for file in files where answer == 0 { answer = build_version(file, function, wants, &text, text.count) }
      guard answer == 1 else { return answer == 0 ? "not found" : "(version unknown)" }
      let said = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      // "libsndfile-1.2.0", "OpenSSL 3.0.15 3 Sep 2024", "libcurl/7.88.1 OpenSSL/3.0.15": the first word that begins with a digit.
      return said.words(by: " -/_").first { $0.utf8.first.map { 48...57 ~= $0 } ?? false }.map(String.init)
        ?? said
    }
  }

  private static let libraryQuestions = [
    Question(name: "libsndfile", interfaces: [1], function: "sf_version_string"),
    Question(name: "libmpg123", interfaces: [0], function: "mpg123_distversion", wants: BuildWantsPointers),
    Question(name: "libopus", interfaces: [0], function: "opus_get_version_string"),
    Question(name: "libsoxr", interfaces: [0], function: "soxr_version"),
    Question(name: "libebur128", interfaces: [1], function: "ebur128_get_version", wants: BuildFillsNumbers),
    Question(name: "libyaml-0", interfaces: [2], function: "yaml_get_version_string"),
    Question(name: "libpng16", interfaces: [16], function: "png_get_libpng_ver", wants: BuildWantsPointer),
    Question(name: "libexpat", interfaces: [1], function: "XML_ExpatVersion"),
    Question(name: "libz", interfaces: [1], function: "zlibVersion"),
    Question(name: "libarchive", interfaces: [13], function: "archive_version_string"),
    Question(name: "libsqlite3", interfaces: [0], function: "sqlite3_libversion"),
    Question(name: "libcurl", interfaces: [4], function: "curl_version"),
    Question(name: "libcrypto", interfaces: [3], function: "OpenSSL_version", wants: BuildWantsNumber),
  ]
}
