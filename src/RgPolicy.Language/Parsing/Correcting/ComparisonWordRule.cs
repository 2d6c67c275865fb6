using System.Collections.Frozen;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Words and marks of other languages between a signal and a constant: <c>matches</c>,
/// <c>~</c>, <c>greater than</c>.</summary>
internal sealed class ComparisonWordRule : ICorrectionRule
{
    private static readonly FrozenDictionary<string, string> Meant = new Dictionary<string, string>(
        StringComparer.OrdinalIgnoreCase
    )
    {
        ["equals"] = "=",
        ["equal"] = "=",
        ["eq"] = "=",
        ["is equal to"] = "=",
        ["equal to"] = "=",
        ["equals to"] = "=",
        ["ne"] = "!=",
        ["neq"] = "!=",
        ["not equals"] = "!=",
        ["not equal to"] = "!=",
        ["differs from"] = "!=",
        ["~="] = "!=",
        ["gt"] = ">",
        ["above"] = ">",
        ["over"] = ">",
        ["exceeds"] = ">",
        ["greater than"] = ">",
        ["more than"] = ">",
        ["larger than"] = ">",
        ["longer than"] = ">",
        ["is greater than"] = ">",
        ["is above"] = ">",
        ["is over"] = ">",
        ["after"] = ">",
        ["bigger than"] = ">",
        ["higher than"] = ">",
        ["lt"] = "<",
        ["below"] = "<",
        ["under"] = "<",
        ["less than"] = "<",
        ["smaller than"] = "<",
        ["fewer than"] = "<",
        ["lower than"] = "<",
        ["is less than"] = "<",
        ["is below"] = "<",
        ["is under"] = "<",
        ["shorter than"] = "<",
        ["ge"] = ">=",
        ["gte"] = ">=",
        ["at least"] = ">=",
        ["is at least"] = ">=",
        ["> ="] = ">=",
        ["! ="] = "!=",
        ["! <"] = ">=",
        ["! >"] = "<=",
        ["le"] = "<=",
        ["lte"] = "<=",
        ["at most"] = "<=",
        ["is at most"] = "<=",
        ["up to"] = "<=",
        ["=<"] = "<=",
        ["< ="] = "<=",
        ["no more than"] = "<=",
        ["not more than"] = "<=",
        ["no less than"] = ">=",
        ["not less than"] = ">=",
        ["no fewer than"] = ">=",
        ["not over"] = "<=",
        ["not under"] = ">=",
        ["is none of"] = "not in",
        ["none of"] = "not in",
        ["not one of"] = "not in",
        ["not any of"] = "not in",
        ["among"] = "in",
        ["is among"] = "in",
        ["==="] = "=",
        ["= ="] = "=",
        ["!=="] = "!=",
        ["=!"] = "!=",
        ["not ="] = "!=",
        [":="] = "=",
        ["= !"] = "!=",
        ["similar to"] = "A",
        ["not similar to"] = "!A",
        ["~ ~"] = "like",
        ["! ~ ~"] = "not like",
        ["<= >"] = "=",
        ["is distinct from"] = "!=",
        ["> >"] = ">",
        ["< <"] = "<",
        ["^ ="] = "!=",
        ["> <"] = "!=",
        ["not >"] = "<=",
        ["not <"] = ">=",
        ["not >="] = "<",
        ["not <="] = ">",
        ["not !="] = "=",
        ["~ ="] = "!=",
        ["is in"] = "in",
        ["one of"] = "in",
        ["is one of"] = "in",
        ["any of"] = "in",
        ["is not in"] = "not in",
        ["is between"] = "between",
        ["is not between"] = "not between",
        ["is like"] = "like",
        ["is not like"] = "not like",
        ["not ilike"] = "not like",
        ["ilike"] = "like",
        ["glob"] = "like",
        ["likes"] = "like",
        ["starts with"] = "A%",
        ["startswith"] = "A%",
        ["starts_with"] = "A%",
        ["begins with"] = "A%",
        ["has prefix"] = "A%",
        ["ends with"] = "%A",
        ["endswith"] = "%A",
        ["ends_with"] = "%A",
        ["has suffix"] = "%A",
        ["matches"] = "%A%",
        ["match"] = "%A%",
        ["regexp"] = "%A%",
        ["rlike"] = "%A%",
        ["regex"] = "%A%",
        ["includes"] = "%A%",
        ["has"] = "%A%",
        ["=~"] = "%A%",
        ["~"] = "%A%",
        ["~ *"] = "%A%",
        ["~*"] = "%A%",
        ["has text"] = "%A%",
        ["!~"] = "!%A%",
        ["not matches"] = "!%A%",
        ["not regexp"] = "!%A%",
        ["does not match"] = "!%A%",
        ["does not contain"] = "!%A%",
        ["! ~"] = "!%A%",
    }.ToFrozenDictionary(StringComparer.OrdinalIgnoreCase);

