using System.Collections.Frozen;
using System.Net;
using System.Text.RegularExpressions;
using RgPolicy.Language.Parsing.Generated;
using RgPolicy.Language.Parsing.Repairing;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Characters that are none of the language's but look like some: <c>→</c>, <c>≥</c>, letters of another
/// alphabet, full-width digits, what is not seen.</summary>
internal static partial class CharacterRule
{
    private static readonly FrozenSet<string> SignalWords = SignalCatalog
        .All.SelectMany(signal => signal.Name.Split('.').Concat(signal.Words))
        .ToFrozenSet(StringComparer.Ordinal);

    public static IEnumerable<Correction> Find(StatementReading statement)
    {
        if (Entities(statement) is { } pasted)
            yield return pasted;

        for (var place = statement.Place; place >= Math.Max(0, statement.Place - 2); place--)
        {
            if ((Marks(statement, place) ?? Letters(statement, place)) is { } found)
                yield return found;
        }
    }

    // `&gt;`, `&#39;`: all those of a statement are one mistake.
    private static Correction? Entities(StatementReading statement)
    {
        var edits = Entity()
            .Matches(statement.Content)
            .Select(found => new Replacement(found.Index, found.Index + found.Length, Decoded(found.Value)))
            .Where(edit => edit.Text.Length > 0 && edit.Text[0] != '&')
            .ToImmutableArray();
        if (edits.IsEmpty)
            return null;

        var (start, end, meant) = edits[0];
        var message = $"`{statement.Content[start..end]}` comes from a web page: write `{meant}`.";
        return Correction.Of("RG1005", start, end, message, meant) with { Edits = edits };
    }

    private static string Decoded(string entity)
    {
        var text = WebUtility.HtmlDecode(entity);
        return text is "&" or "&&" ? "and"
            : text.Length == 1 && Characters.IsQuote(text[0]) ? "'"
            : text.Length == 1 && Rune.TryGetRuneAt(text, 0, out var rune) && Characters.Meant(rune) is { } meant
                ? meant
            : text;
    }

    // A run of characters that look like others is one mistake.
    private static Correction? Marks(StatementReading statement, int place)
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
            return null;

        var word = meant.ToString();
        var advice = word.Trim().Length == 0 ? "leave it out" : $"write `{word.Trim()}`";
        var (start, end) = (statement.Start(place), statement.End(next));
        var message = $"{Characters.Name(RuneAt(statement, place))} has no meaning here: {advice}.";
        return Correction.Of("RG1004", start, end, message, word) with { Gain = 0, Elsewhere = Marks };
    }

    private static Correction? Letters(StatementReading statement, int place) =>
        statement.Type(place) == RgPolicyLexer.IDENTIFIER
        && Disguise.Of(statement.At(place).Text, plain => Words.Has(plain) || SignalWords.Contains(plain))
            is { } disguise
            ? Correction.Of(
                "RG1004",
                statement.Start(place),
                statement.End(place + 1),
                disguise.Message,
                disguise.Plain
            ) with
            {
                Elsewhere = Letters,
            }
            : null;

    private static Rune RuneAt(StatementReading statement, int place) =>
        Rune.TryGetRuneAt(statement.Content, statement.Start(place), out var rune) ? rune : Rune.ReplacementChar;

    [GeneratedRegex(
        "(&(#x?[0-9A-Fa-f]{1,6}|[A-Za-z]{2,8});)+",
        RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture
    )]
    private static partial Regex Entity();
}
