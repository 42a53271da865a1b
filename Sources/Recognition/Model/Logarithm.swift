#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// `log` and `exp` come with a C library whose name differs between systems: said here once.

/// The natural logarithm.
package func logarithm(_ value: Double) -> Double { log(value) }

/// e to a power.
package func exponential(_ power: Double) -> Double { exp(power) }
