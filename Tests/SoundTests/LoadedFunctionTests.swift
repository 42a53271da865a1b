#if os(Linux)
  import TilawaCSystem
  import Testing

  /// The behaviour of a program that calls a function of a library that isn't installed.
  @Suite struct LoadedFunctionTests {
    @Test func itEndsAsTheSystemEndsOneThatLinksIt() async throws {
      let ended = try #require(
        await #expect(processExitsWith: .exitCode(127), observing: [\.standardErrorContent]) {
          _ = loading_function("libnothing.so.0", "nothing")
        })
      let said = String(decoding: ended.standardErrorContent, as: UTF8.self)
      #expect(said.contains("libnothing.so.0: cannot open shared object file"))
    }

    @Test func aFunctionThatALibraryLacksIsNamed() async throws {
      let ended = try #require(
        await #expect(processExitsWith: .exitCode(127), observing: [\.standardErrorContent]) {
          _ = loading_function("libsndfile.so.1", "sf_nothing")
        })
      #expect(String(decoding: ended.standardErrorContent, as: UTF8.self).contains("sf_nothing"))
    }
  }
#endif
