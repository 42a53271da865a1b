/// The version of the program; the format has its own.
let tilawaVersion = "0.1.0"
