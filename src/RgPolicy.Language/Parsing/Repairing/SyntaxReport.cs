using Antlr4.Runtime;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Parsing.Correcting;
using static RgPolicy.Language.Parsing.Generated.RgPolicyParser;

namespace RgPolicy.Language.Parsing.Repairing;

/// <summary>The general answer to a mistake: what the grammar would have taken there, and the nearest word.</summary>
internal sealed class SyntaxReport(StatementReading statement)
{
    private static readonly int[] Needless = [IDENTIFIER, INTEGER, STRING, COMMA, EQUAL];

    private static readonly string[] Joining = "and or in not like between is contains for until by during".Split(' ');

    private readonly RecognitionException _mistake =
        statement.Mistake ?? throw new ArgumentException("The statement fits.", nameof(statement));
    private readonly int _place = statement.Place;
    private Correction? _told;

    /// <summary>What to say when no change helps.</summary>
    public Correction Told => (_told ??= Describe()) with { Fix = null, Edits = [] };

    /// <summary>The changes that may help, the likeliest first: the one that the mistake asks for, one word more or
    /// less, and last without the line or the part that it is in.</summary>
    public IEnumerable<Correction> Changes()
    {
        if (IsContinuation())
        {
            foreach (var change in Continuations())
                yield return change;
        }

        var told = _told ??= Describe();
        if (told.Edits.Length > 0)
            yield return told;

        if (Expectations.OnlyWord(_mistake) is { } word && _place > statement.First)
        {
            if (statement.Type(_place) is >= COMMA and <= PERCENT)
            {
                yield return Change(told, _place, _place + 1, word, gain: 2) with
                {
                    Fix = $"Write `{word}`",
                };
            }

            yield return Change(told, _place, _place, word, gain: 2) with
            {
                Fix = $"Write `{word}` here",
            };
        }

        var found = statement.Type(_place);
        if (Needless.Contains(found))
            yield return Change(told, _place, _place + 1, "", gain: 3);

        if (found == UNKNOWN)
            yield return Change(told, _place, _place + 1, "", gain: 1);

        if (found != TokenConstants.EOF && new BlockItems(statement).Around(_place) is var (first, count))
            yield return Change(told, first, first + count, "", gain: 1);
    }

    private Correction Change(Correction told, int from, int to, string word, int gain) =>
        told with
        {
            Edits = [Edit(from, to, word)],
            Fix = null,
            IsSafe = word.Length > 0 && !char.IsLetter(word[0]),
            Gain = gain,
        };

    private Replacement Edit(int from, int to, string word) =>
        from == to
            ? new Replacement(
                statement.End(from),
                statement.End(from),
                (word.Length > 0 && (char.IsLetter(word[0]) || word is "->") ? " " : "") + word
            )
            : new Replacement(statement.Start(from), statement.End(to), word);

    // A line that begins with an unknown name is a statement whose first word is wrong; all else goes on from above.
    private bool IsContinuation()
    {
        if (statement.Last is null)
            return false;

        var isFirst = statement.IsFirstOnLine(statement.First);
        return _place == statement.First && (statement.Type(_place) != IDENTIFIER || !isFirst);
    }

    // What may be meant by a token behind a statement that it does not fit.
    private IEnumerable<Correction> Continuations()
    {
        var found = statement.At(_place);
        var told = At(_place, "RG1001", $"Expected `,` before {TokenText.Name(found)}.");
        yield return told with
        {
            Edits = [Edit(_place, _place, ",")],
            Fix = "Write `,`",
            Gain = 2,
        };
        if (Nearest(Expectations.Words(_mistake).Concat(Joining)) is { } meant)
        {
            yield return told with
            {
                Message = $"`{TokenText.Clip(found.Text)}` does not fit here. Did you mean `{meant}`?",
                Edits = [Edit(_place, _place + 1, meant)],
                Fix = $"Write `{meant}`",
                IsSafe = false,
            };
        }
    }

    private string? Nearest(IEnumerable<string> words) =>
        statement.At(_place) is { Type: IDENTIFIER, Text.Length: > 2 } found
            ? NameSuggestion.Find(found.Text, words)
            : null;

