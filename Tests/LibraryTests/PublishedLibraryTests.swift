import Foundation
import Synchronization
import Testing
import TilawaBase
import TilawaQuran
import TilawaTestSupport

@testable import TilawaLibrary
@testable import TilawaRemote

/// Libraries over the network give the same answers as folders.
@Suite(.serialized) struct PublishedLibraryTests {
  private static func options(_ cache: TemporaryFolder?) -> TreeOptions {
    var options = TreeOptions()
    options.cacheFolder = cache?.path
    options.network.usesProxies = false
    options.network.firstPause = 1
    options.network.stallSeconds = 2
    return options
  }

  private static func published(
    _ server: LoopbackServer, _ cache: TemporaryFolder?, _ change: (inout TreeOptions) -> Void = { _ in }
  ) throws -> PublishedLibrary {
    var options = options(cache)
    change(&options)
    return try PublishedLibrary(at: try #require(WebAddress(server.address + "/")), options)
  }

  /// With audio in most bundles, of which each is another.
  private static func library(bundles: Int, seed: UInt64) throws -> GeneratedLibrary {
    let library = try GeneratedLibrary(bundles: bundles, seed: seed)
    var numbers = SeededNumbers(seed: seed + 1)
    for bundle in try LibraryFolder(at: library.folder.path, shownFrom: library.folder.path).bundles
    where numbers.chance(0.8) {
      try Data("audio of \(bundle)".utf8).write(to: URL(fileURLWithPath: bundle + "/audio.flac"))
    }
    return library
  }

  private static func session(_ numbers: inout SeededNumbers) -> Session {
    let riwayah = [Riwayah.hafs, .hafs, .warsh, .qaloon].randomElement(using: &numbers) ?? .hafs
    let reciters = ["husary", "dosari", "minshawi", "nobody"].shuffled(using: &numbers)
    var session = Session(
      riwayah: riwayah, reciters: Array(reciters.prefix(Int.random(in: 0...3, using: &numbers))),
      counting: numbers.chance(0.5) ? .kufi : CountingSystem.allCases.randomElement(using: &numbers) ?? .kufi)
    session.fillsFromAnyone = numbers.chance(0.3)
    return session
  }

  private static func ayat(_ session: Session, _ numbers: inout SeededNumbers) -> [Ayah] {
    let surah = [1, 1, 2, 8, 9, 17, 18, 19, 20, 55, 56, 78, 113].randomElement(using: &numbers) ?? 1
    let first = Int.random(in: 0...20, using: &numbers)
    return (first...(first + Int.random(in: 0...12, using: &numbers))).map { Ayah(surah, $0) }
      .filter(session.counting.contains)
  }

  /// Returns all facts about a hearing, with the bundle's path in its library.
  private static func text(_ hearing: Hearing?, in roots: [String]) -> String {
    guard let hearing else { return "nothing" }
    func short(_ text: String) -> String {
      roots.reduce(text) { $0.hasPrefix($1) ? String($0.dropFirst($1.count)) : $0 }
    }
    let rows = hearing.rows.map { row -> String in
      let line = row.source.flatMap { source in
        row.range.map { LineTable(of: source).position(at: $0.lowerBound).line }
      }
      return "\(short(row.path)):\(line ?? row.toldLine ?? 0)"
    }
    let facts: [Any?] = [
      hearing.held, hearing.counting, short(hearing.bundle), hearing.audio, hearing.span, hearing.reciter,
      hearing.riwayah, hearing.isVerified, hearing.priority, hearing.confidence, hearing.isShared,
      hearing.date?.text, rows, hearing.availability.isUsable, hearing.preference,
    ]
    return facts.map { $0.map { "\($0)" } ?? "-" }.joined(separator: " ")
  }

  /// Returns the refusals that a published library can report. Rows that could never be served to any session
  /// aren't part of it.
  private static func refusals(_ answer: Answer?) -> [Refusal: Int] {
    (answer?.refusals ?? [:]).filter { refusal, _ in
      switch refusal {
      case .otherRiwayah, .otherReciter, .inexact: true
      default: false
      }
    }
  }

  private static func expectSame(
    _ ayat: [Ayah], _ a: Resolution, _ b: Resolution, _ roots: [String], _ comment: String
  ) {
    for ayah in ayat {
      let (one, other) = (a.answers[ayah], b.answers[ayah])
      #expect(text(one?.best, in: roots) == text(other?.best, in: roots), "\(ayah) best, \(comment)")
      #expect(
        text(one?.passedOver, in: roots) == text(other?.passedOver, in: roots), "\(ayah) passed, \(comment)")
      #expect(
        (one?.others ?? []).map { text($0, in: roots) } == (other?.others ?? []).map { text($0, in: roots) },
        "\(ayah) others, \(comment)")
      #expect(one?.isPlayable == other?.isPlayable)
    }
  }

  private static func roots(_ folders: [String], _ addresses: [String]) -> [String] {
    addresses.map { $0 + "/" } + folders.map { $0 + "/" }
  }

  @Test(arguments: [Int.max, 3])
  func answersAsTheFolderDoes(partSize: Int) throws {
    let local = try Self.library(bundles: 60, seed: 7)
    let folder = local.folder.path
    let library = try LibraryFolder(at: folder, shownFrom: folder)
    let server = try PublishedSite(of: folder, partSize: partSize).server()
    defer { server.close() }
    let cache = try TemporaryFolder()
    let published = try Self.published(server, cache)
    var numbers = SeededNumbers(seed: 11)
    for round in 0..<150 {
      let session = Self.session(&numbers)
      let ayat = Self.ayat(session, &numbers)
      let explaining = numbers.chance(0.5)
      let one = library.resolve(ayat, in: session, explaining: explaining)
      let other = published.resolve(ayat, in: session, explaining: explaining)
      #expect(other.faults.isEmpty, "\(other.faults)")
      let comment = "round \(round): \(session)"
      Self.expectSame(ayat, one, other, Self.roots([], [server.address]), comment)
      if explaining {
        for ayah in ayat {
          let known = Self.refusals(one.answers[ayah])
          for (refusal, count) in Self.refusals(other.answers[ayah]) {
            #expect(count <= known[refusal] ?? 0, "\(refusal) of \(ayah) \(comment)")
          }
        }
      }
      let (byReciter, verified) = (numbers.chance(0.5), numbers.chance(0.5))
      let held = library.coverage(
        of: ayat, in: session, byReciter: byReciter, tellingVerified: verified)
      let told = published.coverage(
        of: ayat, in: session, byReciter: byReciter, tellingVerified: verified)
      #expect(held.all.found == told.all.found, "coverage, \(comment)")
      #expect(held.all.verified == told.all.verified, "verified, \(comment)")
      #expect(
        held.reciters.map { "\($0.id ?? "-") \($0.coverage.found.sorted())" }.sorted()
          == told.reciters.map { "\($0.id ?? "-") \($0.coverage.found.sorted())" }.sorted(), "\(comment)")
      #expect(told.faults.isEmpty, "\(told.faults)")
    }
  }

  /// Two folders, a folder and a published library, and two published ones give the same answers.
  @Test func severalLibrariesAnswerInTheOrderOfTrustWhereverTheyLie() throws {
    let (first, second) = (try Self.library(bundles: 12, seed: 21), try Self.library(bundles: 30, seed: 22))
    let folders = [first.folder.path, second.folder.path]
    let servers = try folders.map { try PublishedSite(of: $0).server() }
    defer { for server in servers { server.close() } }
    let cache = try TemporaryFolder()
    let locals: [any AskedLibrary] = try folders.map { try LibraryFolder(at: $0, shownFrom: $0) }
    let remotes: [any AskedLibrary] = try servers.map { try Self.published($0, cache) }
    let both = Libraries(locals)
    let mixes = [[locals[0], remotes[1]], [remotes[0], locals[1]], remotes].map { Libraries($0) }
    let roots = Self.roots([], servers.map(\.address))
    var numbers = SeededNumbers(seed: 31)
    for round in 0..<60 {
      let session = Self.session(&numbers)
      let ayat = Self.ayat(session, &numbers)
      let explaining = numbers.chance(0.5)
      let expected = both.resolve(ayat, in: session, explaining: explaining)
      let covered = both.coverage(of: ayat, in: session, byReciter: true, tellingVerified: true)
      for mix in mixes {
        let comment = "round \(round): \(session)"
        Self.expectSame(
          ayat, expected, mix.resolve(ayat, in: session, explaining: explaining), roots, comment)
        let told = mix.coverage(of: ayat, in: session, byReciter: true, tellingVerified: true)
        #expect(
          covered.all.found == told.all.found && covered.all.verified == told.all.verified, "\(comment)")
      }
    }
  }

  /// The ayat of which a site has files, in order.
  private static func ayat(of site: PublishedSite) -> [Ayah] {
    site.files.withLock { Set($0.keys) }.compactMap { path in
      let parts = path.split(separator: "/")
      guard parts.count == 3, parts[0] == "ayat", let surah = Int(parts[1]),
        let number = Int(parts[2].split(separator: ".")[0])
      else { return nil }
      return Ayah(surah, number)
    }.sorted()
  }

  /// Looking up an ayah fetches everything once, and then makes one conditional request.
  @Test func asksForNoMoreThanItNeeds() throws {
    let local = try Self.library(bundles: 20, seed: 5)
    defer { withExtendedLifetime(local) {} }
    let site = try PublishedSite(of: local.folder.path)
    let server = try site.server()
    defer { server.close() }
    let cache = try TemporaryFolder()
    let ayah = try #require(Self.ayat(of: site).first)
    func asked() throws -> [String] {
      let before = server.requests.count
      _ = try Self.published(server, cache).resolve([ayah], in: Session(), explaining: false)
      return server.requests.dropFirst(before).map { String($0.target.split(separator: "?")[0]) }
    }
    let folder = String(PublishedAddress.surah(ayah.surah).dropLast("index.json".count))
    let first = try asked().sorted()
    let expected = [
      "/" + PublishedAddress.ayah(ayah), "/\(folder)index.json", "/reciters.json", "/tilawa-library.json",
    ]
    #expect(first == expected.sorted(), "\(first)")
    #expect(try asked() == ["/tilawa-library.json"])
    #expect(server.requests.last?.headers["if-none-match"] != nil)
    // Nothing is asked for, and nothing is missing.
    server.close()
    let offline = try Self.published(server, cache)
    #expect(offline.reasonForKept != nil)
    #expect(offline.resolve([ayah], in: Session(), explaining: false).faults.isEmpty)
    let unknown = try #require(Self.ayat(of: site).first { $0.surah != ayah.surah })
    let other = offline.resolve([unknown], in: Session(), explaining: false)
    #expect(other.answers[unknown]?.best == nil)
  }

  /// A library that is published anew between two requests is fetched once more. One that changes a file is
  /// rejected.
  @Test func noticesWhatChanges() throws {
    let local = try Self.library(bundles: 20, seed: 5)
    defer { withExtendedLifetime(local) {} }
    let site = try PublishedSite(of: local.folder.path)
    let server = try site.server()
    defer { server.close() }
    let published = try Self.published(server, try TemporaryFolder())
    let next = try Self.library(bundles: 10, seed: 6)
    defer { withExtendedLifetime(next) {} }
    let other = try PublishedSite(of: next.folder.path)
    let (new, old) = (other.files.withLock { $0 }, site.files.withLock { $0 })
    let ayah = try #require(Self.ayat(of: site).first)
    let address = PublishedAddress.ayah(ayah)
    site.files.withLock { $0 = new }
    #expect(published.resolve([ayah], in: Session(), explaining: false).faults.isEmpty)
    // The root says one thing and the files another.
    site.files.withLock { files in
      files = old
      files[address] = files[address].map { $0 + [0x20] }
    }
    let faults = try Self.published(server, nil).resolve([ayah], in: Session(), explaining: false)
      .faults
    #expect(
      faults.contains {
        $0.message.contains(address) && $0.message.contains("are allowed")
      },
      "\(faults)")
    site.files.withLock { files in
      files = old
      files[address] = nil
    }
    let missing = try Self.published(server, nil).resolve([ayah], in: Session(), explaining: false)
      .faults
    #expect(missing.contains { $0.message.contains("not found on the server (HTTP 404)") }, "\(missing)")
  }
}
