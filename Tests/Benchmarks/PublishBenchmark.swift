import Foundation

/// Publishes a library of generated bundles as static files: a first time, again without changes, after ten
/// bundles changed, and from scratch over the existing files.
func runPublish() throws {
  let (bundles, rows) = (size("TILAWA_BUNDLES", 100_000), size("TILAWA_ROWS", 100))
  let library = try GeneratedLibrary(bundles: bundles, rows: rows)
  let site = library.folder + ".site"
  defer {
    library.remove()
    try? FileManager.default.removeItem(atPath: site)
  }
  // Files that were just written are read again the next time, whether they change or not.
  sleep(3)
  print("  \(bundles) bundles of \(rows) rows: seconds by the clock / of all cores together, most memory")
  func measure(_ name: String, _ arguments: String...) throws {
    guard let program = Program("tilawa", ["publish", library.folder, "-o", site] + arguments) else { return }
    let run = try program.measured()
    print(
      "  \(name): \(String(format: "%.2f / %.2f s", run.seconds, run.processorSeconds)), \(run.peakMegabytes) MB"
        + (run.status > 1 ? ", failed with status \(run.status)" : ""))
    fflush(nil)
  }
  try measure("the first time")
  try tellSizes(of: site)
  try measure("nothing changed")
  try library.change(10)
  sleep(3)
  try measure("10 bundles changed")
  try measure("anew, over the same", "--fresh")
}

/// Prints the sizes of the files of ayat.
private func tellSizes(of site: String) throws {
  let manager = FileManager.default
  var sizes: [Int] = []
  var (all, count) = (0, 0)
  for case let name as String in manager.enumerator(atPath: site) ?? .init() where name.hasSuffix(".json") {
    let size = (try manager.attributesOfItem(atPath: "\(site)/\(name)")[.size] as? Int) ?? 0
    all += size
    count += 1
    if name.hasPrefix("ayat/"), !name.hasSuffix("index.json"), !name.hasSuffix("held.json") {
      sizes.append(size)
    }
  }
  sizes.sort()
  guard let longest = sizes.last else { return }
  print(
    "  \(count) files of \(all >> 20) MB in all; \(sizes.count) files of ayat: half of them have \(sizes[sizes.count / 2] >> 10) KB "
      + "or less, the longest \(longest >> 10) KB")
}
