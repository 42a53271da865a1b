package import TilawaQuran

/// What is asked which ayat it can play: a folder, a library that somebody published, or several in the order of trust.
package protocol AskedLibrary: Sendable {
  /// Finds for each of `ayat`, counted as the session does, what is played. `explaining` keeps what was not chosen too.
  func resolve(_ ayat: [Ayah], in session: Session, explaining: Bool) -> Resolution
  /// Which of `ayat`, counted as the session does, can be played: those for which `resolve` has an answer.
  ///
  /// `byReciter` tells it of each reciter alone, too, and `tellingVerified` of which of them a verified row is found.
  func coverage(
    of ayat: [Ayah], in session: Session, byReciter: Bool, tellingVerified: Bool
  ) -> LibraryCoverage
}

extension AskedLibrary {
  /// Finds for each of `ayat`, counted as the session does, what is played.
  package func resolve(_ ayat: [Ayah], in session: Session) -> Resolution {
    resolve(ayat, in: session, explaining: false)
  }
}

extension LibraryFolder: AskedLibrary {}
