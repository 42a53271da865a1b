package import TilawaBase
package import TilawaFormat

/// The names of reciters in a library's reciter files, by their ids.
package struct ReciterNames: Sendable {
  /// The names of one reciter.
  package struct Names: Sendable {
    /// In full, in Latin letters.
    package let name: String
    /// For narrow columns; the full one where there is none.
    package let shortName: String
    /// The place in lists, the smaller first; nil when it is by name.
    package let sortOrder: Int?

    /// Nil when the file names none.
    package init?(_ reciter: Reciter) {
      guard let name = reciter.name?.value, !name.isEmpty else { return nil }
      self.name = name
      shortName = reciter.shortName?.value ?? name
      sortOrder = reciter.sortOrder?.value
    }

    package init(name: String, shortName: String?, sortOrder: Int?) {
      (self.name, self.shortName, self.sortOrder) = (name, shortName ?? name, sortOrder)
    }
  }

  private var known: [ExactText: Names] = [:]

  /// Nobody is known.
  package init() {}

  /// Of several files of one reciter the first counts.
  package init(_ files: [ReciterFile]) {
    for reciter in files.compactMap(\.file.content) {
      guard let id = reciter.id?.value, known[ExactText(id)] == nil else { continue }
      known[ExactText(id)] = Names(reciter)
    }
  }

  /// By their ids.
  package init(_ names: [ExactText: Names]) { known = names }

  /// Those that files name, in no order.
  package var ids: [String] { known.keys.map(\.text) }

  /// Nil when no file describes the reciter.
  package subscript(id: String) -> Names? { known[ExactText(id)] }

  /// Returns the names of a reciter: in the library, else in a bundle's own `reciter.yaml`; nil if neither
  /// contains them.
  package func names(of id: String?, in bundle: TilawaBundle) -> Names? {
    guard let id else { return nil }
    return self[id]
      ?? bundle.reciter?.content.flatMap { $0.id?.value.isExactly(id) == true ? Names($0) : nil }
  }
}

extension Resolution {
  /// Calls reciters by the names that a library has for them, where it has some.
  package mutating func callReciters(by names: ReciterNames) {
    for (ayah, answer) in answers {
      var answer = answer
      answer.best?.callReciter(by: names)
      answer.passedOver?.callReciter(by: names)
      for index in answer.others.indices { answer.others[index].callReciter(by: names) }
      answers[ayah] = answer
    }
  }
}

extension Hearing {
  fileprivate mutating func callReciter(by names: ReciterNames) {
    if let reciter, let known = names[reciter] { reciterName = known.name }
  }
}
