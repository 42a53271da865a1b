/// The pages of a KFGQPC print of one riwayah, 604 of them, in the numbering of that riwayah.
///
/// The Hafs print differs from the older Madani layout, `Division.page`, in 25 pages.
public struct PrintedPages: Sendable {
  /// The count that its ayat are numbered by.
  public let counting: CountingSystem
  private let starts: [Ayah]
  private let isContinued: [Bool]

  /// How many pages there are.
  public var count: Int { starts.count }

  /// The pages of a riwayah; nil where no print was read (all but the first eight riwayat).
  public static func of(_ riwayah: Riwayah) -> PrintedPages? {
    switch riwayah {
    case .hafs, .shuabah: hafs
    case .warsh, .qaloon: warsh
    case .bazzi, .qunbul: bazzi
    case .dooriAbuAmr, .soosi: dooriAbuAmr
    default: nil
    }
  }

  /// The ayah at the head of a page; nil when there is no such page.
  public func start(of page: Int) -> Ayah? {
    (1...count).contains(page) ? starts[page - 1] : nil
  }

  /// Whether a page opens inside its first ayah.
  public func opensInsideAyah(_ page: Int) -> Bool {
    (1...count).contains(page) && isContinued[page - 1]
  }

  /// The ayat of which a page holds a part, without ayah 0; nil when there is no such page.
  public func range(of page: Int) -> AyahRange? {
    guard let first = start(of: page) else { return nil }
    guard page < count else {
      return counting.ayah(at: counting.total - 1).map { AyahRange(first, $0) }
    }
    if isContinued[page] { return AyahRange(first, starts[page]) }
    return counting.previous(before: starts[page]).map { AyahRange(first, $0) }
  }

  /// The page on which an ayah begins, ayah 0 being where ayah 1 is; nil when there is no such ayah.
  public func page(of ayah: Ayah) -> Int? {
    guard counting.contains(ayah) else { return nil }
    let wanted = Ayah(ayah.surah, max(ayah.number, 1))
    var page = starts.partitionPoint { $0 <= wanted }
    while isContinued[page - 1], starts[page - 1] == wanted { page -= 1 }
    return page
  }

  private init(_ table: StaticString, _ counting: CountingSystem) {
    self.counting = counting
    starts = ayat(in: table)
    isContinued = String(describing: table).utf8
      .split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
      .map { $0.last == UInt8(ascii: "+") }
  }

  private static let hafs = PrintedPages(PrintedPageTable.hafs, .kufi)
  private static let warsh = PrintedPages(PrintedPageTable.warsh, .madaniLast)
  private static let bazzi = PrintedPages(PrintedPageTable.bazzi, .makkiKFGQPC)
  private static let dooriAbuAmr = PrintedPages(PrintedPageTable.dooriAbuAmr, .madaniFirst)
}
