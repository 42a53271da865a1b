import TilawaBase

extension ForeignFormat {
  /// The records that an iOS app with SwiftData keeps in CloudKit, as the web service returns them:
  /// `CD_Recording` and others, each attribute a field `CD_…`.
  ///
  /// Fields without the wrapper around their values and names without the prefix are also read.
  static let cloudKit = ForeignFormat(
    name: "cloudkit", title: "CloudKit records of an iOS app", extensions: ["json"],
    loses: [.skip, .words, .note, .meta, .cut, .rakah, .xkeys, .order], bends: [.joins, .numbering, .conf],
    tellsReciter: true, holds: .libraries,
    recognises: { source in
      guard let json = source.jsonIfAny else { return false }
      let first = (json["records"]?.items ?? json.items)?.first
      let type = first?["recordType"]?.string ?? first?["CD_entityName"]?.string ?? ""
      return type.begins(with: "CD_") || first?["CD_entityName"] != nil
    },
    read: { input in
      var reader = try CloudReader(input)
      return reader.collection()
    },
    counts: [.meta, .xkeys, .note],
    write: .collection { collection, _ in
      var writer = CloudWriter()
      return writer.text(collection)
    })
}
