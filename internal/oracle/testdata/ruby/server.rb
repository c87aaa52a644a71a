# frozen_string_literal: true

require "mcp"

=begin
"block comment"
=end

# Tides of "ports".
class Tide < MCP::Tool
  NAME = 'it\'s \n \\ "double"'
  ESCAPES = "\a\b\e\f\n\r\s\t\v\0\12\101\x41\u00e9\u{1F600 200b}\q\"\#{no} #not \
joined"
  LISTS = [%w[a b\ c d], %W[x y\n], %i[e f], %q(it's (nested) "x"), %Q{say #{NAME} {nested}}, %(plain #{1}), %<a>, %|b|, ?a, ?\n]
  SYMBOLS = { "a b": 1, 'c' => :d, e: :"f #{NAME}", :'g h' => ?i }
  PATTERN = /["'#{NAME}]\/+/x
  OTHER = %r{"/#{NAME}"}i

  description <<~TEXT
    First, "quoted" #{NAME}.
      Second \t \u200b.

    Third \#{no}
  TEXT

  def self.call(port:, day: 0)
    a, b = <<~A + "mid", <<-'B'
      one #{port + "inner"}
    A
      raw #{port} \n
      B
    x = day / 2; y = port =~ /"/ ? "t" : 'f'
    # "comment"
    puts "a" "b" \
      'c', port["k"], port&.sub(/'/, "") { |m| "<#{m}>" }, `ls #{port}`
    "#{"nested #{"deep #{'x'}"}"} #@day #$0" unless day.zero? && port != "q"
    %w[] + [""] + <<TEXT.lines
plain #{port}
TEXT
  end
end
__END__
"not code"
