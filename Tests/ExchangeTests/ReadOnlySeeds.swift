/// A file of each format that is read and not written, for the tests that break files.
let readOnlySeeds: [String: [String]] = [:]
