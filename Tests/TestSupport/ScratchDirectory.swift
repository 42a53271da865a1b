/// Runs `body` with the path of a new empty folder, which stays until `body` is through.
///
/// A `TemporaryFolder` of which only the path is used may be gone while its files are still needed.
public func withScratchDirectory<Result>(_ body: (String) throws -> Result) throws -> Result {
  let folder = try TemporaryFolder()
  return try withExtendedLifetime(folder) { try body(folder.path) }
}
