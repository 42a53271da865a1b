/// The pages of a KFGQPC print of one riwayah, 604 of them, in the numbering of that riwayah.
///
/// The Hafs print differs from the older Madani layout, `Division.page`, in 25 pages.
public struct PrintedPages: Sendable {
  /// The count that its ayat are numbered by.
  public let counting: CountingSystem
  private let starts: [Ayah]
  private let isContinued: [Bool]

  /// The number of pages.
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

  /// Returns the ayah at the head of a page; nil if the page doesn't exist.
  public func start(of page: Int) -> Ayah? {
    (1...count).contains(page) ? starts[page - 1] : nil
  }

  /// Returns true if the page begins inside its first ayah.
  public func opensInsideAyah(_ page: Int) -> Bool {
    (1...count).contains(page) && isContinued[page - 1]
  }

  /// Returns the ayat of which a page contains a part, without ayah 0; nil if the page doesn't exist.
  public func range(of page: Int) -> AyahRange? {
    guard let first = start(of: page) else { return nil }
    guard page < count else {
      return counting.ayah(at: counting.total - 1).map { AyahRange(first, $0) }
    }
    if isContinued[page] { return AyahRange(first, starts[page]) }
    return counting.previous(before: starts[page]).map { AyahRange(first, $0) }
  }

  /// Returns the page on which an ayah begins, with ayah 0 counted as ayah 1; nil if the ayah doesn't exist.
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
