defmodule Tides.Server do
  @moduledoc """
  Tides of "ports" \u200b #{@name}.

    Indented.
  """
  @escapes "say \"hi\" \\ \a\b\d\e\f\n\r\s\t\v\0 \x41 \u00e9 \u{1F600} \q \#{no} # not"
  @joined "one \
two"
  @charlist 'it\'s #{1 + 1}'
  @words ~w[a b c]a ++ ~w(d e) ++ ~W[f\n g]
  @sigils [~s(a "b" #{@x}), ~S(raw #{no} \n), ~s{x\}y}, ~c"chars", ~D[2020-01-01], ~r/["'#{@x}]\/+/u, ~S'single']
  @atoms [:"with space", :"a#{@x}", :plain, "key": 1, "odd key": 2, plain: 3]
  @chars [?a, ?\n, ?", ?', ?\s]

  @doc ~S'''
  Raw #{no} \d.
  '''
  def tide(port, day \\ 0) do
    # It's "no" string.
    text = ~s"""
      First, "quoted" #{port}.
        Second #{"nested #{"deep"}"}.
      """
    cond do
      day > 0 and port =~ ~r{"} -> "later" <> text
      true -> %{"a" => 'b', c: fn x -> "#{x}" end, d: &"<#{&1}>"}
    end
    ~H"""
    <p class="x">{@port} isn't</p>
    """
  end
end
