using System.Collections.Frozen;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>
/// Whether a signal has a value, as other languages ask it: <c>plan.rows exists</c>, <c>plan.rows known</c>,
/// <c>plan.rows != null</c>, <c>plan.shape is unknown</c>.
/// </summary>
internal sealed class KnownRule : ICorrectionRule
{
    private const int MostTokens = 4;

    private static readonly FrozenSet<string> Known = new[]
    {
        "exists",
        "exist",
        "known",
        "defined",
        "present",
        "is present",
        "exists is true",
        "is there",
        "has value",
        "has a value",
        "isknown",
        "notnull",
        "not null",
        "not unknown",
        "!= null",
        "<> null",
        "! = null",
        "is not nothing",
        "!= none",
        "!= nil",
        "!= undefined",
    }.ToFrozenSet(StringComparer.OrdinalIgnoreCase);

    private static readonly FrozenSet<string> NotKnown = new[]
    {
        "not exists",
        "not exist",
        "not known",
        "unknown",
        "does not exist",
        "absent",
        "is absent",
        "missing",
        "undefined",
        "isnull",
        "not defined",
        "not present",
        "is nothing",
        "has no value",
        "= null",
        "== null",
        "= none",
        "== none",
        "= nil",
        "== nil",
        "= undefined",
        "== undefined",
    }.ToFrozenSet(StringComparer.OrdinalIgnoreCase);

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index)
    {
        var place = tokens.SignalEnd(index);
        return place < 0 ? Before(tokens, index) : OfValue(tokens, index, place) ?? Asked(tokens, place);
    }

    /// <summary>True for <c>known plan.rows</c> and <c>exists plan.rows</c>.</summary>
    public static bool IsAskedBefore(RawTokens tokens, int index) =>
        tokens.BeginsCondition(index)
        && tokens.IsAny(index, "known", "exists", "isknown", "defined", "has", "unknown")
        && tokens.SignalEnd(index + 1) is var end and > 0
        && (tokens.EndsCondition(end) || tokens.IsFirstOnLine(end));

    private static (Correction Correction, int Next)? Before(RawTokens tokens, int index)
    {
        if (!IsAskedBefore(tokens, index))
        {
            return null;
        }

        var end = tokens.SignalEnd(index + 1);
        var meant = tokens.IsAny(index, "unknown") ? "is not known" : "is known";
        return Instead(
            tokens,
            index,
            end,
            $"{tokens.Slice(index + 1, end)} {meant}",
            "Whether a signal has a value is asked behind it",
            isSafe: true
        );
    }

    // `unknown` is also what a plan that was read may be.
    private static (Correction Correction, int Next)? OfValue(RawTokens tokens, int index, int place)
    {
        var isNegated = tokens.IsAny(place + 1, "not");
        var value = isNegated ? place + 2 : place + 1;
        var isValue =
            tokens.IsAny(place, "is")
            && tokens.IsAny(value, "unknown")
            && SignalCatalog.Find(tokens.Slice(index, place))?.Words.Contains("unknown", StringComparer.Ordinal)
                == true;
        if (!isValue)
        {
            return null;
        }

        var (asked, equal) = isNegated ? ("is known", "!= unknown") : ("is not known", "= unknown");
        return Instead(
            tokens,
            place,
            value + 1,
            asked,
            $"`unknown` is a value of `{tokens.Slice(index, place)}`: write `{equal}` to ask for it, or `{asked}` to "
                + "ask whether there is a value",
            isSafe: false
        );
    }

    private static (Correction Correction, int Next)? Asked(RawTokens tokens, int place)
    {
        for (var count = MostTokens; count > 0; count--)
        {
            var words = string.Join(' ', Enumerable.Range(place, count).Select(tokens.Text));
            var isKnown = Known.Contains(words);
            if (
                place + count <= tokens.Count
                && (isKnown || NotKnown.Contains(words))
                && (tokens.EndsCondition(place + count) || tokens.IsFirstOnLine(place + count))
            )
            {
                return Instead(
                    tokens,
                    place,
                    place + count,
                    isKnown ? "is known" : "is not known",
                    "Whether a signal has a value is asked with `is known`",
                    isSafe: true
                );
            }
        }

        return null;
    }

    private static (Correction Correction, int Next) Instead(
        RawTokens tokens,
        int from,
        int next,
        string meant,
        string why,
        bool isSafe
    )
    {
        var (start, end) = (tokens.Start(from), tokens.End(next - 1));
        var advice = isSafe ? $"{why}: write `{meant}`." : $"{why}.";
        return (
            new Correction("RG1005", start, end, advice, [new Replacement(start, end, $" {meant}")])
            {
                Fix = $"Write `{meant}`",
                IsSafe = isSafe,
            },
            next
        );
    }
}
