import TilawaBase
package import TilawaLibrary
package import TilawaQuran

/// Libraries in the order in which they are trusted: the first that can play an ayah does.
///
/// Who isn't on the session's list of reciters fills in for what nobody on it has in any of them.
package struct Libraries: AskedLibrary {
  /// The most trusted first; one at least.
  package let members: [any AskedLibrary]
  /// Faults of libraries that can't be searched, and might have changed the answer.
  package let faults: [LibraryFault]

  /// The libraries in this order.
  package init(_ members: [any AskedLibrary], faults: [LibraryFault] = []) {
    self.members = members
    self.faults = faults
  }

  /// Those that are folders.
  package var folders: [LibraryFolder] {
    members.compactMap { $0 as? LibraryFolder }
  }

  /// Those that were published.
  package var published: [PublishedLibrary] {
    members.compactMap { $0 as? PublishedLibrary }
  }

  /// The number of folders skipped because of ignore files.
  package var ignoredCount: Int { folders.reduce(0) { $0 + $1.ignoredCount } }

  /// True if all libraries are empty: they contain neither a bundle nor a source.
  package var isEmpty: Bool {
    folders.allSatisfy { $0.bundles.isEmpty && !$0.hasSources }
      && published.allSatisfy { $0.recordingCount == 0 && $0.sources.isEmpty }
  }

  package func resolve(_ ayat: [Ayah], in session: Session, explaining: Bool) -> Resolution {
    var answers: [Ayah: Answer] = [:]
    var faults = faults
    var bundleCount = 0
    for ayah in ayat { answers[ayah] = Answer() }
    for (trust, member) in members.enumerated() {
      // Requests to later libraries go to other people's servers, so only the necessary ones are made.
      let open = explaining ? ayat : ayat.filter { answers[$0]?.isSettled != true }
      guard !open.isEmpty else { continue }
      let theirs = member.resolve(open, in: session, explaining: explaining).trusted(trust)
      for (ayah, answer) in theirs.answers { answers[ayah]?.add(answer, explaining: explaining) }
      faults += theirs.faults
      bundleCount += theirs.bundleCount
    }
    return Resolution(answers: answers, faults: faults, bundleCount: bundleCount)
  }

  package func coverage(
    of ayat: [Ayah], in session: Session, byReciter: Bool, tellingVerified: Bool
  ) -> LibraryCoverage {
    let all = members.map {
      $0.coverage(of: ayat, in: session, byReciter: byReciter, tellingVerified: tellingVerified)
    }
    guard let first = all.first, all.count > 1 || !faults.isEmpty else {
      return all.first
        ?? LibraryCoverage(
          all: Coverage(of: ayat, found: [], counting: session.counting), reciters: [], faults: [],
          bundleCount: 0)
    }
    var reciters: [(id: String?, name: String?, coverage: Coverage)] = []
    for reciter in all.flatMap(\.reciters) {
      if let place = reciters.firstIndex(where: { Self.isSame($0.id, reciter.id) }) {
        reciters[place].name = reciters[place].name ?? reciter.name
        reciters[place].coverage = reciters[place].coverage.joined(with: reciter.coverage)
      } else {
        reciters.append(reciter)
      }
    }
    return LibraryCoverage(
      all: all.dropFirst().reduce(first.all) { $0.joined(with: $1.all) }, reciters: reciters,
      faults: faults + all.flatMap(\.faults), bundleCount: all.reduce(0) { $0 + $1.bundleCount })
  }

  private static func isSame(_ a: String?, _ b: String?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return a.isExactly(b)
  }
}

extension Answer {
  /// True if no less trusted library can contain anything that is played instead.
  fileprivate var isSettled: Bool { isPlayable && best?.isFilling != true }
}

extension Resolution {
  /// Returns the resolution with the position of its library in the order of trust.
  fileprivate func trusted(_ trust: Int) -> Resolution {
    guard trust > 0 else { return self }
    var copy = self
    for (ayah, answer) in answers {
      var answer = answer
      answer.best?.trust = trust
      answer.passedOver?.trust = trust
      for index in answer.others.indices { answer.others[index].trust = trust }
      copy.answers[ayah] = answer
    }
    return copy
  }
}

extension Coverage {
  /// Returns the coverage of the same ayat by either of two libraries.
  fileprivate func joined(with other: Coverage) -> Coverage {
    Coverage(
      of: wanted, found: found.union(other.found), verified: verified.union(other.verified),
      counting: counting)
  }
}
