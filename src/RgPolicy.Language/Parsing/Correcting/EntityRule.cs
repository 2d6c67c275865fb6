using System.Collections.Frozen;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Characters as a web page's source writes them: <c>-&amp;gt;</c>, <c>&amp;quot;</c>,
/// <c>&amp;#39;</c>.</summary>
internal sealed class EntityRule : ICorrectionRule
{
    private static readonly FrozenDictionary<string, string> Meant = new Dictionary<string, string>(
        StringComparer.OrdinalIgnoreCase
    )
    {
        ["gt"] = ">",
        ["lt"] = "<",
        ["amp"] = "and",
        ["quot"] = "\"",
        ["apos"] = "'",
        ["nbsp"] = " ",
        ["ge"] = ">=",
        ["le"] = "<=",
        ["ne"] = "!=",
        ["rarr"] = "->",
        ["ndash"] = "-",
        ["mdash"] = "-",
        ["minus"] = "-",
        ["times"] = "*",
        ["hellip"] = "..",
        ["lsquo"] = "'",
        ["rsquo"] = "'",
        ["ldquo"] = "\"",
        ["rdquo"] = "\"",
        ["#39"] = "'",
        ["#34"] = "\"",
        ["#38"] = "and",
        ["#60"] = "<",
        ["#62"] = ">",
        ["#160"] = " ",
        ["#x27"] = "'",
        ["#x22"] = "\"",
        ["#x3C"] = "<",
        ["#x3E"] = ">",
    }.ToFrozenDictionary(StringComparer.OrdinalIgnoreCase);

    private const int MostTokens = 4;

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index)
    {
        var end = index + 1;
        while (
            tokens.Is(index, "&")
            && end < tokens.Count
            && end <= index + MostTokens
            && tokens.Touches(end - 1)
            && !tokens.Is(end, ";")
        )
        {
            end++;
        }

        var isEntity =
            tokens.Is(index, "&")
            && tokens.Is(end, ";")
            && tokens.Touches(end - 1)
            && Meant.ContainsKey(tokens.Content[tokens.End(index)..tokens.Start(end)]);
        if (!isEntity)
        {
            return null;
        }

        var isPair =
            tokens.Is(index + 1, "amp")
            && tokens.Is(end + 1, "&")
            && tokens.Is(end + 2, "amp")
            && tokens.Is(end + 3, ";")
            && tokens.Touches(end);
        if (isPair)
        {
            return Instead(tokens, index, end + 3, "and");
        }

        return Instead(tokens, index, end, Meant[tokens.Content[tokens.End(index)..tokens.Start(end)]]);
    }

    private static (Correction Correction, int Next) Instead(RawTokens tokens, int index, int last, string meant)
    {
        var (start, end) = (tokens.Start(index), tokens.End(last));
        return (
            new Correction(
                "RG1005",
                start,
                end,
                $"`{tokens.Content[start..end]}` comes from a web page: write `{meant}`.",
                [new Replacement(start, end, meant)]
            )
            {
                Fix = $"Write `{meant}`",
                Habit = "&",
            },
            last + 1
        );
    }
}
