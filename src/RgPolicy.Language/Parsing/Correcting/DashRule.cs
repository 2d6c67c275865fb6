using System.Collections.Frozen;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Operators of shells: <c>-eq</c>, <c>-like</c>, <c>-and</c>.</summary>
internal sealed class DashRule : ICorrectionRule
{
    private static readonly FrozenDictionary<string, string> Meant = new Dictionary<string, string>(
        StringComparer.OrdinalIgnoreCase
    )
    {
        ["eq"] = "=",
        ["ne"] = "!=",
        ["gt"] = ">",
        ["ge"] = ">=",
        ["lt"] = "<",
        ["le"] = "<=",
        ["ceq"] = "= exactly",
        ["ieq"] = "=",
        ["like"] = "like",
        ["notlike"] = "not like",
        ["in"] = "in",
        ["notin"] = "not in",
        ["and"] = "and",
        ["or"] = "or",
        ["a"] = "and",
        ["o"] = "or",
        ["not"] = "not",
        ["contains"] = "contains",
    }.ToFrozenDictionary(StringComparer.OrdinalIgnoreCase);

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index)
    {
        if (!Is(tokens, index))
        {
            return null;
        }

        var meant = Meant[tokens.Text(index + 1)];
        var (start, end) = (tokens.Start(index), tokens.End(index + 1));
        return (
            new Correction(
                "RG1005",
                start,
                end,
                $"Write `{meant}` instead of `{tokens.Slice(index, index + 2)}`.",
                [new Replacement(start, end, meant)]
            )
            {
                Fix = $"Write `{meant}`",
            },
            index + 2
        );
    }

    /// <summary>True for a dash and a word that are one operator.</summary>
    public static bool Is(RawTokens tokens, int index) =>
        tokens.Type(index) == RgPolicyLexer.MINUS
        && tokens.Touches(index)
        && !tokens.Touches(index - 1)
        && tokens.IsWord(index + 1)
        && !tokens.IsSignal(index + 1)
        && Meant.ContainsKey(tokens.Text(index + 1))
        && (BehindSignal(tokens, index) || Joins(tokens, index));

    private static bool BehindSignal(RawTokens tokens, int index) =>
        tokens.IsWord(index - 1) && tokens.Type(index - 2) == RgPolicyLexer.DOT;

    private static bool Joins(RawTokens tokens, int index) =>
        tokens.IsAny(index + 1, "and", "or", "a", "o", "not")
        && index > 3
        && (tokens.IsSignal(index + 2) || tokens.IsAny(index + 2, "not", "("));
}
