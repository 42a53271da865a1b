internal import TilawaCSystem

// Only this folder depends on the C library. The rest of the module calls the functions here.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The calls of the system, with `errno` as a thrown value.
package enum System {
  package static func read(from number: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(SystemFault)
    -> Int
  {
    while true {
      #if canImport(Darwin)
        let count = isFailing(.read) ? -1 : Darwin.read(number, buffer.baseAddress, buffer.count)
      #else
        let count = isFailing(.read) ? -1 : Glibc.read(number, buffer.baseAddress, buffer.count)
      #endif
      if count >= 0 { return count }
      guard errno == EINTR else { throw .last }
    }
  }

  /// Reads from a place of a file and leaves alone where its descriptor stands.
  static func read(
    from number: Int32, at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemFault) -> Int {
    while true {
      let count = isFailing(.read) ? -1 : pread(number, buffer.baseAddress, buffer.count, off_t(offset))
      if count >= 0 { return count }
      guard errno == EINTR else { throw .last }
    }
  }

  static func write(_ bytes: UnsafeRawBufferPointer, to number: Int32) throws(SystemFault) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      #if canImport(Darwin)
        let count = isFailing(.write) ? -1 : Darwin.write(number, part.baseAddress, part.count)
      #else
        let count = isFailing(.write) ? -1 : Glibc.write(number, part.baseAddress, part.count)
      #endif
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        // Somebody made the terminal or pipe non-blocking; wait until it takes more.
        var wait = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
        _ = poll(&wait, 1, -1)
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  /// Writes at a place of a file and leaves alone where its descriptor stands.
  static func write(_ bytes: [UInt8], to number: Int32, at offset: Int64) throws(SystemFault) {
    var done = 0
    while done < bytes.count {
      let count = bytes[done...].withUnsafeBytes {
        isFailing(.write) ? -1 : pwrite(number, $0.baseAddress, $0.count, off_t(offset) + off_t(done))
      }
      if count >= 0 { done += count } else if errno != EINTR { throw .last }
    }
  }

  package static func write(_ bytes: [UInt8], to number: Int32) throws(SystemFault) {
    try bytes.span.withUnsafeBytes { (buffer) throws(SystemFault) in try write(buffer, to: number) }
  }

  static func status(of path: String, followingLinks: Bool) throws(SystemFault) -> FileStatus {
    var result = stat()
    guard !isFailing(.status), (followingLinks ? stat(path, &result) : lstat(path, &result)) == 0 else {
      throw .last
    }
    return FileStatus(result)
  }

  /// Returns true if nothing has the name, not even a link.
  static func isFree(_ path: String) throws(SystemFault) -> Bool {
    do throws(SystemFault) {
      _ = try status(of: path, followingLinks: false)
      return false
    } catch {
      guard error.isNothingThere else { throw error }
      return true
    }
  }

  static func rename(_ old: String, to new: String) throws(SystemFault) {
    if isFailing(.rename) { throw .last }
    #if canImport(Darwin)
      let result = Darwin.rename(old, new)
    #else
      let result = Glibc.rename(old, new)
    #endif
    guard result == 0 else { throw .last }
  }

  /// Lets two names change places in one step.
  static func exchange(_ one: String, _ other: String) throws(SystemFault) {
    guard !isFailing(.rename), files_exchange(one, other) == 0 else { throw .last }
  }

  /// Renames a file to a free name; returns false if the name is taken, or the file is gone.
  static func rename(_ old: String, toFree new: String) throws(SystemFault) -> Bool {
    var done = !isFailing(.rename) && files_rename_to_free(old, new) == 0
    if !done, SystemFault.last.isUnsupported, !isFailing(.makeLink), link(old, new) == 0 {
      try remove(file: old)
      done = true
    }
    guard done || SystemFault.last.isTaken || SystemFault.last.isMissing else { throw .last }
    return done
  }

  /// Gives a file a second name; returns false if it can't have one.
  static func nameAlso(_ path: String, _ name: String) -> Bool {
    !isFailing(.makeLink) && link(path, name) == 0
  }

  static func remove(file path: String) throws(SystemFault) {
    guard !isFailing(.remove), unlink(path) == 0 else { throw .last }
  }

  static func remove(emptyFolder path: String) throws(SystemFault) {
    guard !isFailing(.remove), rmdir(path) == 0 else { throw .last }
  }

  static func makeFolder(_ path: String, mode: mode_t = 0o777) throws(SystemFault) {
    guard !isFailing(.makeFolder), mkdir(path, mode) == 0 else { throw .last }
  }

  static func share(_ source: String, as target: String) throws(SystemFault) {
    guard !isFailing(.makeLink), link(source, target) == 0 else { throw .last }
  }

  static func makeLink(at path: String, to target: String) throws(SystemFault) {
    guard !isFailing(.makeLink), symlink(target, path) == 0 else { throw .last }
  }

  package static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

  static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

  static func target(ofLink path: String) throws(SystemFault) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink(path, &buffer, buffer.count - 1)
    guard count >= 0 else { throw .last }
    return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  static func realPath(_ path: String) throws(SystemFault) -> String {
    guard let resolved = realpath(path, nil) else { throw .last }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Returns the entries of a folder except itself and its parent, unsorted. `unnamed` is called for each
  /// name that isn't UTF-8.
  static func entries(
    of folder: String, unnamed: () -> Void
  ) throws(SystemFault) -> [(name: String, kind: FileStatus.Kind?)] {
    guard !isFailing(.list), let stream = opendir(folder) else { throw .last }
    defer { closedir(stream) }
    var result: [(name: String, kind: FileStatus.Kind?)] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw .last }
        return result
      }
      // The name is as long as it is, not as long as the field says.
      let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 0
      let start = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
      guard let name = String(validatingCString: start) else {
        unnamed()
        continue
      }
      if name == "." || name == ".." { continue }
      let kind: FileStatus.Kind? =
        switch Int32(entry.pointee.d_type) {
        case Int32(DT_DIR): .folder
        case Int32(DT_REG): .file
        case Int32(DT_LNK): .link
        case Int32(DT_UNKNOWN): nil
        default: .other
        }
      result.append((name, kind))
    }
  }

  static func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }

  static func workingDirectory() throws(SystemFault) -> String {
    guard let path = getcwd(nil, 0) else { throw .last }
    defer { free(path) }
    return String(cString: path)
  }

  static func isTerminal(_ number: Int32) -> Bool { isatty(number) == 1 }

  /// Columns of the terminal behind `number`.
  static func width(ofTerminal number: Int32) -> Int? {
    var size = winsize()
    guard ioctl(number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Returns the device and the inode number by which the list of locks identifies a file.
  static func place(of path: String) throws(SystemFault) -> (device: (UInt32, UInt32), inode: UInt64) {
    var result = stat()
    guard stat(path, &result) == 0 else { throw .last }
    let device = UInt64(result.st_dev)
    // As `major` and `minor` have it, which are macros.
    let major = UInt32((device >> 8) & 0xfff) | UInt32((device >> 32) & 0xffff_f000)
    let minor = UInt32(device & 0xff) | UInt32((device >> 12) & 0xffff_ff00)
    return ((major, minor), UInt64(result.st_ino))
  }

  static var ownProcess: Int32 { getpid() }

  /// In which the system counts the times of processes.
  static var ticksPerSecond: Double { max(1, Double(sysconf(Int32(_SC_CLK_TCK)))) }

  static func secondsSinceEpoch() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return Int64(now.tv_sec)
  }

  /// Returns the number of seconds by which local time is ahead of UTC at a moment; 0 where that isn't known.
  static func secondsEast(at moment: Int64) -> Int64 {
    var seconds = time_t(moment)
    var parts = tm()
    tzset()
    return localtime_r(&seconds, &parts) == nil ? 0 : Int64(parts.tm_gmtoff)
  }
}

extension FileStatus {
  init(_ raw: stat) {
    switch raw.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .folder
    case S_IFLNK: kind = .link
    default: kind = .other
    }
    size = Int64(raw.st_size)
    mode = UInt32(raw.st_mode & 0o7777)
    owner = raw.st_uid
    group = raw.st_gid
    links = Int(raw.st_nlink)
    #if canImport(Darwin)
      let time = raw.st_mtimespec
    #else
      let time = raw.st_mtim
    #endif
    modified = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
