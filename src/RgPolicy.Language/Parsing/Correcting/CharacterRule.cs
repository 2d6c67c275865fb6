using System.Collections.Frozen;
using System.Text;
using RgPolicy.Language.Parsing.Generated;
using RgPolicy.Language.Parsing.Repairing;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Characters that are none of the language's but look like some: <c>→</c>, <c>≥</c>, letters of another
/// alphabet, full-width digits, what is not seen.</summary>
internal static class CharacterRule
{
    private static readonly FrozenSet<string> SignalWords = SignalCatalog
        .All.SelectMany(signal => signal.Name.Split('.').Concat(signal.Words))
        .ToFrozenSet(StringComparer.Ordinal);

    public static IEnumerable<Correction> Find(StatementText statement)
    {
        for (var place = statement.Place; place >= Math.Max(0, statement.Place - 2); place--)
        {
            if ((Marks(statement, place) ?? Letters(statement, place)) is { } found)
            {
                yield return found;
            }
        }
    }

    // A run of characters that look like others is one mistake.
    private static Correction? Marks(StatementText statement, int place)
    {
        var (meant, next) = (new StringBuilder(), place);
        while (
            statement.Type(next) == RgPolicyLexer.UNKNOWN
            && (next == place || statement.Touches(next))
            && RuneAt(statement, next) is var rune
            && Characters.Meant(rune) is { } text
        )
        {
            meant.Append(text);
            next += rune.Utf16SequenceLength;
        }

        if (next == place)
        {
            return null;
        }

        var word = meant.ToString();
        var advice = word.Trim().Length == 0 ? "leave it out" : $"write `{word.Trim()}`";
        var (start, end) = (statement.Start(place), statement.End(next));
        return new Correction(
            "RG1004",
            start,
            end,
            $"{Characters.Name(RuneAt(statement, place))} has no meaning here: {advice}.",
            [new Replacement(start, end, word)]
        )
        {
            Fix = word.Trim().Length == 0 ? "Remove it" : $"Write `{word.Trim()}`",
            Gain = 0,
            Elsewhere = (other, at) => Marks(other, at) is { } again ? (again, at + 1) : null,
        };
    }

    private static Correction? Letters(StatementText statement, int place)
    {
        if (
            statement.Type(place) != RgPolicyLexer.IDENTIFIER
            || Disguise.Of(statement.At(place).Text, plain => Words.Has(plain) || SignalWords.Contains(plain))
                is not { } disguise
        )
        {
            return null;
        }

        var (start, end) = (statement.Start(place), statement.End(place + 1));
        return new Correction("RG1004", start, end, disguise.Message, [new Replacement(start, end, disguise.Plain)])
        {
            Fix = $"Write `{disguise.Plain}`",
            Elsewhere = (other, at) => Letters(other, at) is { } again ? (again, at + 1) : null,
        };
    }

    private static Rune RuneAt(StatementText statement, int place) =>
        Rune.TryGetRuneAt(statement.Content, statement.Start(place), out var rune) ? rune : Rune.ReplacementChar;
}
