import TilawaBase

extension Workplace {
  /// Returns true if `.gitattributes` of the repository around a path names the merge driver, and git has no
  /// driver of this name. Such a clone merges bundles line by line.
  ///
  /// git is asked only if the attributes name the driver.
  package func lacksMergeDriver(around given: String) -> Bool {
    var folder = path(given)
    if !FileStatus.mayBe(.folder, folder) { folder = PathText.folder(of: folder) }
    let start = folder
    var isNamed = false
    while true {
      let attributes = try? FileContents.readIfAny(PathText.joined(folder, ".gitattributes"), atMost: 1 << 20)
      if let attributes {
        let lines = String(decoding: attributes, as: UTF8.self).words(by: "\r\n")
        isNamed =
          isNamed
          || lines.contains { $0.words(by: " \t").dropFirst().contains(where: "merge=tilawa".isExactly) }
      }
      if !FileStatus.isAbsent(PathText.joined(folder, ".git")) { break }
      let above = PathText.folder(of: folder)
      guard above != folder, above != "." else { return false }
      folder = above
    }
    guard isNamed, let repository = repository(containing: start) else { return false }
    do { return try repository.setting("merge.tilawa.driver") == nil } catch { return false }
  }
}
