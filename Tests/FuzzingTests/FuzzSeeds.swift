import Foundation
import TilawaArchives
import TilawaBase
import TilawaExchange
import TilawaFormat
import TilawaLibrary
import TilawaQuran
import TilawaRecognition
import TilawaRemote
import TilawaSound

/// The inputs with which fuzzing begins: the cases of `spec/conformance`, the examples, and files that the
/// program writes itself.
///
/// They are read from the working directory, which is the repository's.
enum FuzzSeeds {
  /// The inputs of a target, in the order of their names; no more than `most`, from all over the list.
  static func of(_ target: FuzzTarget, atMost most: Int = 40) -> [[UInt8]] {
    let all = all(target)
    guard all.count > most else { return all }
    return (0..<most).map { all[$0 * all.count / most] }
  }

  /// Writes the seeds of a target into a folder that exists.
  static func write(_ target: FuzzTarget, into folder: String) throws {
    for (number, seed) in all(target).enumerated() where seed.count <= 65_536 {
      try Data(seed).write(to: URL(filePath: "\(folder)/seed-\(number)"))
    }
  }

  private static func all(_ target: FuzzTarget) -> [[UInt8]] {
    switch target.name {
    case "yaml", "editor": distinct(files(ending: ".yaml").map(\.bytes))
    case "rows":
      distinct(files(ending: ".yaml").filter { FileKind(fileName: $0.path) != nil }.map(\.bytes))
    case "documents":
      distinct(
        files(ending: ".yaml").compactMap { file in
          DocumentKind(ofFileAt: file.path).map { part($0.name, file.bytes) }
        })
    case "bundles": distinct(bundles + libraries)
    case "merge", "diff": merges
    case "exchange": foreign
    case "published": FuzzTarget.kinds.map { part($0.kind, published($0)) }
    case "archives": archives
    case "audio": sounds
    case "messages": sessions.flatMap(framed)
    case "session": sessions
    case "texts": texts.map { Array($0.utf8) }
    case "model": [Array(model.utf8)]
    case "words": words.map { Array($0.utf8) }
    default: []
    }
  }

  // MARK: Files of the repository

  private typealias File = (path: String, bytes: [UInt8])

  private static func files(ending: String, in folder: String? = nil) -> [File] {
    let folders = folder.map { [$0] } ?? ["spec/conformance", "Examples", "Tests/ExchangeTests/Fixtures"]
    return folders.flatMap { folder in
      (FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? [])
        .filter { $0.hasSuffix(ending) }.sorted().compactMap { name in
          (try? Data(contentsOf: URL(filePath: "\(folder)/\(name)"))).map { ("\(folder)/\(name)", Array($0)) }
        }
    }
  }

  private static func distinct(_ inputs: [[UInt8]]) -> [[UInt8]] {
    var seen: Set<[UInt8]> = []
    return inputs.filter { $0.count <= 16_384 && seen.insert($0).inserted }
  }

  private static func part(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    Array("=== \(name)\n".utf8) + bytes + (bytes.last == 0x0A || bytes.isEmpty ? [] : [0x0A])
  }

  /// Returns the files of folders with one name, as one input for each folder. `name` gives their names from
  /// their paths in it.
  private static func folders(ending: String, _ name: (String) -> String?) -> [[UInt8]] {
    var inputs: [String: [UInt8]] = [:]
    for file in files(ending: ".yaml") {
      guard let range = file.path.range(of: "\(ending)/") else { continue }
      guard let name = name(String(file.path[range.upperBound...])) else { continue }
      inputs[String(file.path[..<range.upperBound]), default: []] += part(name, file.bytes)
    }
    return inputs.sorted { $0.key < $1.key }.map(\.value)
  }

  private static var bundles: [[UInt8]] { folders(ending: ".tilawa") { $0.contains("/") ? nil : $0 } }
  private static var libraries: [[UInt8]] { folders(ending: ".library") { $0 } }

