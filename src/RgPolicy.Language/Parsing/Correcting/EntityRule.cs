using System.Collections.Frozen;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Characters as a web page's source writes them: <c>-&amp;gt;</c>, <c>&amp;quot;</c>, <c>&amp;#39;</c>.</summary>
internal sealed class EntityRule : ICorrectionRule
{
    private static readonly FrozenDictionary<string, string> Meant = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase)
    {
        ["gt"] = ">", ["lt"] = "<", ["amp"] = "&", ["quot"] = "\"", ["apos"] = "'", ["nbsp"] = " ", ["ge"] = ">=", ["le"] = "<=", ["ne"] = "!=",
        ["rarr"] = "->",
        ["ndash"] = "-", ["mdash"] = "-", ["minus"] = "-", ["times"] = "*", ["hellip"] = "..", ["lsquo"] = "'", ["rsquo"] = "'", ["ldquo"] = "\"",
        ["rdquo"] = "\"",
        ["#39"] = "'", ["#34"] = "\"", ["#38"] = "&", ["#60"] = "<", ["#62"] = ">", ["#160"] = " ", ["#x27"] = "'", ["#x22"] = "\"", ["#x3C"] = "<",
        ["#x3E"] = ">",
    }.ToFrozenDictionary(StringComparer.OrdinalIgnoreCase);

    private const int MostTokens = 4;

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index)
    {
        var end = index + 1;
        while (tokens.Is(index, "&") && end < tokens.Count && end <= index + MostTokens && tokens.Touches(end - 1) && !tokens.Is(end, ";"))
        {
            end++;
        }

        var isEntity = tokens.Is(index, "&") && tokens.Is(end, ";") && tokens.Touches(end - 1)
            && Meant.ContainsKey(tokens.Content[tokens.End(index)..tokens.Start(end)]);
        if (!isEntity)
        {
            return null;
        }

        var (start, last) = (tokens.Start(index), tokens.End(end));
        var meant = Meant[tokens.Content[(start + 1)..(last - 1)]];
        return (new Correction("RG1005", start, last, $"`{tokens.Content[start..last]}` comes from a web page: write `{meant}`.",
            [new Replacement(start, last, meant)])
        {
            Fix = $"Write `{meant}`",
            Habit = "&",
        }, end + 1);
    }
}
