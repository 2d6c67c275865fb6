namespace RgPolicy.Language.Conditions;

/// <summary>
/// The pattern of a <c>like</c>, its escapes resolved. Its wildcards are two units that are no
/// characters, so that a <c>%</c> or
/// <c>_</c> in it is a letter like others, and two patterns are equal where they mean the same.
/// </summary>
public sealed record TextPattern
{
    /// <summary>Any text; written <c>%</c>.</summary>
    public const char Many = '\uFFFE';

    /// <summary>One UTF-16 unit; written <c>_</c>.</summary>
    public const char One = '\uFFFF';

    private const char WrittenMany = '%';
    private const char WrittenOne = '_';
    private const char UsualEscape = '!';

    private TextPattern(string units, bool exactly) => (Units, Exactly) = (units, exactly);

    /// <summary>Letters, and <see cref="Many"/> and <see cref="One"/>.</summary>
    public string Units { get; }

    /// <summary>Case counts.</summary>
    public bool Exactly { get; }

    /// <summary>True where it is more than a name.</summary>
    public bool HasWildcards => Units.AsSpan().IndexOfAny(Many, One) >= 0;

    /// <summary>True where a letter of it is written with an escape.</summary>
    public bool NeedsEscape => Units.AsSpan().IndexOfAny(WrittenMany, WrittenOne) >= 0;

    /// <summary>True for a pattern such as <c>'%'</c>, which every text matches.</summary>
    public bool FitsEveryText => Units.Length > 0 && Units.AsSpan().IndexOfAnyExcept(Many) < 0;

    /// <summary>True for a unit that stands for others.</summary>
    public static bool IsWildcard(char unit) => unit is Many or One;

    /// <summary>A pattern as a policy writes it; null where it cannot be one (<see cref="ProblemOf"/>
    /// says why).</summary>
    /// <param name="written">The text, with <c>%</c> and <c>_</c>.</param>
    /// <param name="exactly">Case counts.</param>
    /// <param name="escape">What makes a letter of the wildcard behind it.</param>
    public static TextPattern? Read(string written, bool exactly, char? escape = null)
    {
        if (ProblemOf(written, escape) is not null)
            return null;

        var units = new StringBuilder(written.Length);
        for (var at = 0; at < written.Length; at++)
        {
            units.Append(
                written[at] == escape
                    ? written[++at]
                    : written[at] switch
                    {
                        WrittenMany => Many,
                        WrittenOne => One,
                        var letter => letter,
                    }
            );
        }

        return new TextPattern(units.ToString(), exactly);
    }

    /// <summary>A pattern of units.</summary>
    public static TextPattern OfUnits(string units, bool exactly) => new(units, exactly);

    /// <summary>Why a text is not a pattern, or null.</summary>
    public static string? ProblemOf(string written, char? escape)
    {
        if (written.AsSpan().IndexOfAny(Many, One) >= 0)
            return "The pattern has U+FFFE or U+FFFF in it, which are no characters: leave them out.";

        for (var at = 0; at < written.Length; at++)
        {
            if (
                written[at] == escape
                && (++at == written.Length || (written[at] is not (WrittenMany or WrittenOne) && written[at] != escape))
            )
            {
                return $"`{escape}` is the pattern's escape and stands before `%`, `_` or another `{escape}` only: "
                    + $"write `{escape}{escape}` for the character itself, or choose another escape.";
            }
        }

        return null;
    }

    /// <summary>The pattern as a policy writes it, with quotes and its escape.</summary>
    public string ToPolicyText()
    {
        var text = new StringBuilder(Exactly ? "exactly '" : "'");
        foreach (var unit in Units)
        {
            text.Append(
                    NeedsEscape && unit is WrittenMany or WrittenOne or UsualEscape ? UsualEscape.ToString()
                    : unit == '\'' ? "'"
                    : ""
                )
                .Append(
                    unit switch
                    {
                        Many => WrittenMany,
                        One => WrittenOne,
                        _ => unit,
                    }
                );
        }

        return text.Append(NeedsEscape ? $"' escape '{UsualEscape}'" : "'").ToString();
    }
}
