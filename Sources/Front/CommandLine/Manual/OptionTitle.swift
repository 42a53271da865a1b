/// The titles of options that several commands have, which `tilawa help options` explains once for all.
enum OptionTitle {
  static let playback = "Playback options"
  static let sound = "Sound options"
  static let libraries = "Library options"
}
