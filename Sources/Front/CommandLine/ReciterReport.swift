import TilawaBase
import TilawaFormat
import TilawaKit
import TilawaLibrary
import TilawaQuran

/// The report on one reciter.
struct ReciterReport {
  private let use: ReciterUse
  private var coverage: [(riwayah: Riwayah, coverage: Coverage)] = []

  init(_ use: ReciterUse) { self.use = use }

  /// Everybody in a library, and what of it could not be read.
  static func uses(
    _ place: LibraryArguments, in terminal: Terminal
  ) throws -> (folder: LibraryFolder, uses: [ReciterUse], faults: [LibraryFault]) {
    let folder = try place.open(in: terminal)
    let bundles = inParallel(folder.bundles) { path in
      TilawaBundle(
        readingAt: path, shownAs: PathText.shown(path, from: terminal.workingDirectory),
        only: [.recording, .reciter, .segments, .markers])
    }
    let faults = folder.faults + bundles.compactMap { LibraryFault(of: $0) }
    return (folder, folder.reciters(in: bundles), faults)
  }

  /// Asks for all ayat in each riwayah that is recorded or has a source.
  mutating func addCoverage(from folder: LibraryFolder) {
    let sources = use.reciter?.sources ?? []
    let named = Set(use.riwayat + sources.compactMap { ($0.riwayah ?? use.reciter?.riwayah)?.value })
    coverage = Riwayah.allCases.filter(named.contains).map { riwayah in
      let counting = riwayah.counting
      let session = Session(riwayah: riwayah, reciters: [use.id], counting: counting)
      let ayat = (1...114).compactMap(counting.range(ofSurah:)).flatMap(counting.ayat(in:)).filter {
        $0.number > 0
      }
      return (riwayah, folder.coverage(of: ayat, in: session).all)
    }
  }

  // MARK: Text

  /// A line each; narrow tables have the short names.
  static func table(_ uses: [ReciterUse], width: Int?, _ palette: Palette) -> [String] {
    var table = TextTable([
      .init(title: "name", leastWidth: 8), .init(title: "id", leastWidth: 8),
      .init(title: "riwayah", leastWidth: 7), .init(title: "bundles", isAtRight: true),
      .init(title: "hours", isAtRight: true), .init(title: "surahs", leastWidth: 6),
      .init(title: "sources", isAtRight: true),
    ])
    let isNarrow = width.map { $0 < 100 } ?? false
    for use in uses {
      table.add([
        isNarrow ? use.shortName : use.shownName, use.id, riwayat(of: use), "\(use.bundles.count)",
        use.length == .zero ? "" : use.length.clock, surahs(use.surahs), "\(use.reciter?.sources.count ?? 0)",
      ])
    }
    return table.lines(width: width, palette: palette)
  }

  /// The reciter's own first.
  private static func riwayat(of use: ReciterUse) -> String {
    let own = use.reciter?.riwayah?.value
    return ((own.map { [$0] } ?? []) + use.riwayat.filter { $0 != own }).map(\.rawValue).joined(
      separator: ", ")
  }

