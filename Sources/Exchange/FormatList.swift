extension ForeignFormat {
  /// Every format, in the order in which `tilawa formats` lists them. Files that no extension decides are recognised in
  /// this order, so a format that takes much for its own stands behind those that are choosy.
  public static let all: [ForeignFormat] = [
    .textGrid,
    .webVTT,
    .ffMetadata,
    .edl,
    .m3u8,
    .ffconcat,
    .universalDataset,
    .jsonLines,
    .lyrics,
    .subRip,
    .rttm,
    .ctm,
    .cueSheet,
    .wavCuePoints,
    .eaf, .xspf, .podlove,
    .jams, .jamz, .podcastChapters,
    .universalManifest,
    .universalSegments, .universalDetailed, .universalTimestamps, .universalTimestampsFull,
    .aeneas,
    .quranCaption, .quranCaptionProject,
    .universalAligner, .whisperX, .taps, .timingsV2, .lafzize,
    .cloudKit, .reciterManifest, .zekr, .reciterFile,
    .audacity,
    .csv,
    .tsv,
  ]

  /// The format of a name.
  public static func named(_ name: String) -> ForeignFormat? { all.first { $0.name == name } }
}