  private static var merges: [[UInt8]] {
    var inputs: [String: [String: [UInt8]]] = [:]
    for file in files(ending: ".yaml", in: "spec/conformance/merge") {
      let parts = file.path.split(separator: "/").map(String.init)
      guard let version = parts.dropLast().last?.replacing(".tilawa", with: ""), let name = parts.last else {
        continue
      }
      inputs[parts.dropLast(2).joined(separator: "/") + "/" + name, default: [:]][version] = file.bytes
    }
    return inputs.sorted { $0.key < $1.key }.map { key, versions in
      let kind = DocumentKind(ofFileAt: key)?.name ?? "segments"
      return part("kind", Array(kind.utf8))
        + ["base", "ours", "theirs"].flatMap { name in versions[name].map { part(name, $0) } ?? [] }
    }
  }

  // MARK: Foreign formats and sounds

  /// Files of others, and what is read of them in every format that is written.
  private static var foreign: [[UInt8]] {
    let given = files(ending: "", in: "spec/conformance/exchange/files").filter {
      !$0.path.hasSuffix(".jsonl") && $0.bytes.count <= 65_536
    }
    var inputs = given.map(\.bytes)
    for file in given {
      let source = ForeignSource(path: file.path, shownAs: file.path, bytes: file.bytes)
      var options = ReadingOptions()
      options.unit = .seconds
      guard let format = try? ForeignFormat.detected(source) else { continue }
      inputs.append(part(format.name, file.bytes))
      guard let read = try? RecordingCollection(reading: source, as: format, options, ExchangeReport()),
        let first = read.recordings.first
      else { continue }
      for format in ForeignFormat.all {
        let text: ForeignText? =
          switch format.write {
          case .file(let write): try? write(first, WritingOptions())
          case .collection(let write): try? write(read, WritingOptions())
          default: nil
          }
        if let text, format.read != nil { inputs.append(part(format.name, text.bytes)) }
      }
    }
    return distinct(inputs)
  }

  private static var archives: [[UInt8]] {
    let items = [
      PackedItem("a.tilawa/recording.yaml", .bytes(Array("tilawa: 1\nid: a\n".utf8))),
      PackedItem("a.tilawa/\u{633}\u{648}\u{631}\u{629}/notes", .bytes(Array(repeating: 0x61, count: 600))),
      PackedItem("b.tilawa/empty", .bytes([])),
    ]
    return ArchiveFormat.allCases.compactMap { format in
      var bytes: [UInt8] = []
      let output = ArchiveOutput { bytes += Array($0) }
      do { try ArchiveWriting.write(items, as: format, to: output) } catch { return nil }
      return bytes
    }
  }

  private static var sounds: [[UInt8]] {
    let path = FuzzFile.write([], ending: "-seed")
    defer { try? FileManager.default.removeItem(atPath: path) }
    let written = AudioEncoding.allCases.filter { !$0.needsFFmpeg }.compactMap { encoding -> [UInt8]? in
      guard var writer = try? AudioWriter(path: path, encoding: encoding, sampleRate: 24_000, channels: 1)
      else { return nil }
      let samples = (0..<2400).map { Float($0 % 97) / 97 - 0.5 }
      guard (try? writer.write(samples)) != nil, (try? writer.finish()) != nil else { return nil }
      return (try? Data(contentsOf: URL(filePath: path))).map { Array($0) }
    }
    let given = [".wav", ".flac", ".m4a"].flatMap { files(ending: $0) }.map(\.bytes)
    return written + distinct(given)
  }

  // MARK: Published libraries

