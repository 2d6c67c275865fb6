using System.Collections.Immutable;
using System.Text;

namespace RgPolicy.Cli.Lint;

/// <summary>A text by its lines; LF, CR LF and CR all end one.</summary>
internal sealed class SourceLines
{
    private readonly ImmutableArray<string> _lines;

    private SourceLines(string text) => _lines = Split(text);

    /// <summary>Reads UTF-8 with or without a byte-order mark; bytes that are not UTF-8 become
    /// replacement characters.</summary>
    public static SourceLines Of(ReadOnlySpan<byte> bytes)
    {
        var content = bytes.StartsWith(Encoding.UTF8.Preamble) ? bytes[Encoding.UTF8.Preamble.Length..] : bytes;
        return new SourceLines(Encoding.UTF8.GetString(content));
    }

    /// <summary>A line by its number from 1; empty beyond the end.</summary>
    public string this[int number] => number >= 1 && number <= _lines.Length ? _lines[number - 1] : "";

    private static ImmutableArray<string> Split(string text) =>
        [.. text.Replace("\r\n", "\n", StringComparison.Ordinal).Replace('\r', '\n').Split('\n')];
}
