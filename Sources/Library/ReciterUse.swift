package import TilawaBase
package import TilawaFormat
package import TilawaQuran

/// A reciter of a library, and where recordings of theirs are.
package struct ReciterUse: Sendable {
  /// The id.
  package let id: String
  /// The content of the library's file, else of the first copy in a bundle; nil if no file describes the
  /// reciter.
  package let reciter: Reciter?
  /// That file as it is shown to the user.
  package let shownFile: String?
  /// True if that file belongs to the library and is not a bundle's copy.
  package let isInLibrary: Bool
  /// The bundles with rows by the reciter, or that name nobody else, in the order of their paths.
  package fileprivate(set) var bundles: [String] = []
  /// The length of the recordings of these bundles. If a recording is by someone else, only the reciter's
  /// rows count.
  package fileprivate(set) var length = Milliseconds.zero
  /// Surahs of which rows hold something, in order.
  package fileprivate(set) var surahs: [Int] = []
  /// In which the recordings are, in the order of `Riwayah.allCases`.
  package fileprivate(set) var riwayat: [Riwayah] = []

  /// The full name, else the id.
  package var shownName: String { reciter?.name?.value ?? id }
  /// A name for narrow columns.
  package var shortName: String { reciter?.shortName?.value ?? shownName }
}

/// One reciter's share of one bundle.
private struct ReciterShare {
  var length = Milliseconds.zero
  var surahs: Set<Int> = []
  var riwayat: Set<Riwayah> = []

  /// By the reciter's id.
  static func shares(of bundle: TilawaBundle) -> [ExactText: ReciterShare] {
    var shares: [ExactText: ReciterShare] = [:]
    let main = bundle.reciterID
    var rowsOfMain = ReciterShare()
    for row in bundle.segments?.content?.rows ?? [] {
      guard let ayat = row.ayah else { continue }
      let id = bundle.reciter(of: row.value)
      var share = id.flatMap { shares[ExactText($0)] } ?? ReciterShare()
      if let span = TimeSpan(row.start, row.end) { share.length = share.length + span.length }
      if ayat.isForward { share.surahs.formUnion(ayat.first.surah...ayat.last.surah) }
      if let riwayah = bundle.riwayah(of: row.value) { share.riwayat.insert(riwayah) }
      if let id { shares[ExactText(id)] = share }
    }
    if let main {
      rowsOfMain = shares[ExactText(main)] ?? rowsOfMain
      rowsOfMain.length = max(rowsOfMain.length, BundleSummary(of: bundle).length)
      if let riwayah = bundle.riwayah { rowsOfMain.riwayat.insert(riwayah) }
      shares[ExactText(main)] = rowsOfMain
    }
    return shares
  }
}

extension LibraryFolder {
  /// Returns every reciter whom a file in `reciters/` describes or a bundle names. Those with a `sort_order`
  /// come first, ordered by it, then the others by name. `bundles` are those of the library, read with all
  /// files but their words.
  package func reciters(in bundles: [TilawaBundle]) -> [ReciterUse] {
    var uses: [ExactText: ReciterUse] = [:]
    for file in reciterFiles {
      guard let id = file.file.content?.id?.value, uses[ExactText(id)] == nil else { continue }
      uses[ExactText(id)] = ReciterUse(
        id: id, reciter: file.file.content, shownFile: file.file.source.path, isInLibrary: true)
    }
    for bundle in bundles {
      for (id, share) in ReciterShare.shares(of: bundle) {
        var use = uses[id] ?? Self.use(of: id.text, copiedIn: bundle)
        if use.reciter == nil { use = Self.use(of: id.text, copiedIn: bundle, keeping: use) }
        use.bundles.append(bundle.shownPath)
        use.length = use.length + share.length
        use.surahs = Set(use.surahs).union(share.surahs).sorted()
        let riwayat = share.riwayat.union(use.riwayat)
        use.riwayat = Riwayah.allCases.filter(riwayat.contains)
        uses[id] = use
      }
    }
    return uses.values.sorted { Self.place(of: $0) < Self.place(of: $1) }
  }

  private static func use(
    of id: String, copiedIn bundle: TilawaBundle, keeping old: ReciterUse? = nil
  ) -> ReciterUse {
    let copy = bundle.reciter.flatMap { $0.content?.id?.value.isExactly(id) == true ? $0 : nil }
    var use = ReciterUse(id: id, reciter: copy?.content, shownFile: copy?.source.path, isInLibrary: false)
    if let old {
      (use.bundles, use.length, use.surahs, use.riwayat) = (old.bundles, old.length, old.surahs, old.riwayat)
    }
    return use
  }

  private static func place(of use: ReciterUse) -> (Int, String, String) {
    (use.reciter?.sortOrder?.value ?? .max, use.shownName.lowercased(), use.id)
  }
}
