import Synchronization
import TilawaBase
import TilawaFormat
import TilawaLibrary
import TilawaQuran

extension PublishPlan {
  /// Makes the site, or with `isDry` only counts the changes. Throws `CancellationError`; the files written
  /// so far stay then, and the next run completes the site.
  package func apply(isDry: Bool = false, _ monitor: WorkMonitor) throws -> PublishOutcome {
    guard !isDry else { return try made(isDry: true, monitor) }
    try FileTransfer.makeFolder(PathText.joined(site, SiteNotes.folder))
    return try DirectoryLock.holding(site) { try made(isDry: false, monitor) }
  }

  private func made(isDry: Bool, _ monitor: WorkMonitor) throws -> PublishOutcome {
    let wasBroken = try FileStatus.ifAny(SiteNotes.unfinished(in: site)) != nil
    if !isDry { try AtomicFile.write([], to: SiteNotes.unfinished(in: site)) }
    if !isFresh, !wasBroken, let notes {
      let work = SiteMaking(self, isDry: isDry, monitor)
      do {
        return try work.changed(since: notes)
      } catch is SiteMaking.NotAsNoted {
        // Others changed the site; it is made again from the bundles.
      }
    }
    let work = SiteMaking(self, isDry: isDry, monitor, isMending: wasBroken)
    return try work.anew()
  }
}

/// A single making of a site.
final class SiteMaking {
  /// The site doesn't match the notes.
  struct NotAsNoted: Error {}

  private let plan: PublishPlan
  private let monitor: WorkMonitor
  private let writer: SiteWriter
  private let isMending: Bool
  private let publishing: BundlePublishing
  /// A folder for unfinished files, and for data that don't fit into memory.
  private let scratch: String
  /// The time at which the work began. Files that were changed just before could change again unnoticed.
  private let beginning = FileStamp.now
  private var outcome = PublishOutcome()
  private var notes = SiteNotes()
  private var surahs: [PublishedRoot.Surah] = []
  private var entries: [PublishedGroup.Entry] = []

  /// Prepares to make the site. With `isMending`, files left by an interrupted run are removed as well.
  init(_ plan: PublishPlan, isDry: Bool, _ monitor: WorkMonitor, isMending: Bool = false) {
    self.plan = plan
    self.monitor = monitor
    self.isMending = isMending
    writer = SiteWriter(plan.site, isDry: isDry, remembersAddresses: isMending)
    let known = Dictionary(
      (plan.notes?.bundles ?? []).compactMap { note in
        note.audioDigest.flatMap { digest in
          note.audioStamp.cut(at: " ").map { (ExactText(note.path), (String($0.0), digest)) }
        }
      }, uniquingKeysWith: { first, _ in first })
    let usesKnown = !plan.request.isFresh
    scratch =
      isDry
      ? plan.workplace.environment["TMPDIR"] ?? "/tmp" : PathText.joined(plan.site, SiteNotes.folder)
    publishing = BundlePublishing(
      request: plan.request,
      audio: AudioPublishing(request: plan.request, writer: writer, scratch: scratch) { path in
        usesKnown ? known[ExactText(path)].map { (stamp: $0.0, digest: $0.1) } : nil
      })
    notes.request = plan.request.noted
  }

  // MARK: - All of it

  /// Reads every bundle.
  func anew() throws -> PublishOutcome {
    let spill = try RowSpill(in: scratch)
    outcome.readBundles = plan.bundles.count
    try read(Array(plan.bundles.indices)) { index, published in
      try spill.add(published.lines, ordinal: index)
      entries.append(published.entry)
    }
    let stored = try spill.finish()
    let stage = monitor.begin("writing the files of ayat")
    for surah in 1...114 {
      try monitor.check()
      try write(surah, from: stored)
      stage.update(Int64(surah), of: 114)
    }
    stage.finish()
    try writeGroups(of: entries)
    return try finish()
  }

