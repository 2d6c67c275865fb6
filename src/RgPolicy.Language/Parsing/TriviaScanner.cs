using System.Buffers;
using RgPolicy.Language.Syntax;

namespace RgPolicy.Language.Parsing;

/// <summary>Splits what stands between two tokens into blanks, comments and characters that are no token.</summary>
internal static class TriviaScanner
{
    private static readonly SearchValues<char> Blanks = SearchValues.Create(
        " \t\r\n\u000B\u000C\u0085\u00A0\u2028\u2029\uFEFF"
    );

    private static readonly SearchValues<char> LineEnds = SearchValues.Create("\r\n");

    /// <summary>The trivia from one offset to another.</summary>
    public static ImmutableArray<SyntaxTrivia> Scan(string content, int start, int end)
    {
        if (start >= end)
            return [];

        if (end - start == 1 && content[start] == ' ')
            return [new SyntaxTrivia(TriviaKind.Blank, " ", start)];

        var found = ImmutableArray.CreateBuilder<SyntaxTrivia>();
        while (start < end)
        {
            var rest = content.AsSpan(start, end - start);
            var (kind, length) = First(rest);
            found.Add(new SyntaxTrivia(kind, rest[..length].ToString(), start));
            start += length;
        }

        return found.ToImmutable();
    }

    private static (TriviaKind Kind, int Length) First(ReadOnlySpan<char> rest)
    {
        if (rest.StartsWith("//"))
            return (TriviaKind.LineComment, OrAll(rest.IndexOfAny(LineEnds), rest));

        if (rest.StartsWith("/*"))
        {
            var close = rest[2..].IndexOf("*/");
            return (TriviaKind.BlockComment, close < 0 ? rest.Length : close + 4);
        }

        return Blanks.Contains(rest[0])
            ? (TriviaKind.Blank, OrAll(rest.IndexOfAnyExcept(Blanks), rest))
            : (TriviaKind.Skipped, SkippedLength(rest));
    }

    private static int SkippedLength(ReadOnlySpan<char> rest)
    {
        var length = 1;
        while (length < rest.Length && !Blanks.Contains(rest[length]) && rest[length] != '/')
            length++;

        return length;
    }

    private static int OrAll(int index, ReadOnlySpan<char> rest) => index < 0 ? rest.Length : index;
}