  /// `1, 78-114`.
  private static func surahs(_ numbers: [Int]) -> String {
    var runs: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = runs.last, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    return runs.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ", ")
  }

  /// All of it, a line each.
  var lines: [String] {
    let reciter = use.reciter
    let arabic = reciter?.arabicName.map { " \(shownText($0.value))" } ?? ""
    var parts: [(String, String)] = [
      ("name", shownText(use.shownName) + arabic), ("id", use.id),
      (
        "file",
        use.shownFile.map { shownText($0) + (use.isInLibrary ? "" : ", a copy") } ?? "none in reciters/"
      ),
    ]
    func add(_ key: String, _ text: String?) { if let text { parts.append((key, shownText(text))) } }
    add("short name", reciter?.shortName?.value)
    add("riwayah", Self.riwayat(of: use).isEmpty ? "unknown" : Self.riwayat(of: use))
    add("style", reciter?.style?.value)
    add("image", reciter?.image?.value)
    for source in reciter?.sources ?? [] { add("source", text(of: source)) }
    let bundles = use.bundles.count
    add(
      "bundles",
      bundles == 0
        ? "none"
        : "\(bundles), \(use.length.clock): " + use.bundles.prefix(8).joined(separator: ", ")
          + (bundles > 8 ? ", …" : ""))
    if !use.surahs.isEmpty { add("surahs", Self.surahs(use.surahs)) }
    for (riwayah, coverage) in coverage {
      let percent = coverage.wanted.isEmpty ? 0 : coverage.foundCount * 100 / coverage.wanted.count
      add(
        "coverage",
        "\(coverage.foundCount) of \(coverage.wanted.count) ayat in \(riwayah.rawValue), \(percent) %")
    }
    return parts.map { padded($0.0, to: 11) + $0.1 }
  }

  private func text(of source: ReciterSource) -> String {
    let place = (source.url ?? source.cache)?.value ?? ""
    let pattern = source.pattern?.value ?? ""
    let joint = place.utf8.last == UInt8(ascii: "/") || place.isEmpty ? "" : "/"
    let facts = [
      (source.riwayah ?? use.reciter?.riwayah)?.value.rawValue ?? "no riwayah: never served",
      source.numbering?.value.rawValue, source.bitrate.map { "\($0.value) kbit/s" }, source.format?.value,
      source.url == nil ? nil : source.cache.map { "cache \($0.value)" },
    ]
    return place + joint + pattern + " (" + facts.compactMap { $0 }.joined(separator: ", ") + ")"
  }

  // MARK: For programs

  static let keys: [JSONKey<ReciterReport>] = [
    .key("id", .text, \.use.id, "Id of the reciter."), .nullable(.name, \.use.reciter?.name?.value),
    .nullable("short_name", .text, \.use.reciter?.shortName?.value, "A name for narrow columns."),
    .nullable(.arabicName, \.use.reciter?.arabicName?.value),
    .nullable(.riwayah, \.use.reciter?.riwayah?.value.rawValue),
    .nullable(
      "style", .text, \.use.reciter?.style?.value,
      "The way of reading, such as murattal, mujawwad or muallim."),
    .nullable(
      "sort_order", .integer(), \.use.reciter?.sortOrder?.value,
      "Place in lists, the smaller first; null if sorted by name."),
    .nullable(.path, \.use.shownFile),
    .key(
      "is_in_library", .flag, \.use.isInLibrary,
      "True if a file in the library's reciters/ describes the reciter."),
    .key("bundles", .list(of: .text), \.use.bundles, "Bundles with recordings of the reciter."),
    .key(.duration, \.use.length),
    .key(
      "surahs", .list(of: .count), \.use.surahs, "Numbers of the surahs with recordings."),
    .key("riwayat", .list(of: .text), { $0.use.riwayat.map(\.rawValue) }, "Riwayat of the recordings."),
    .key(
      "sources", .list(of: .object(sourceKeys)),
      { report in (report.use.reciter?.sources ?? []).map { ($0, report.use.reciter?.riwayah?.value) } },
      "Sources of audio, the preferred one first."),
  ]

  private static let sourceKeys: [JSONKey<(source: ReciterSource, riwayah: Riwayah?)>] = [
    .nullable(.url, { $0.source.url?.value }),
    .nullable("pattern", .text, { $0.source.pattern?.value }, "Pattern of file names."),
    .nullable(.riwayah, { ($0.source.riwayah?.value ?? $0.riwayah)?.rawValue }),
    .key(.numbering, { ($0.source.numbering?.value ?? .kufi).rawValue }),
  ]

  static let shape = OutputShape<ReciterReport>(
    "reciter-show",
    keys + [
      .key(
        "coverage_by_riwayah", .list(of: .object(coverageKeys)), \.coverage,
        "Coverage of the Quran in each riwayah of recordings or sources.")
    ])

  private static let coverageKeys: [JSONKey<(riwayah: Riwayah, coverage: Coverage)>] = [
    .key(.riwayah, { $0.riwayah.rawValue }), .key(.numbering, { $0.coverage.counting.rawValue }),
    .key(.found, { $0.coverage.foundCount }), .key(.of, { $0.coverage.wanted.count }),
  ]
}