  /// Publishes bundles in parallel. `take` receives the results in order. A bundle with faults that was
  /// `published` before stays as it was then.
  private func read(
    _ indices: [Int], published: [ExactText: SiteNotes.Bundle] = [:],
    _ take: (Int, PublishedBundle) throws -> Void
  ) throws {
    let stage = monitor.begin("reading bundles")
    var failure: (any Error)?
    var done = 0
    let (places, publishing, writer) = (plan.bundles, publishing, writer)
    inParallel(indices, of: 512) {
      index -> Result<(PublishedBundle?, SiteNotes.Bundle, [LibraryFault]), any Error> in
      Result {
        let place = places[index]
        return try Self.publish(place, publishing, writer, published[ExactText(place.path)])
      }
    } then: { index, result in
      done += 1
      if done % 64 == 0 { stage.update(Int64(done), of: Int64(indices.count)) }
      do {
        try monitor.check()
        let (published, note, faults) = try result.get()
        outcome.faults += faults
        guard let published else {
          notes.bundles.append(note)
          return true
        }
        try take(index, published)
        notes.bundles.append(settled(note))
        if !published.leftOut.isEmpty {
          outcome.remarks.append(
            .problem(
              "\(published.path): \(published.leftOut.joined(separator: ", ")) left out: too long for a published library"
            ))
        }
      } catch {
        failure = error
        return false
      }
      return true
    }
    stage.finish()
    if let failure { throw failure }
  }

  private static func publish(
    _ place: PublishPlan.Place, _ publishing: BundlePublishing, _ writer: SiteWriter,
    _ before: SiteNotes.Bundle?
  ) throws -> (PublishedBundle?, SiteNotes.Bundle, [LibraryFault]) {
    let bundle = TilawaBundle(
      readingAt: place.folder, shownAs: place.path, only: [.recording, .reciter, .segments])
    try bundle.require(.looking)
    let (sound, audioFault) = try publishing.audio.publish(bundle, at: place.path)
    var faults = [LibraryFault(of: bundle), audioFault].compactMap(\.self)
    if !faults.isEmpty, let before, PublishPlan.isThere(before, writer) {
      faults = faults.map {
        LibraryFault(path: $0.path, message: $0.message + "; its previously published version stays")
      }
      return (nil, before, faults)
    }
    let published = try publishing.publish(bundle, at: place.path, sound)
    try writer.write(published.recording, to: PublishedAddress.recording(published.key))
    var note = SiteNotes.Bundle()
    (note.path, note.stamps, note.key) = (published.path, place.stamps, published.key)
    (note.file, note.servedRows) = (published.entry.file, published.servedRows)
    note.refusedRows = published.refusals.values.reduce(0, +)
    note.setSlots(published.lines.map(\.slot))
    note.reciters = published.reciters
    (note.audio, note.audioDigest, note.isSilent) = (
      published.audio, published.audioDigest, published.isSilent
    )
    if let file = published.audioFile {
      note.audioStamp = "\(FileStamp(of: PathText.joined(place.folder, file))?.text ?? "-") \(file)"
    }
    // Bundles with faults are examined each time.
    if !faults.isEmpty { note.stamps = "" }
    return (published, note, faults)
  }

  /// Returns notes without stamps if a file was changed a moment ago, so that it is read again the next
  /// time.
  private func settled(_ note: SiteNotes.Bundle) -> SiteNotes.Bundle {
    let stamps = note.stamps.words(by: " ") + note.audioStamp.words(by: " ").prefix(1)
    guard
      stamps.contains(where: { FileStamp($0)?.isFresh(at: beginning, within: plan.request.settling) ?? false }
      )
    else { return note }
    var note = note
    note.stamps = ""
    return note
  }

  private func write(_ surah: Int, from stored: RowSpill.Stored) throws {
    let writer = writer
    let slots = Array(AyahSlots.slots(ofSurah: surah))
    typealias Made = (entry: PublishedSurah.Entry, held: [HeldAyat])
    let made = inParallel(slots) { slot -> Result<Made, any Error> in
      Result {
        let (lines, bytes) = try stored.entries(at: slot)
        var making = AyahFileMaking(AyahSlots.ayah(at: slot), writer)
        var entry = PublishedSurah.Entry()
        entry.ayah = AyahSlots.ayah(at: slot).number
        for line in lines {
          try making.add(try bytes.bytes(of: line))
          entry.rows += line.rows
        }
        entry.parts = try making.finish()
        return (entry, lines.flatMap(\.held))
      }
    }
    var index = PublishedSurah()
    index.surah = surah
    var counts = HeldCounts()
    for result in made {
      let (entry, held) = try result.get()
      for held in held { counts.add(held) }
      if !entry.parts.isEmpty { index.items.append(entry) }
    }
    try write(index, counts)
  }

  /// Writes the files that lead to those of a surah's ayat.
  private func write(_ index: PublishedSurah, _ counts: HeldCounts) throws {
    guard !index.items.isEmpty else { return }
    var surah = PublishedRoot.Surah()
    surah.surah = index.surah
    surah.rows = index.items.reduce(0) { $0 + $1.rows }
    surah.index = try write(index, to: PublishedAddress.surah(index.surah))
    surah.held = try write(counts.file(ofSurah: index.surah), to: PublishedAddress.held(index.surah))
    surahs.append(surah)
    note(index)
    let noted = counts.noted
    notes.held[index.surah] = try FileDigest.of(noted).sha256
    if !writer.isDry { _ = try DerivedFile.write(noted, to: SiteNotes.held(index.surah, in: plan.site)) }
  }

