/// A file of each format that is read and not written, for the tests that break files; those that need a file on the disk
/// have their own.
let readOnlySeeds: [String: [String]] = [:]