  private static func published(_ kind: any PublishedDocument.Type) -> [UInt8] {
    let file = FileDigest(sha256: String(repeating: "a", count: 64), bytes: 1234)
    let key = String(repeating: "0123456789abcdef", count: 2)
    if kind == PublishedRoot.self {
      var root = PublishedRoot()
      (root.title, root.recordings, root.rows, root.page) = ("Ours", 2, 30, file)
      (root.reciters, root.directory) = (file, file)
      var surah = PublishedRoot.Surah()
      (surah.surah, surah.rows, surah.index, surah.held) = (18, 15, file, file)
      root.items = [surah]
      return root.bytes
    }
    if kind == PublishedHeld.self {
      var held = PublishedHeld()
      var entry = PublishedHeld.Entry()
      (held.surah, entry.riwayah, entry.counting) = (18, .warsh, .madaniLast)
      entry.ayat = AyahNumbers("0-31,40") ?? AyahNumbers()
      held.items = [entry]
      return held.bytes
    }
    if kind == PublishedAyah.self {
      var shard = PublishedAyah()
      var hearing = PublishedHearing()
      var row = PublishedRow()
      (hearing.key, hearing.path, hearing.riwayah) = (key, "a/b.tilawa", .hafs)
      (hearing.reciter, hearing.recordedAt) = ("husary", Timestamp("2024-01-05"))
      (row.ayat, row.start, row.end) = (AyahRange(Ayah(18, 10), Ayah(18, 11)), .zero, Milliseconds(20_000))
      (row.joins, row.isVerified, row.confidence) = ([Milliseconds(15_000)], true, 0.93)
      hearing.rows = [row]
      (shard.ayah, shard.items) = (Ayah(18, 10), [hearing])
      return shard.bytes
    }
    if kind == PublishedSurah.self {
      var surah = PublishedSurah()
      var entry = PublishedSurah.Entry()
      var part = PublishedSurah.Part()
      (part.file, part.recordings, entry.ayah, entry.rows) = (file, 2, 10, 4)
      entry.parts = [part]
      (surah.surah, surah.items) = (18, [entry])
      return surah.bytes
    }
    return kind.init().bytes
  }

  // MARK: Editors