  private func note(_ index: PublishedSurah) {
    for entry in index.items {
      notes.parts[AyahSlots.slot(of: Ayah(index.surah, entry.ayah))] = entry.parts.count
      if entry.ayah > 0 { outcome.ayat += 1 }
      outcome.ayahFiles += entry.parts.count
      for part in entry.parts { outcome.longestAyahFile = max(outcome.longestAyahFile, part.file.bytes) }
    }
  }

  private func write<Document: PublishedDocument>(
    _ document: Document, to address: String
  ) throws -> FileDigest {
    let bytes = document.bytes
    guard bytes.count <= Document.mostBytes else {
      throw Failure(
        "\(address) would have \(bytes.count) bytes, more than the limit of \(Document.mostBytes); publish the library in several parts"
      )
    }
    try writer.write(bytes, to: address)
    return try FileDigest.of(bytes)
  }

  // MARK: - What changed

  /// Reads the bundles that changed, and the parts of the site that they affect. Throws `NotAsNoted` if the
  /// site can't be updated.
  func changed(since old: SiteNotes) throws -> PublishOutcome {
    outcome.isFresh = false
    let root: PublishedRoot = try known(PublishedAddress.root, old.root)
    var change = SiteChange()
    notes.bundles = plan.bundles.compactMap(\.noted)
    outcome.readBundles = plan.changed.count
    let before = Dictionary(
      plan.outdated.map { (ExactText($0.path), $0) }, uniquingKeysWith: { first, _ in first })
    var replaced = Set(plan.outdated.map(\.key))
    let unchanged = notes.bundles.count
    try read(plan.changed, published: before) { _, published in
      change.add(published.key, published.lines)
      entries.append(published.entry)
    }
    let published = Set(entries.map(\.key))
    for note in notes.bundles[unchanged...] where !published.contains(note.key) { replaced.remove(note.key) }
    for note in plan.outdated where replaced.contains(note.key) {
      change.remove(note.key, from: note.slots)
    }
    notes.bundles.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    let stage = monitor.begin("writing the files of ayat")
    let surahs = Dictionary(root.items.map { ($0.surah, $0) }, uniquingKeysWith: { first, _ in first })
    for surah in 1...114 {
      try monitor.check()
      try write(surah, surahs[surah], change, old)
      stage.update(Int64(surah), of: 114)
    }
    stage.finish()
    try writeGroups(of: entries, root, without: replaced)
    return try finish()
  }

  /// Returns a file of the site whose digest is in the notes, or in a file that leads to it.
  private func known<Document: PublishedDocument>(_ address: String, _ digest: FileDigest) throws -> Document
  {
    guard let bytes = try known(address, digest) as [UInt8]?, let document = try? Document(reading: bytes)
    else {
      throw NotAsNoted()
    }
    return document
  }

  private func known(_ address: String, _ digest: FileDigest) throws -> [UInt8]? {
    try Self.known(writer.path(address), digest)
  }

  private static func known(_ path: String, _ digest: FileDigest) throws -> [UInt8] {
    guard try FileStatus.ifAny(path)?.size == digest.bytes,
      let bytes = try? FileContents.read(path, atMost: Int(digest.bytes)), try FileDigest.of(bytes) == digest
    else { throw NotAsNoted() }
    return bytes
  }

  private func write(_ surah: Int, _ before: PublishedRoot.Surah?, _ change: SiteChange, _ old: SiteNotes)
    throws
  {
    var index = PublishedSurah()
    index.surah = surah
    if let before { index = try known(PublishedAddress.surah(surah), before.index) }
    let slots = AyahSlots.slots(ofSurah: surah).filter { change.touches($0) }
    try checkSizes(of: index, except: Set(slots))
    guard !slots.isEmpty else {
      guard let before,
        try FileStatus.ifAny(writer.path(PublishedAddress.held(surah)))?.size == before.held.bytes
      else {
        if before != nil { throw NotAsNoted() }
        return
      }
      surahs.append(before)
      note(index)
      notes.held[surah] = old.held[surah]
      return
    }
    var counts = HeldCounts()
    if before != nil { counts = try heldCounts(of: surah, old) }
    let entries = Dictionary(index.items.map { ($0.ayah, $0) }, uniquingKeysWith: { first, _ in first })
    let (writer, site) = (writer, plan.site)
    let made = inParallel(slots) { slot -> Result<SiteChange.Made, any Error> in
      Result {
        let ayah = AyahSlots.ayah(at: slot)
        let parts = try (entries[ayah.number]?.parts ?? []).enumerated().map { number, part in
          try Self.known(
            PathText.joined(site, PublishedAddress.ayah(ayah, part: number + 1)), part.file)
        }
        return try change.made(slot, of: parts, rows: entries[ayah.number]?.rows ?? 0, writer)
      }
    }
    var all = entries
    for result in made {
      let made = try result.get()
      for held in made.gone { counts.add(held, times: -1) }
      for held in made.new { counts.add(held) }
      all[made.entry.ayah] = made.entry.parts.isEmpty ? nil : made.entry
    }
    index.items = all.values.sorted { $0.ayah < $1.ayah }
    try write(index, counts)
  }

