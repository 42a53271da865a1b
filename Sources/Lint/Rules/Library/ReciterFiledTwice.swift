import TilawaBase
import TilawaFormat

extension Rule {
  /// Two files of `reciters/` claim one reciter: which sources are meant?
  static let reciterFiledTwice = Rule(
    "L804", "reciter-filed-twice", .error,
    library: {
      var known: [String: KnownPlace] = [:]
      return { bundle, report in
        guard bundle.bundle.isReciterFile, let id = bundle.reciter?.id else { return }
        guard let other = known[id.value] else {
          known[id.value] = KnownPlace(bundle.bundle, .reciter, id)
          return
        }
        report.add(
          "\"\(id.value)\" is also defined in \(other.bundle); put the sources into one file",
          at: bundle.place(inReciter: id), notes: [.init("first given here", at: other.place)])
      }
    })
}
