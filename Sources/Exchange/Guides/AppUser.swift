import TilawaBase
package import TilawaFormat
import TilawaYAML

/// The reader of guides in an app: its `User` in JSON, with their school, the app's permissions, and the
/// guides that they return to.
package struct AppUser: Sendable {
  private enum Key {
    static let (id, school) = ("id", "preferredMadhab")
    static let (notifications, location) = ("enabledNotifications", "locationPermissionGranted")
    static let (bookmarked, offline) = ("bookmarkedGuides", "offlineGuides")
  }

  /// The settings for `guides.yaml` besides its rows, as they are written there.
  package private(set) var settings: [(key: String, text: String)] = []
  /// The ids of the guides that they come back to.
  package private(set) var bookmarked: [String] = []
  /// The ids of those that they keep for times without a network.
  package private(set) var offline: [String] = []

  /// Returns true if a file can be a user of the app.
  package static func isOne(_ source: ForeignSource) -> Bool {
    guard let root = source.jsonIfAny else { return false }
    return [Key.school, Key.bookmarked, Key.offline].contains { root[$0] != nil }
  }

  /// Reads the user. Values that cannot be imported are reported to `report`.
  package init(_ source: ForeignSource, _ report: ExchangeReport) throws(ExchangeFailure) {
    let (root, text) = (try source.json(), try source.text())
    report.watch(root, text)
    func unplaced(_ node: JSONNode, _ what: String) {
      report.add(.unplaced, "\(what); left out", at: Place(text, of: node))
    }
    if let node = root[Key.school], let word = node.filled {
      if let school = School(rawValue: word.lowercased()) {
        settings.append(("school", school.rawValue))
      } else {
        unplaced(node, noSuch("school", word, in: School.allCases.map(\.rawValue)))
      }
    }
    for (key, own) in [(Key.notifications, "notifications"), (Key.location, "location")] {
      if let value = root[key]?.bool { settings.append((own, "\(value)")) }
    }
    if let id = root[Key.id]?.filled { settings.append(("x-id", id)) }
    func guides(_ key: String) -> [String] {
      (root[key]?.items ?? []).compactMap { node in
        guard let id = node.filled, GuideDraft.isID(id) else {
          unplaced(node, "\(key) contains an invalid id of a guide")
          return nil
        }
        return id
      }
    }
    (bookmarked, offline) = (guides(Key.bookmarked), guides(Key.offline))
    report.tellLeftovers()
  }

  /// The text of `guides.yaml` with the guides as rows.
  package var rows: String {
    let flags = [("bookmarked", Set(bookmarked)), ("offline", Set(offline))]
    let ids = Set(bookmarked + offline).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let rows = ids.map { id in
      let facts = flags.filter { $0.1.contains(id) }
      return YAMLValue.flow(
        [(key: "guide", value: .text(id))] + facts.map { (key: $0.0, value: .plain("true")) })
    }
    return DocumentKind.guides.text(rows.isEmpty ? [] : [("guides", .rows(rows))])
  }

  // MARK: - Out

  /// Returns the JSON, and a line for each value of `guides.yaml` that it cannot carry or lacks. `id` is the
  /// person's id in the app.
  package static func text(of file: GuidesFile, id: String?) -> (text: String, losses: [String]) {
    var losses: [String] = []
    let school = file.school?.value
    if school.map({ $0.tradition != $0 }) ?? false {
      losses.append("the school loses its name, but keeps its tradition")
    }
    for (name, count) in [
      ("read", file.rows.count { $0.read != nil }), ("progress", file.rows.count { $0.progress != nil }),
    ] where count > 0 { losses.append("left out: \(name) of guides (\(count))") }
    let tradition = school?.tradition
    switch (tradition, id) {
    case (nil, nil): losses.append("it has neither a school nor an id (x-id), which the app may require")
    case (nil, _?): losses.append("it has no school, which the app may require")
    case (_?, nil): losses.append("it has no id (x-id), which the app may require")
    case (_?, _?): break
    }
    func ids(_ flag: (ReadGuide) -> Bool?) -> JSONValue {
      JSONValue(file.rows.filter { flag($0) ?? false }.compactMap { $0.guide?.value }, JSONValue.string)
    }
    let members = JSONValue.members([
      (Key.id, id.map(JSONValue.string)), (Key.school, (tradition?.rawValue).map(JSONValue.string)),
      (Key.notifications, .bool(file.notifications?.value ?? true)),
      (Key.location, .bool(file.location?.value ?? false)),
      (Key.bookmarked, ids { $0.bookmarked?.value }), (Key.offline, ids { $0.offline?.value }),
    ])
    return (JSONValue.object(members).documentText, losses)
  }
}
