/// The program that has the lock on a folder, as the system reports it.
///
/// It is known on Linux, for programs on this computer that are visible from here. Programs in another
/// container or on another computer aren't visible, but their locks apply all the same.
public struct LockHolder: Hashable, Sendable, CustomStringConvertible {
  /// The number of the process.
  public let process: Int32
  /// The program, with the name of its subcommand where it has one: `tilawa mark`.
  public let command: String
  /// The time for which it has run, in whole seconds.
  public let seconds: Int?

  /// Looks up the program that has the lock on `folder`; nil if none is found, or if it is this process.
  init?(ofLockOn folder: String) {
    guard let status = try? System.place(of: folder),
      let bytes = try? FileContents.stream("/proc/locks"),
      let process = Self.holder(in: String(decoding: bytes, as: UTF8.self), of: status),
      process != System.ownProcess
    else { return nil }
    self.process = process
    let words = (try? FileContents.stream("/proc/\(process)/cmdline"))?.split(separator: 0)
      .map { String(decoding: $0, as: UTF8.self) }
    command = Self.command(words ?? [])
    seconds = Self.seconds(of: process)
  }

  /// The process in what `/proc/locks` says: `1: FLOCK ADVISORY WRITE 812 fe:00:1835010 0 EOF`.
  static func holder(in text: String, of place: (device: (UInt32, UInt32), inode: UInt64)) -> Int32? {
    var elsewhere: [Int32] = []
    for line in text.words(by: "\n") {
      // Those who wait have an arrow behind the number.
      let words = line.words(by: " ")
      guard words.count >= 6, words[1] == "FLOCK", let process = Int32(words[4]), process > 0 else {
        continue
      }
      let parts = words[5].fields(by: ":")
      guard parts.count == 3, UInt64(parts[2]) == place.inode else { continue }
      if UInt32(parts[0], radix: 16) == place.device.0, UInt32(parts[1], radix: 16) == place.device.1 {
        return process
      }
      elsewhere.append(process)
    }
    // Some file systems tell a folder another device than the list of locks.
    return elsewhere.count == 1 ? elsewhere[0] : nil
  }

  /// Returns the program's name, and that of its subcommand. Options and file names are private and left out.
  static func command(_ words: [String]) -> String {
    guard let first = words.first else { return "another program" }
    var name = PathText.name(of: first)
    if name.isEmpty || name.utf8.count > 64 { name = "another program" }
    let isWord = { (text: String) in
      !text.isEmpty && text.utf8.count <= 32
        && text.unicodeScalars.allSatisfy { ("a"..."z").contains($0) || $0 == "-" } && !text.begins(with: "-")
    }
    guard name == "tilawa", words.count > 1, isWord(words[1]) else { return name }
    return "\(name) \(words[1])"
  }

  /// From the field `starttime` of the process and the time that the computer has run.
  private static func seconds(of process: Int32) -> Int? {
    guard let stat = try? FileContents.stream("/proc/\(process)/stat"),
      let uptime = try? FileContents.stream("/proc/uptime"),
      let behind = stat.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let fields = String(decoding: stat[(behind + 1)...], as: UTF8.self).words(by: " ")
    let up = String(decoding: uptime, as: UTF8.self).words(by: " ").first.flatMap { Double($0) }
    guard fields.count > 19, let ticks = Double(fields[19]), let up else { return nil }
    return max(0, Int(up - ticks / System.ticksPerSecond))
  }

  /// `tilawa mark (process 812, running for 12 s)`.
  public var description: String {
    guard let seconds else { return "\(command) (process \(process))" }
    let time =
      seconds < 120 ? "\(seconds) s" : seconds < 7200 ? "\(seconds / 60) min" : "\(seconds / 3600) h"
    return "\(command) (process \(process), running for \(time))"
  }
}

extension FileError {
  init(busy folder: String, holder: LockHolder?) {
    PassingTrouble.note()
    action = "lock"
    path = folder
    reason = "\(holder?.description ?? "another program") is working on it"
    trouble = .busy(holder: holder?.description)
    meanwhile = nil
  }
}
