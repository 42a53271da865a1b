# The formula for Homebrew, for a tap of one's own. Untried: no Homebrew was at hand when this was written.
class Tilawa < Formula
  desc "Annotate recordings of Quran recitation, ayah by ayah"
  homepage "https://example.org/tilawa"
  url "https://example.org/tilawa/tilawa-0.1.0.tar.gz"
  # The digest of the release's source goes here.
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "Apache-2.0"

  depends_on "pkgconf" => :build
  depends_on xcode: ["26.0", :build]
  depends_on "expat"
  depends_on "libarchive"
  depends_on "libebur128"
  depends_on "libpng"
  depends_on "libsndfile"
  depends_on "libsonic"
  depends_on "libsoxr"
  depends_on "libyaml"
  depends_on macos: :sequoia
  depends_on "mpg123"
  depends_on "openssl@3"
  depends_on "opusfile"

  def install
    system "swift", "build", "--disable-sandbox", "-c", "release", "--product", "tilawa"
    bin.install ".build/release/tilawa"
    generate_completions_from_executable(bin/"tilawa", "setup", "completions")
    system bin/"tilawa", "setup", "manual", "--install", buildpath/"man"
    man1.install Dir["man/man1/*"]
    man5.install Dir["man/man5/*"]
    man7.install Dir["man/man7/*"]
    pkgshare.install "spec/schemas"
    doc.install Dir["Examples/*.tilawa"]
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/tilawa --version")
    assert_match "Al-Baqarah", shell_output("#{bin}/tilawa quran 2:255")
  end
end