  private func heldCounts(of surah: Int, _ old: SiteNotes) throws -> HeldCounts {
    guard let bytes = try FileContents.readIfAny(SiteNotes.held(surah, in: plan.site), atMost: 1 << 30),
      let sum = old.held[surah], try FileDigest.of(bytes).sha256.isExactly(sum),
      let counts = HeldCounts(noted: bytes)
    else { throw NotAsNoted() }
    return counts
  }

  /// Checks the sizes of the files that stay. Other changes to them are only found with `--fresh`.
  private func checkSizes(of index: PublishedSurah, except slots: Set<Int>) throws {
    for entry in index.items where !slots.contains(AyahSlots.slot(of: Ayah(index.surah, entry.ayah))) {
      for (number, part) in entry.parts.enumerated() {
        let address = PublishedAddress.ayah(Ayah(index.surah, entry.ayah), part: number + 1)
        guard try FileStatus.ifAny(writer.path(address))?.size == part.file.bytes else { throw NotAsNoted() }
      }
    }
  }

  // MARK: - What leads to it

  /// Writes all groups, or, with a root, those that changed.
  private func writeGroups(
    of entries: [PublishedGroup.Entry], _ root: PublishedRoot? = nil, without gone: Set<String> = []
  ) throws {
    var directory = PublishedDirectory()
    if let root { directory = try known(PublishedAddress.directory, root.directory) }
    var groups = Dictionary(directory.items.map { ($0.group, $0) }, uniquingKeysWith: { first, _ in first })
    let new = Dictionary(grouping: entries) { String($0.key.prefix(2)) }
    let touched = Set(new.keys).union(gone.map { String($0.prefix(2)) })
    for (name, group) in groups where !touched.contains(name) {
      guard try FileStatus.ifAny(writer.path(PublishedAddress.group(name)))?.size == group.file.bytes else {
        throw NotAsNoted()
      }
    }
    for name in touched.sorted() {
      var group = PublishedGroup()
      group.group = name
      if let before = groups[name] { group = try known(PublishedAddress.group(name), before.file) }
      let keys = gone.union((new[name] ?? []).map(\.key))
      group.items = (group.items.filter { !keys.contains($0.key) } + (new[name] ?? [])).sorted {
        $0.key < $1.key
      }
      groups[name] = nil
      guard !group.items.isEmpty else { continue }
      var entry = PublishedDirectory.Group()
      (entry.group, entry.recordings) = (name, group.items.count)
      entry.file = try write(group, to: PublishedAddress.group(name))
      groups[name] = entry
    }
    directory.items = groups.values.sorted { $0.group < $1.group }
    directoryDigest = try write(directory, to: PublishedAddress.directory)
  }

  private var directoryDigest = FileDigest.unknown

  private func finish() throws -> PublishOutcome {
    var root = PublishedRoot()
    root.title = plan.request.title
    root.audio = plan.request.audio
    root.recordings = notes.bundles.count
    root.rows = notes.bundles.reduce(0) { $0 + $1.servedRows }
    root.directory = directoryDigest
    root.reciters = try write(PublishedReciters(plan.library, notes.bundles), to: PublishedAddress.reciters)
    let page = try PublishedPage.document(
      surahs: Surah.all.map { ($0.name, $0.arabicName) },
      riwayat: Riwayah.allCases.map { ($0.rawValue, $0.displayName, $0.arabicName) },
      playsElsewhere: plan.request.audio == .reference)
    try writer.write(page, to: PublishedAddress.page)
    root.page = try FileDigest.of(page)
    root.items = surahs
    root.serial = try serial(of: root)
    let bytes = root.bytes
    guard bytes.count <= PublishedLimits.rootBytes else {
      throw Failure("the title is too long for the root of a published library")
    }
    notes.root = try FileDigest.of(bytes)
    try writeRoot(bytes)
    try removeWhatIsGone()
    if isMending { try writer.removeWhatWasBrokenOff() }
    if !writer.isDry {
      try DerivedFile.settle(plan.site)
      try AtomicFile.write(notes.bytes, to: SiteNotes.path(in: plan.site))
      try FileTransfer.remove(SiteNotes.unfinished(in: plan.site))
    }
    return told(root)
  }

