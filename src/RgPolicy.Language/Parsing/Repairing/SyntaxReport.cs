using Antlr4.Runtime;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Parsing.Correcting;
using RgPolicy.Language.Parsing.Generated;
using static RgPolicy.Language.Parsing.Generated.RgPolicyParser;

namespace RgPolicy.Language.Parsing.Repairing;

/// <summary>The general answer to a mistake: what the grammar would have taken there, and the nearest word.</summary>
internal sealed class SyntaxReport(StatementText statement)
{
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
            foreach (var change in new Continuations(statement).Changes())
            {
                yield return change;
            }
        }

        var told = _told ??= Describe();
        if (told.Edits.Length > 0)
        {
            yield return told;
        }

        if (Expectations.OnlyWord(_mistake) is { } word && _place > statement.First)
        {
            if (statement.Type(_place) is >= RgPolicyLexer.COMMA and <= RgPolicyLexer.PERCENT)
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
        if (
            found
            is RgPolicyLexer.IDENTIFIER
                or RgPolicyLexer.INTEGER
                or RgPolicyLexer.STRING
                or RgPolicyLexer.COMMA
                or RgPolicyLexer.EQUAL
        )
        {
            yield return Change(told, _place, _place + 1, "", gain: 3);
        }

        if (found == RgPolicyLexer.UNKNOWN)
        {
            yield return Change(told, _place, _place + 1, "", gain: 1);
        }

        if (
            found != TokenConstants.EOF
            && new BlockItems(statement.Tokens).Around(statement.First, _place) is var (first, count)
        )
        {
            yield return Change(told, first, first + count, "", gain: 1);
        }
    }

    private Correction Change(Correction told, int from, int to, string word, int gain) =>
        told with
        {
            Edits = [Edit(from, to, word)],
            Fix = null,
            IsSafe = true,
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
        {
            return false;
        }

        var isFirst = statement.IsFirstOnLine(statement.First);
        return _place == statement.First && (statement.Type(_place) != RgPolicyLexer.IDENTIFIER || !isFirst);
    }

    private Correction Describe() =>
        Unknown()
        ?? CommaForgotten()
        ?? (IsContinuation() ? new Continuations(statement).Nothing() : null)
        ?? OpenBraces.Find(statement)
        ?? TooShort()
        ?? UnknownUnit()
        ?? Unexpected();

    private Correction Unknown1(string message) =>
        new("RG1004", statement.Start(_place), statement.End(_place + 1), message, [Edit(_place, _place + 1, "")])
        {
            IsVague = true,
        };

    private Correction? Unknown() =>
        statement.Type(_place) == RgPolicyLexer.UNKNOWN
            ? Unknown1($"{Characters.Named(statement.At(_place).Text)} has no meaning here.")
            : null;

    // Where a statement or a line of it ends too early, the mistake is behind its last word, not in what follows.
    private Correction? TooShort()
    {
        var isAlone =
            _place > statement.First
            && statement.Type(_place) is not (TokenConstants.EOF or RgPolicyLexer.IDENTIFIER)
            && statement.IsFirstOnLine(_place)
            && !_mistake.GetExpectedTokens().Contains(RgPolicyLexer.RIGHT_BRACE);
        if ((statement.Type(_place) != TokenConstants.EOF && !isAlone) || _place == 0)
        {
            return null;
        }

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
        var meant =
            found.Type == RgPolicyLexer.IDENTIFIER
                ? NameSuggestion.Find(found.Text, Expectations.Words(_mistake))
                : null;
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

    private Correction? CommaForgotten() =>
        _mistake.Context is SettingBlockContext && statement.Type(_place) is RgPolicyLexer.AT or RgPolicyLexer.EXCLUSIVE
            ? At(
                _place,
                "RG1001",
                $"Expected `,` before `{statement.At(_place).Text}`: commas join the parts of one setting."
            ) with
            {
                Edits = [Edit(_place, _place, ",")],
                Fix = "Write `,`",
            }
            : null;

    private Correction? UnknownUnit() =>
        _place > 0
        && statement.Type(_place) == RgPolicyLexer.IDENTIFIER
        && !statement.IsFirstOnLine(_place)
        && statement.Type(_place - 1) is RgPolicyLexer.INTEGER or RgPolicyLexer.DECIMAL
            ? At(
                _place,
                "RG1008",
                $"`{TokenText.Clip(statement.At(_place).Text)}` is not a unit. Units are {Units.List}."
            )
            : null;

    private bool IsJoint(int place) => statement.Type(place) is RgPolicyLexer.AND or RgPolicyLexer.OR;

    private Correction At(int place, string code, string message) =>
        new(code, statement.Start(place), statement.End(place + 1), message, []);
}
