using System.Collections.Immutable;

namespace RgPolicy.Dbms.SqlServer.Import;

/// <summary>Divides a T-SQL text into tokens; comments are skipped, and what is not closed ends with
/// the text.</summary>
internal static class TransactSqlTokens
{
    private static readonly string[] Pairs = ["<>", "!=", "<=", ">=", "!<", "!>"];

    /// <summary>All tokens, the end of the text last.</summary>
    public static ImmutableArray<TransactSqlToken> Of(string text)
    {
        var tokens = ImmutableArray.CreateBuilder<TransactSqlToken>();
        for (var at = SkipBlank(text, 0); at < text.Length; at = SkipBlank(text, tokens[^1].End))
        {
            tokens.Add(Next(text, at));
        }

        tokens.Add(new TransactSqlToken(TransactSqlTokenKind.End, "", text.Length, text.Length));
        return tokens.ToImmutable();
    }

    private static TransactSqlToken Next(string text, int at) =>
        text[at] switch
        {
            '\'' => Quoted(text, at, at, '\'', TransactSqlTokenKind.Literal),
            'N' or 'n' when at + 1 < text.Length && text[at + 1] == '\'' => Quoted(
                text,
                at,
                at + 1,
                '\'',
                TransactSqlTokenKind.Literal
            ),
            '[' => Quoted(text, at, at, ']', TransactSqlTokenKind.QuotedName),
            '"' => Quoted(text, at, at, '"', TransactSqlTokenKind.QuotedName),
            var first when IsOfWord(first) => Word(text, at),
            _ => Sign(text, at),
        };

    private static TransactSqlToken Quoted(string text, int start, int open, char close, TransactSqlTokenKind kind)
    {
        var at = open + 1;
        while (at < text.Length && (text[at] != close || (at + 1 < text.Length && text[at + 1] == close)))
        {
            at += text[at] == close ? 2 : 1;
        }

        var inner = text[(open + 1)..Math.Min(at, text.Length)]
            .Replace(new string(close, 2), close.ToString(), StringComparison.Ordinal);
        return new TransactSqlToken(kind, inner, start, Math.Min(at + 1, text.Length));
    }

    private static TransactSqlToken Word(string text, int start)
    {
        var at = start;
        while (at < text.Length && IsOfWord(text[at]))
        {
            at++;
        }

        return new TransactSqlToken(TransactSqlTokenKind.Word, text[start..at], start, at);
    }

    private static TransactSqlToken Sign(string text, int at)
    {
        var length = Array.Exists(Pairs, pair => string.CompareOrdinal(text, at, pair, 0, pair.Length) == 0) ? 2 : 1;
        return new TransactSqlToken(TransactSqlTokenKind.Sign, text.Substring(at, length), at, at + length);
    }

    private static bool IsOfWord(char each) => char.IsLetterOrDigit(each) || each is '_' or '@' or '#' or '$';

    private static int SkipBlank(string text, int at)
    {
        while (at < text.Length)
        {
            if (char.IsWhiteSpace(text[at]))
            {
                at++;
            }
            else if (string.CompareOrdinal(text, at, "--", 0, 2) == 0)
            {
                at = text.IndexOf('\n', at) is var end and >= 0 ? end : text.Length;
            }
            else if (string.CompareOrdinal(text, at, "/*", 0, 2) == 0)
            {
                at = SkipComment(text, at);
            }
            else
            {
                break;
            }
        }

        return at;
    }

    /// <summary>Comments nest.</summary>
    private static int SkipComment(string text, int at)
    {
        var depth = 0;
        do
        {
            var change =
                string.CompareOrdinal(text, at, "/*", 0, 2) == 0 ? 1
                : string.CompareOrdinal(text, at, "*/", 0, 2) == 0 ? -1
                : 0;
            depth += change;
            at += change == 0 ? 1 : 2;
        } while (depth > 0 && at < text.Length);
        return Math.Min(at, text.Length);
    }
}
