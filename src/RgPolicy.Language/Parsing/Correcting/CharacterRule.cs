using System.Globalization;
using System.Text;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Characters that are none of the language's: <c>→</c>, <c>≥</c>, typographic quotes,
/// full-width digits, what is not seen.</summary>
/// <param name="isForeignOnly">True where marks that every keyboard has are left to others.</param>
internal sealed class CharacterRule(bool isForeignOnly = false) : ICorrectionRule
{
    private const string Code = "RG1004";

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        tokens.Type(index) != RgPolicyLexer.UNKNOWN
        || (isForeignOnly && tokens.Text(index)[0] is > ' ' and <= '~' and not '#')
            ? null
        : Characters.IsQuote(tokens.Text(index)[0]) ? Quoted(tokens, index)
        : Plain(tokens, index) ?? LookAlike(tokens, index);

    // `#` begins a comment elsewhere, `;` ends a statement, `[` holds a list, `:` and `&` stand between words.
    private static (Correction Correction, int Next)? Plain(RawTokens tokens, int index)
    {
        var (start, end) = (tokens.Start(index), tokens.End(index));
        return tokens.Text(index) switch
        {
            "#" => (Comment(start, end), BehindLine(tokens, index)),
            ";" => (
                Removed(start, end, "`;` has no meaning here: statements and settings need no mark at their end.") with
                {
                    Habit = ";",
                },
                index + 1
            ),
            ":" when tokens.Is(index + 1, "=") && tokens.Touches(index) => (
                Instead("RG1005", start, tokens.End(index + 1), ":=", "="),
                index + 2
            ),
            ":" => (Removed(start, end, "`:` has no meaning here: leave it out."), index + 1),
            "&" => (Instead("RG1005", start, end, "&", "and"), index + 1),
            "|" => (Instead("RG1005", start, end, "|", "or"), index + 1),
            _ => null,
        };
    }

    private static Correction Comment(int start, int end)
    {
        return new Correction(
            Code,
            start,
            end,
            "`#` has no meaning here: comments begin with `//`.",
            [new Replacement(start, end, "//")]
        )
        {
            Fix = "Write `//`",
            Habit = "#",
        };
    }

    /// <summary>The first token that is not on the line of another.</summary>
    public static int BehindLine(RawTokens tokens, int index)
    {
        var lineEnd = tokens.Content.AsSpan(tokens.Start(index)).IndexOfAny('\r', '\n');
        var limit = lineEnd < 0 ? tokens.Content.Length : tokens.Start(index) + lineEnd;
        while (index < tokens.Count && tokens.Start(index) < limit)
        {
            index++;
        }

        return index;
    }

    private static Correction Removed(int start, int end, string message) =>
        new(Code, start, end, message, [new Replacement(start, end, "")]) { Fix = "Remove it" };

    private static Correction Instead(string code, int start, int end, string found, string meant) =>
        new(code, start, end, $"Write `{meant}` instead of `{found}`.", [new Replacement(start, end, $" {meant} ")])
        {
            Fix = $"Write `{meant}`",
        };

    private static (Correction Correction, int Next) Quoted(RawTokens tokens, int index)
    {
        var limit = BehindLine(tokens, index);
        var close = index + 1;
        while (
            close < limit && !(tokens.Type(close) == RgPolicyLexer.UNKNOWN && Characters.IsQuote(tokens.Text(close)[0]))
        )
        {
            close++;
        }

        var rune = Rune.GetRuneAt(tokens.Text(index), 0);
        var (start, end) = (tokens.Start(index), tokens.End(Math.Min(close, limit - 1)));
        var inner = tokens.Content[tokens.End(index)..(close < limit ? tokens.Start(close) : end)];
        var quote = inner.Contains('\'', StringComparison.Ordinal) ? '"' : '\'';
        var message = $"{Characters.Name(rune)} is a typographic quote: texts stand in `'...'` or `\"...\"`.";
        return inner.Contains(quote, StringComparison.Ordinal)
            ? (
                new Correction(Code, start, end, message, [new Replacement(start, end, "''")]),
                Math.Min(close + 1, limit)
            )
            : (
                new Correction(Code, start, end, message, [new Replacement(start, end, $"{quote}{inner}{quote}")])
                {
                    Fix = "Write plain quotes",
                },
                Math.Min(close + 1, limit)
            );
    }

    /// <summary>A run of characters that look like others: one mistake.</summary>
    private static (Correction Correction, int Next)? LookAlike(RawTokens tokens, int index)
    {
        var meant = new StringBuilder();
        var next = index;
        while (
            next < tokens.Count
            && tokens.Type(next) == RgPolicyLexer.UNKNOWN
            && (next == index || tokens.Touches(next - 1))
            && RuneAt(tokens, next) is var rune
            && Characters.Meant(rune) is { } text
        )
        {
            meant.Append(text);
            next += rune.Utf16SequenceLength;
        }

        var first = RuneAt(tokens, index);
        if (next == index)
        {
            return Unknown(tokens, index, first);
        }

        var (start, end) = (tokens.Start(index), tokens.End(next - 1));
        var word = meant.ToString();
        var advice = word.Trim().Length == 0 ? "leave it out" : $"write `{word.Trim()}`";
        return (
            new Correction(
                Code,
                start,
                end,
                $"{Characters.Name(first)} has no meaning here: {advice}.",
                [new Replacement(start, end, word)]
            )
            {
                Fix = word.Trim().Length == 0 ? "Remove it" : $"Write `{word.Trim()}`",
            },
            next
        );
    }

    private static (Correction Correction, int Next) Unknown(RawTokens tokens, int index, Rune first)
    {
        var next = index + 1;
        while (
            next < tokens.Count
            && tokens.Type(next) == RgPolicyLexer.UNKNOWN
            && tokens.Touches(next - 1)
            && !IsKnown(tokens, next)
        )
        {
            next++;
        }

        var (start, end) = (tokens.Start(index), tokens.End(next - 1));
        var name =
            char.IsSurrogate(tokens.Text(index)[0]) && first == Rune.ReplacementChar
                ? string.Create(CultureInfo.InvariantCulture, $"The character U+{(int)tokens.Text(index)[0]:X4}")
            : first.IsAscii && !Rune.IsControl(first) ? $"`{first}`"
            : Characters.Name(first);
        return (
            new Correction(Code, start, end, $"{name} has no meaning here.", [new Replacement(start, end, " ")]),
            next
        );
    }

    private static bool IsKnown(RawTokens tokens, int index) =>
        tokens.Text(index) is "#" or ";" or ":" or "&" or "|" or "~" or "[" or "]"
        || Characters.IsQuote(tokens.Text(index)[0])
        || Characters.Meant(RuneAt(tokens, index)) is not null;

    private static Rune RuneAt(RawTokens tokens, int index) =>
        Rune.TryGetRuneAt(tokens.Content, tokens.Start(index), out var rune) ? rune : Rune.ReplacementChar;
}
