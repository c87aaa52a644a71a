# Plays Homebrew for a formula: ruby formula.rb FORMULA ARCHIVES evaluates it for each platform, whose archive must be there with the checksum that
# it says, and then installs and tests it for the platform of this machine, as `brew install` and `brew test` do.
require "digest"
require "fileutils"
require "pathname"
require "tmpdir"

module Fail
  def self.unless(what, message)
    abort "formula: #{message}" unless what
  end
end

class Formula
  class << self
    attr_accessor :os, :arch, :said, :test_block

    def inherited(formula)
      Formula.said, Formula.test_block = { formula: formula }, nil
    end

    # Homebrew knows each of these; a word that it does not know is an error here, too.
    %i[desc homepage version license url sha256].each do |word|
      define_method(word) do |value|
        Fail.unless(!Formula.said.key?(word), "#{word} is said twice for #{Formula.os} on #{Formula.arch}")
        Formula.said[word] = value
      end
    end
    def on_macos = (yield if Formula.os == :macos)
    def on_linux = (yield if Formula.os == :linux)
    def on_arm = (yield if Formula.arch == :arm)
    def on_intel = (yield if Formula.arch == :intel)
    def test(&block) = (Formula.test_block = block)
  end

  class Bin < Pathname
    def install(name) = (mkpath; FileUtils.cp(name, self); (self / name).chmod(0o755))
  end

  attr_reader :bin, :testpath, :completions

  def initialize(prefix)
    @bin, @testpath, @completions = Bin.new(prefix + "/bin"), Pathname.new(prefix + "/test"), []
    @testpath.mkpath
  end

  def generate_completions_from_executable(program, *args)
    %w[bash zsh fish].each { |shell| @completions << IO.popen([program.to_s, *args, shell], &:read) }
  end

  def shell_output(command, status = 0)
    out = `#{command}`
    Fail.unless($?.exitstatus == status, "#{command} ended with #{$?.exitstatus}, not #{status}")
    out
  end

  def assert_match(want, text) = Fail.unless(text.include?(want), "#{want} is not in #{text}")
end

formula, archives = ARGV
[[:macos, :arm, "darwin_arm64"], [:macos, :intel, "darwin_amd64"], [:linux, :arm, "linux_arm64"], [:linux, :intel, "linux_amd64"]].each do |os, arch, target|
  Formula.os, Formula.arch = os, arch
  Object.send(:remove_const, :McpLint) if Object.const_defined?(:McpLint)
  load formula
  said = Formula.said
  Fail.unless(said.values_at(:desc, :homepage, :version, :license, :url, :sha256).all?, "something is missing for #{target}")
  Fail.unless(said[:desc].length < 80 && said[:desc] !~ /\A(an?|the) |mcp-lint|\.\z/i, "brew audit refuses the description")
  name = "mcp-lint_#{said[:version]}_#{target}.tar.gz"
  Fail.unless(said[:url] == "#{said[:homepage]}/releases/download/v#{said[:version]}/#{name}", "#{said[:url]} is not that of #{target}")
  Fail.unless(Digest::SHA256.file(File.join(archives, name)).hexdigest == said[:sha256], "the checksum of #{name} is another one")
  next unless RUBY_PLATFORM.include?(os == :linux ? "linux" : "darwin") && RUBY_PLATFORM.match?(arch == :arm ? /aarch64|arm64/ : /x86_64/)

  Dir.mktmpdir do |dir|
    Fail.unless(system("tar", "-xzf", File.join(archives, name), "-C", dir), "#{name} cannot be unpacked")
    one = said[:formula].new(dir + "/prefix")
    Dir.chdir(dir) { one.install }
    Fail.unless(one.completions.all? { |text| text.include?("mcp-lint") }, "there are no completions")
    Dir.chdir(one.testpath) { one.instance_eval(&Formula.test_block) }
  end
  puts "ok #{target}"
end
