package import TilawaQuran

/// A library that can be searched for ayat to play: a folder, a published library, or several in the order of
/// trust.
package protocol AskedLibrary: Sendable {
  /// Returns the hearing to play for each of `ayat`, numbered by the session's count. `explaining` also keeps
  /// those that were not chosen.
  func resolve(_ ayat: [Ayah], in session: Session, explaining: Bool) -> Resolution
  /// Returns which of `ayat`, numbered by the session's count, can be played: those for which `resolve` has
  /// an answer.
  ///
  /// With `byReciter`, also returns the ayat of each reciter alone. With `tellingVerified`, also returns
  /// those for which a verified row is found.
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