    private const int MostTokens = 3;
    private const int MostInside = 40;

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index)
    {
        var place = tokens.SignalEnd(index);
        for (var count = place < 0 ? 0 : MostTokens; count > 0; count--)
        {
            if (place + count < tokens.Count && Meant.GetValueOrDefault(Words(tokens, place, count)) is { } meant)
            {
                return meant.Contains('A', StringComparison.Ordinal)
                    ? Pattern(tokens, index, place, place + count, meant)
                    : Instead(tokens, place, place + count, meant);
            }
        }

        return null;
    }

    private static string Words(RawTokens tokens, int place, int count) =>
        string.Join(' ', Enumerable.Range(place, count).Select(tokens.Text))
            .Replace("== =", "===", StringComparison.Ordinal)
            .Replace("!= =", "!==", StringComparison.Ordinal)
            .Replace("= <", "=<", StringComparison.Ordinal)
            .Replace("= !", "=!", StringComparison.Ordinal)
            .Replace("= ~", "=~", StringComparison.Ordinal);

    private static (Correction Correction, int Next) Instead(RawTokens tokens, int place, int next, string meant)
    {
        if (meant is "in" or "not in" && !tokens.Is(next, "(") && ListEnd(tokens, next) is var list && list > next)
        {
            var (from, to, whole) = (
                tokens.Start(place),
                tokens.End(list - 1),
                $"{meant} ({tokens.Slice(next, list)})"
            );
            return (
                new Correction(
                    "RG1005",
                    from,
                    to,
                    $"Write `{Repairing.TokenText.Clip(whole)}` instead of "
                        + $"`{Repairing.TokenText.Clip(tokens.Slice(place, list))}`.",
                    [new Replacement(from, tokens.Start(next), $" {meant} ("), new Replacement(to, to, ")")]
                )
                {
                    Fix = $"Write `{Repairing.TokenText.Clip(whole)}`",
                },
                list
            );
        }

        var (start, end) = (tokens.Start(place), tokens.End(next - 1));
        return (
            new Correction(
                "RG1005",
                start,
                end,
                $"Write `{meant}` instead of `{tokens.Slice(place, next)}`.",
                [new Replacement(start, end, $" {meant} ")]
            )
            {
                Fix = $"Write `{meant}`",
            },
            next
        );
    }

    // Behind constants between commas.
    private static int ListEnd(RawTokens tokens, int index)
    {
        var end = tokens.ConstantEnd(index);
        while (end > 0 && tokens.Is(end, ",") && tokens.ConstantEnd(end + 1) is var next and > 0)
        {
            end = next;
        }

        return end;
    }

    private static (Correction Correction, int Next)? Pattern(
        RawTokens tokens,
        int signal,
        int place,
        int next,
        string shape
    )
    {
        if (tokens.Is(next, "/") && Close(tokens, next) is var close and > 0)
        {
            return Like(
                tokens,
                signal,
                place,
                close,
                shape,
                '\'',
                close > next + 1 ? tokens.Slice(next + 1, close) : ""
            );
        }

        if (!tokens.IsText(next))
        {
            return tokens.IsConstant(next) ? Instead(tokens, place, next, shape[0] == '!' ? "not like" : "like") : null;
        }

        return Like(tokens, signal, place, next, shape, tokens.Text(next)[0], tokens.Text(next)[1..^1]);
    }

    // A regular expression between slashes ends on its line.
    private static int Close(RawTokens tokens, int open)
    {
        var close = open + 1;
        while (
            close < Math.Min(tokens.Count, open + MostInside) && !tokens.Is(close, "/") && !tokens.IsFirstOnLine(close)
        )
        {
            close++;
        }

        return tokens.Is(close, "/") ? close : 0;
    }

    private static (Correction Correction, int Next) Like(
        RawTokens tokens,
        int signal,
        int place,
        int last,
        string shape,
        char quote,
        string text
    )
    {
        var (isNegated, parts) = (shape[0] == '!', Alternatives.Of(text));
        if (parts.Count > 1)
        {
            var asked = tokens.Slice(signal, place);
            var all = string.Join(" or ", parts.Select(part => $"{asked} like {quote}{PatternOf(part, shape)}{quote}"));
            var (from, to, whole) = (tokens.Start(signal), tokens.End(last), $"{(isNegated ? "not " : "")}({all})");
            return (
                new Correction(
                    "RG1005",
                    tokens.Start(place),
                    to,
                    $"Each pattern is a question of its own: write `{Repairing.TokenText.Clip(whole)}` "
                        + "(`%` is any text, `_` one character).",
                    [new Replacement(from, to, whole)]
                )
                {
                    Fix = $"Write `{Repairing.TokenText.Clip(whole)}`",
                    IsSafe = false,
                },
                last + 1
            );
        }

        var meant = $"{(isNegated ? "not " : "")}like {quote}{PatternOf(parts[0], shape)}{quote}";
        var (start, end) = (tokens.Start(place), tokens.End(last));
        return (
            new Correction(
                "RG1005",
                start,
                end,
                $"Texts are compared with patterns: write `{meant}` instead of `{tokens.Slice(place, last + 1)}` "
                    + "(`%` is any text, `_` one character).",
                [new Replacement(start, end, $" {meant}")]
            )
            {
                Fix = $"Write `{meant}`",
                IsSafe = shape is "A%" or "%A" && text.AsSpan().IndexOfAny('%', '_') < 0,
            },
            last + 1
        );
    }

    // `^` and `$` hold one end.
    private static string PatternOf(string text, string shape)
    {
        var plain = text.TrimStart('^').TrimEnd('$').Replace(".*", "%", StringComparison.Ordinal).Replace('*', '%');
        var pattern =
            text.StartsWith('^') && text.EndsWith('$') ? plain
            : text.StartsWith('^') ? plain + "%"
            : text.EndsWith('$') ? "%" + plain
            : shape.TrimStart('!').Replace("A", plain, StringComparison.Ordinal);
        return pattern.Replace("%%", "%", StringComparison.Ordinal);
    }
}
