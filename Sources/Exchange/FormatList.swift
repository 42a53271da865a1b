extension ForeignFormat {
  /// All formats, in the order in which `tilawa convert --list` lists them. Files whose extension is ambiguous are
  /// tested in this order, so permissive formats come after strict ones.
  package static let all: [ForeignFormat] = [
    .gapless, .gaplessSQL, .qulSurahDatabase, .qulSurah, .qulAyahDatabase, .qulAyah, .quranComAyat, .quranCom,
    .quranAlign, .mp3quran, .timingText, .everyayah, .textGrid, .webVTT, .ffMetadata, .edl, .m3u8, .ffconcat,
    .universalDataset, .labelStudio, .oTranscribe, .jsonLines, .lyrics, .sbv, .ogmChapters, .subRip,
    .subStationAlpha,
    .timedText, .rttm, .ctm, .cueSheet, .wavCuePoints, .eaf, .xspf, .podlove, .matroskaChapters, .jams, .jamz,
    .podcastChapters, .universalManifest, .universalSegments, .universalDetailed, .universalTimestamps,
    .universalTimestampsFull, .aeneas, .quranCaption, .quranCaptionProject, .universalAligner, .whisperX,
    .whisper, .whisperCpp, .mfa, .taps, .timingsV2, .lafzize, .cloudKit, .reciterManifest, .zekr,
    .reciterFile, .jsonRows, .audacity, .csv, .tsv, .youTube,
  ]

  /// The format of a name.
  package static func named(_ name: String) -> ForeignFormat? { all.first { $0.name == name } }
}