  /// Returns the serial number that distinguishes a signed root from earlier ones. It stays if nothing else
  /// changes. Otherwise it is the time, so that it grows even if earlier ones aren't known, and at least
  /// one more than the last.
  private func serial(of root: PublishedRoot) throws -> Int? {
    guard plan.request.key != nil else { return nil }
    let path = writer.path(PublishedAddress.root)
    let bytes = try? FileContents.readIfAny(path, atMost: PublishedLimits.rootBytes)
    let last = bytes.flatMap { try? PublishedRoot(reading: $0) }?.serial
    if let last {
      var same = root
      same.serial = last
      if same.bytes == bytes { return last }
    }
    let serial = max((last ?? 0) + 1, Int(try plan.workplace.now()))
    guard serial <= PublishedRoot.greatestSerial else {
      throw Failure("the serial number of the root has reached its limit; publish into a new folder")
    }
    return serial
  }

  /// Writes the root last, and its signature right before it, so that readers find the old root meanwhile.
  private func writeRoot(_ bytes: [UInt8]) throws {
    guard let key = plan.request.key else { return try writer.write(bytes, to: PublishedAddress.root) }
    outcome.isSigned = true
    notes.hasSignature = true
    guard !writer.isDry else { return try writer.write(bytes, to: PublishedAddress.root) }
    let staged = writer.path(SiteNotes.folder + "/" + PublishedAddress.root)
    try AtomicFile.write(bytes, to: staged)
    let signature = try SSHSignature(in: plan.workplace).sign(
      file: staged, key: plan.workplace.path(key), mayAsk: plan.request.mayAsk)
    defer { for path in [staged, signature] { try? FileTransfer.remove(path) } }
    let signed = try FileContents.read(signature)
    try DerivedFile.settle(plan.site)
    try writer.write(signed, to: PublishedAddress.signature)
    try writer.write(bytes, to: PublishedAddress.root)
  }

  private func removeWhatIsGone() throws {
    guard let old = plan.notes else { return }
    for (slot, count) in old.parts {
      let ayah = AyahSlots.ayah(at: min(max(0, slot), AyahSlots.count - 1))
      let now = notes.parts[slot] ?? 0
      guard now < count else { continue }
      for part in now + 1...count { try writer.remove(PublishedAddress.ayah(ayah, part: part)) }
    }
    let surahs = Set(surahs.map(\.surah))
    for surah in old.held.keys where !surahs.contains(surah) {
      try writer.remove(PublishedAddress.held(surah))
      try writer.remove(PublishedAddress.surah(surah))
      if !writer.isDry { try? FileTransfer.remove(SiteNotes.held(surah, in: plan.site)) }
    }
    let keys = Set(notes.bundles.map(\.key))
    let groups = Set(keys.map { $0.prefix(2) })
    for note in old.bundles where !keys.contains(note.key) {
      if !groups.contains(note.key.prefix(2)) {
        try writer.remove(PublishedAddress.group(String(note.key.prefix(2))))
      }
      try writer.remove(PublishedAddress.recording(note.key))
    }
    let audio = Set(notes.bundles.flatMap(\.audio))
    for address in Set(old.bundles.flatMap(\.audio)).subtracting(audio)
    where PublishedAddress.isAudio(address) {
      try writer.remove(address)
    }
    if old.hasSignature, !notes.hasSignature {
      try writer.remove(PublishedAddress.signature)
      outcome.remarks.append(
        .problem(
          "the library is no longer signed, so readers that require a signature refuse it; use --sign")
      )
    }
  }

  private func told(_ root: PublishedRoot) -> PublishOutcome {
    let counts = writer.counts
    (outcome.written, outcome.writtenBytes) = (counts.written, counts.writtenBytes)
    (outcome.unchanged, outcome.removed) = (counts.unchanged, counts.removed)
    (outcome.recordings, outcome.rows) = (root.recordings, root.rows)
    outcome.refusedRows = notes.bundles.reduce(0) { $0 + $1.refusedRows }
    outcome.silentRecordings = notes.bundles.count { $0.isSilent && $0.servedRows > 0 }
    return outcome
  }
}