  private static let sessions: [[UInt8]] = [
    [
      request(
        "textDocument/hover",
        #""textDocument":{"uri":"FILE:/segments.yaml"},"position":{"line":3,"character":9}"#),
      request(
        "textDocument/completion",
        #""textDocument":{"uri":"FILE:/segments.yaml"},"position":{"line":3,"character":9}"#),
      request("textDocument/codeLens", #""textDocument":{"uri":"FILE:/segments.yaml"}"#),
      request("textDocument/documentSymbol", #""textDocument":{"uri":"FILE:/segments.yaml"}"#),
      request("textDocument/formatting", #""textDocument":{"uri":"FILE:/segments.yaml"},"options":{}"#),
    ],
    [
      #"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"FILE:/segments.yaml","version":7},"contentChanges":[{"range":{"start":{"line":2,"character":3},"end":{"line":3,"character":9}},"text":"{ ayah: \"1:1\" é😀"}]}}"#,
      request(
        "textDocument/inlayHint",
        #""textDocument":{"uri":"FILE:/segments.yaml"},"range":{"start":{"line":0,"character":0},"end":{"line":9,"character":9}}"#
      ),
      request(
        "textDocument/selectionRange",
        #""textDocument":{"uri":"FILE:/segments.yaml"},"positions":[{"line":3,"character":9}]"#),
      request("textDocument/foldingRange", #""textDocument":{"uri":"FILE:/segments.yaml"}"#),
      request(
        "textDocument/codeAction",
        #""textDocument":{"uri":"FILE:/segments.yaml"},"range":{"start":{"line":3,"character":3},"end":{"line":3,"character":9}},"context":{"diagnostics":[]}"#
      ),
    ],
    [
      request(
        "workspace/executeCommand",
        #""command":"tilawa.joinRow","arguments":[{"uri":"FILE:/segments.yaml","position":{"line":3,"character":9}}]"#
      ),
      request(
        "workspace/executeCommand",
        #""command":"tilawa.splitRow","arguments":["FILE:/segments.yaml",3,9]"#),
      request(
        "textDocument/rename",
        #""textDocument":{"uri":"FILE:/segments.yaml"},"position":{"line":3,"character":20},"newName":"18:3""#
      ),
      request(
        "textDocument/definition",
        #""textDocument":{"uri":"FILE:/recording.yaml"},"position":{"line":2,"character":12}"#),
      request(
        "textDocument/references",
        #""textDocument":{"uri":"FILE:/recording.yaml"},"position":{"line":2,"character":12},"context":{}"#),
      request(
        "textDocument/onTypeFormatting",
        #""textDocument":{"uri":"FILE:/segments.yaml"},"position":{"line":3,"character":30},"ch":"}","options":{}"#
      ),
      request("textDocument/documentLink", #""textDocument":{"uri":"FILE:/recording.yaml"}"#),
      #"{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":"FILE:/segments.yaml"}}}"#,
    ],
  ].map { lines in
    part("recording.yaml", Array("tilawa: 1\nid: a\nreciter: someone\nriwayah: hafs\n".utf8))
      + part(
        "segments.yaml",
        Array(
          """
          tilawa: 1
          segments:
            - { ayah: "18:1", start: 1.000, end: 2.500 }
            - { ayah: "18:2", start: 2.500, end: 7.000, verified: true }  # heard
            - { ayah: "18:3-5", start: 8.000, end: 19.000, joins: [11.000, 15.500] }
            - { skip: takbir, start: 19.000, end: 20.000, note: "é😀" }

          """.utf8)) + part("messages", Array((lines.joined(separator: "\n") + "\n").utf8))
  }

  private static func request(_ method: String, _ params: String) -> String {
    #"{"jsonrpc":"2.0","id":7,"method":"\#(method)","params":{\#(params)}}"#
  }

  private static func framed(_ session: [UInt8]) -> [[UInt8]] {
    let lines = (InputParts(session)["messages"] ?? []).split(separator: 0x0A)
    let messages = lines.map { Array("Content-Length: \($0.count)\r\n\r\n".utf8) + $0 }
    return messages + [messages.flatMap { $0 }]
  }

  // MARK: Short texts

  private static let texts = [
    "1|1|بِسْمِ ٱللَّهِ ٱلرَّحْمَٰنِ ٱلرَّحِيمِ\n1|2|ٱلْحَمْدُ لِلَّهِ رَبِّ ٱلْعَٰلَمِينَ\n# so\n",
    "بسم الله الرحمن الرحيم\nالحمد لله رب العالمين\n", "1:1:1\tبسم\tIn the name\n1:1:2\tالله\tof God\n",
    "\u{FEFF}2:255 God, there is no god but He\r\n\r\n2:256 No compulsion\r\n",
  ]

  private static let words = [
    "18:1-10", "al-kahf 1-10", "juz 30", "page 50", "1:1-114:6", "hizb 3", "3.120", "1:02:03.5", "0.0005",
    "2024-01-05T12:30:00+03:00", "1445-09-10", "a/b/c.flac\n*.flac\n!b/**/c.*\n[a-c]/\n", "../a", "YQ==",
    "8:75-9:1", "البقرة ٢٥٥", "a/a/a/a/a/b\n**/a/**/a/**/a/**/c\n*a*a*a*a*b\n",
  ]

  /// A network of one layer is enough.
  private static var model: String {
    let head = AcousticModel.shipped.text.split(separator: "\n").prefix { !$0.hasPrefix("layer") }
    let letters = "_aiuNmnsczfHxhpvGetkgbjdqlrwy"
    let rows = (0..<32).map { "0.5 0.01 " + String(repeating: $0.isMultiple(of: 2) ? "Q" : "#", count: 28) }
    return
      (head.map(String.init) + ["layer 32 28 1 1 linear"] + rows + letters.map { "output \($0) 0.03" })
      .joined(separator: "\n") + "\n"
  }
}