    // The mistake when nothing makes it fit what stands above.
    private Correction NoStatement()
    {
        var found = statement.At(_place);
        var closes = found.Type is RIGHT_PAREN or RIGHT_BRACE;
        var isCondition = statement.Last is { } last && statement.Type(last) == CLASS;
        return At(
            _place,
            "RG1001",
            closes ? $"{TokenText.Name(found)} closes nothing: leave it out."
                : found.Type == YIELDS ? "Expected `{` before `yields`: write `{ yields POOL }`."
                : isCondition ? $"Expected `and`, `or` or the next statement, found {TokenText.Name(found)}."
                : $"Expected the next statement, found {TokenText.Name(found)}."
        ) with
        {
            Edits = closes ? [Edit(_place, _place + 1, "")] : [],
            Fix = closes ? $"Remove `{found.Text}`" : null,
            IsSafe = false,
            IsVague = !closes && found.Type != YIELDS,
        };
    }

    private Correction Describe() =>
        Unknown()
        ?? (IsContinuation() ? NoStatement() : null)
        ?? OpenBraces.Find(statement)
        ?? TooShort()
        ?? UnknownUnit()
        ?? Unexpected();

    private Correction? Unknown() =>
        statement.Type(_place) == UNKNOWN
            ? At(_place, "RG1004", $"{Characters.Named(statement.At(_place).Text)} has no meaning here.") with
            {
                Edits = [Edit(_place, _place + 1, "")],
                IsVague = true,
            }
            : null;

    // Where a statement or a line of it ends too early, the mistake is behind its last word, not in what follows.
    private Correction? TooShort()
    {
        var isAlone =
            _place > statement.First
            && statement.Type(_place) is not (TokenConstants.EOF or IDENTIFIER)
            && statement.IsFirstOnLine(_place)
            && !_mistake.GetExpectedTokens().Contains(RIGHT_BRACE);
        if ((statement.Type(_place) != TokenConstants.EOF && !isAlone) || _place == 0)
            return null;

        var last = statement.At(_place - 1);
        var isJoint = IsJoint(_place - 1);
        var word = isJoint ? null : Expectations.OnlyWord(_mistake);
        return At(
            _place - 1,
            "RG1001",
            $"Expected {Expectations.Describe(_mistake) ?? "more"} after `{TokenText.Clip(last.Text)}`."
        ) with
        {
            Edits =
                isJoint ? [Edit(_place - 1, _place, "")]
                : word is null ? []
                : [Edit(_place, _place, word)],
            Fix = word is null ? null : $"Write `{word}`",
        };
    }

    private Correction Unexpected()
    {
        var expected = Expectations.Describe(_mistake);
        var found = statement.At(_place);
        var meant = Nearest(Expectations.Words(_mistake));
        var hint = meant is null ? "" : $" Did you mean `{meant}`?";
        var name = TokenText.Name(found);
        return At(
            _place,
            "RG1001",
            expected is null
                ? $"{char.ToUpperInvariant(name[0])}{name[1..]} does not fit here.{hint}"
                : $"Expected {expected}, found {name}.{hint}"
        ) with
        {
            Edits = meant is null ? [] : [Edit(_place, _place + 1, meant)],
            Fix = meant is null ? null : $"Write `{meant}`",
            IsSafe = false,
            IsVague = meant is null,
        };
    }

    private Correction? UnknownUnit() =>
        _place > 0
        && statement.Type(_place) == IDENTIFIER
        && !statement.IsFirstOnLine(_place)
        && statement.Type(_place - 1) is INTEGER or DECIMAL
            ? At(
                _place,
                "RG1008",
                $"`{TokenText.Clip(statement.At(_place).Text)}` is not a unit. Units are {Units.List}."
            )
            : null;

    private bool IsJoint(int place) => statement.Type(place) is AND or OR;

    private Correction At(int place, string code, string message) =>
        new(code, statement.Start(place), statement.End(place + 1), message, []);
}
