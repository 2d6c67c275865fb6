using System.Collections.Immutable;
using System.Text;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Cli.Lint;

/// <summary>One file with its findings.</summary>
/// <param name="Name">Its path as the user gave it.</param>
/// <param name="Lines">Its text, for the snippets.</param>
/// <param name="Diagnostics">The findings, in the order of the text.</param>
internal sealed record LintedFile(string Name, SourceLines Lines, ImmutableArray<Diagnostic> Diagnostics)
{
    /// <summary>How it was checked; another state of the file is checked in the same way. Null where
    /// only this state matters.</summary>
    public FileCheck? Checks { get; init; }

    /// <summary>Findings that comments in the text allow.</summary>
    public ImmutableArray<SuppressedDiagnostic> Suppressed { get; init; } = [];
}

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
