import Synchronization
package import TilawaBase
package import TilawaFormat
package import TilawaQuran

/// A folder with bundles at any depth. Nothing of it is stored: every answer is computed from the files.
package struct LibraryFolder: Sendable {
  /// The folders of its bundles, in the order in which they are found.
  package let bundles: [String]
  /// Folders on the way that could not be read.
  package let faults: [LibraryFault]
  /// The number of folders skipped because of ignore files.
  package let ignoredCount: Int
  /// The names of reciters in its reciter files.
  package let reciterNames: ReciterNames
  /// Its reciter files, in the order of their names.
  package let reciterFiles: [ReciterFile]
  /// The sources in its reciter files, the preferred first.
  package let sources: [LibrarySource]
  /// From where paths are shown.
  package let home: String
  /// Who looks into audio whose length isn't recorded; nil where nobody can.
  let inspector: (any AudioInspector)?

  /// Searches for bundles under `path`, which may be a bundle itself. Messages show paths as seen from
  /// `home`.
  ///
  /// Skips ignored folders, as `FileTree` does, unless `takingIgnored` is true. Files of sources that name no
  /// `cache` are searched for in `cacheFolder`. Throws if the folder doesn't exist or can't be read. Faults
  /// for what can't be read below it are in `faults`.
  package init(
    at path: String, shownFrom home: String, takingIgnored: Bool = false, cacheFolder: String? = nil,
    inspecting inspector: (any AudioInspector)?
  ) throws(FileError) {
    self.home = home
    self.inspector = inspector
    var errors: [FileError] = []
    let found = FileTree.bundles(under: path, takingIgnored: takingIgnored) { errors.append($0) }
    bundles = found.paths
    ignoredCount = found.ignoredCount
    if let error = errors.first(where: { $0.path.isExactly(path) }), bundles.isEmpty { throw error }
    var files: [ReciterFile] = []
    for file in ReciterFile.paths(inLibrary: path, unreadable: { errors.append($0) }) {
      do throws(FileError) {
        files.append(try ReciterFile(readingAt: file, shownAs: PathText.shown(file, from: home)))
      } catch {
        errors.append(error)
      }
    }
    let (sources, sourceFaults) = LibrarySource.all(of: files, cacheFolder: cacheFolder, shownFrom: home)
    self.sources = sources
    reciterNames = ReciterNames(files)
    reciterFiles = files
    faults =
      errors.map { error in
        let shown = PathText.shown(error.path, from: home)
        return LibraryFault(path: shown, message: error.message(showing: shown))
      } + sourceFaults
  }

  /// True if reciter files contain sources.
  package var hasSources: Bool { !sources.isEmpty }

  /// Finds for each of `ayat`, counted as the session does, what is played.
  ///
  /// `explaining` keeps what was not chosen too.
  package func resolve(_ ayat: [Ayah], in session: Session, explaining: Bool) -> Resolution {
    let wanted = WantedAyat(ayat, counting: session.counting)
    // The maps between all counts take longer to make than a few files to read.
    guard bundles.count > 16 else {
      return resolve(wanted, session, filter: nil, explaining)
    }
    let counts = CountingSystem.allCases
    let prepared = wanted.prepared(for: counts)
    return resolve(prepared, session, filter: ReferenceFilter(for: prepared, in: counts), explaining)
  }

  /// Without a filter every file is read as YAML.
  func resolve(
    _ wanted: WantedAyat, _ session: Session, filter: ReferenceFilter?, _ explaining: Bool
  ) -> Resolution {
    let partSize = 64
    let partCount = (bundles.count + partSize - 1) / partSize
    let contest = Mutex(Contest(keepingAll: explaining, inspector))
    // Made here and not in a closure: what a closure captures from a command may belong to the main actor.
    let search: @Sendable (Int) -> Void = { part in
      var own = Contest(keepingAll: explaining, inspector)
      for path in bundles[(part * partSize)..<min((part + 1) * partSize, bundles.count)] {
        var faults: [LibraryFault] = []
        self.search(path, for: wanted, session, filter, into: &own) { faults.append($0) }
        own.faults += faults
      }
      contest.withLock { $0.merge(own) }
    }
    if partCount == 1 {
      search(0)
    } else {
      Processors.share(partCount, search)
    }
    var resolution = contest.withLock {
      $0.faults += faults
      for source in sources { source.run(for: wanted, in: session, explaining: explaining, into: &$0) }
      return $0.resolution(of: wanted.ayat, bundleCount: bundles.count)
    }
    resolution.callReciters(by: reciterNames)
    return resolution
  }

  /// Adds the hearings of one bundle to `collector`. Calls `fault` if the bundle may contain more than could
  /// be read.
  func search(
    _ path: String, for wanted: WantedAyat, _ session: Session, _ filter: ReferenceFilter?,
    into collector: inout some HearingCollector, fault: (LibraryFault) -> Void
  ) {
    let shown = PathText.shown(path, from: home)
    let segments: BundleFile<SegmentsFile>
    do {
      guard let read = try self.segments(of: path, shownAs: shown, filter) else { return }
      segments = read
    } catch {
      let file = "\(shown)/\(FileKind.segments.fileName)"
      fault(LibraryFault(path: shown, message: error.message(showing: file)))
      return
    }
    var bundle = TilawaBundle(readingAt: path, shownAs: shown, only: [.recording, .reciter])
    bundle.segments = segments
    // The reported faults, and thus a command's exit code, must not depend on whether there was a filter.
    if let found = LibraryFault(of: bundle) {
      let filter = filter ?? ReferenceFilter(for: wanted, in: CountingSystem.allCases)
      if filter.mayHold(segments.source.bytes), filter.mayHold(segments) { fault(found) }
    }
    guard let recording = SearchedRecording(bundle) else { return }
    BundleSearch(recording, for: session).run(for: wanted, into: &collector)
  }

  /// Returns the segments of a bundle. Nil if there are none, or if the filter rules out that they contain
  /// any requested ayah.
  func segments(
    of path: String, shownAs shown: String, _ filter: ReferenceFilter?
  ) throws(FileError) -> BundleFile<SegmentsFile>? {
    let name = FileKind.segments.fileName
    guard let bytes = try FileContents.readIfAny("\(path)/\(name)", in: path) else { return nil }
    if let filter, !filter.mayHold(bytes) { return nil }
    let segments = BundleFile(segments: SourceText(path: "\(shown)/\(name)", bytes: bytes))
    return filter?.mayHold(segments) == false ? nil : segments
  }
}

extension LibraryFault {
  /// The fault of a bundle that could not be read correctly; nil if it has no errors.
  package init?(of bundle: TilawaBundle) {
    let errors = bundle.faults(for: .serving)
    guard let first = errors.first else { return nil }
    let line = first.place.source.flatMap { source in
      first.place.range.map { LineTable(of: source).position(at: $0.lowerBound).line }
    }
    path = bundle.shownPath
    message =
      "\(first.place.path)\(line.map { ":\($0)" } ?? ""): \(first.message)"
      + (errors.count > 1 ? ", and \(errors.count - 1) more" : "") + "; `tilawa lint` shows all"
  }
}
