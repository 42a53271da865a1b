#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The `errno` of a call that failed, read right after it.
package struct SystemFault: Error, Hashable, Sendable {
  let code: Int32

  package init(code: Int32) { self.code = code }

  package static var last: SystemFault { SystemFault(code: errno) }

  static let exists = SystemFault(code: EEXIST)
  static let isDirectory = SystemFault(code: EISDIR)
  static let permission = SystemFault(code: EACCES)
  static let unsupported = SystemFault(code: ENOSYS)
  static let missing = SystemFault(code: ENOENT)
  static let busy = SystemFault(code: EWOULDBLOCK)
  static let linkLoop = SystemFault(code: ELOOP)

  /// There is nothing under that name.
  var isMissing: Bool { code == ENOENT || code == ENOTDIR }
  /// True if the file is missing, or if nothing can have such a name.
  var isNothingThere: Bool { isMissing || code == ENAMETOOLONG || code == ELOOP }
  var isTaken: Bool { code == EEXIST || code == ENOTEMPTY }
  var isBusy: Bool { code == EWOULDBLOCK }
  package var isClosedPipe: Bool { code == EPIPE }
  var isOtherDevice: Bool { code == EXDEV }
  /// True if this file system can't do what was requested, for any user.
  var isUnsupported: Bool {
    code == EINVAL || code == ENOTSUP || code == EOPNOTSUPP || code == ENOLCK || code == EBADF
      || code == ENOSYS
  }

  /// True if the fault may be over at another try.
  var mayPass: Bool {
    switch code {
    case ENOSPC, EDQUOT, EIO, EMFILE, ENFILE, ENOMEM, EAGAIN, ETIMEDOUT, ESTALE, ENETDOWN, ENETUNREACH,
      EHOSTDOWN:
      true
    default: false
    }
  }

  var trouble: FileError.Trouble {
    switch code {
    case ENOENT, ENOTDIR: .missing
    case EEXIST, ENOTEMPTY: .taken
    case ENOSPC, EDQUOT: .full
    case EACCES, EPERM, EROFS: .denied
    default: mayPass ? .passing : .other
    }
  }

  /// In a few words, lower case.
  var text: String {
    switch code {
    case ENOENT: return "no such file or folder"
    case EACCES, EPERM: return "permission denied"
    case EISDIR: return "it is a folder"
    case ENOTDIR: return "a part of the path is not a folder"
    case EEXIST, ENOTEMPTY: return "it already exists"
    case ENOSPC: return "no space left on the device"
    case EDQUOT: return "disk quota exceeded"
    case EROFS: return "the file system is read-only"
    case ELOOP: return "too many symbolic links"
    case ENAMETOOLONG: return "the name is too long"
    case EMFILE, ENFILE: return "too many files are open"
    case EIO: return "input/output error on the device"
    case EINVAL: return "the file system does not allow it"
    default:
      var buffer = [CChar](repeating: 0, count: 256)
      strerror_r(code, &buffer, buffer.count)
      let text = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      return text.isEmpty ? "system error \(code)" : text.prefix(1).lowercased() + text.dropFirst()
    }
  }
}
