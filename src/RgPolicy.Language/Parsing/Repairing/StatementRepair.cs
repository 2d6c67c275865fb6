using System.Collections.Immutable;
using Antlr4.Runtime;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Parsing.Generated;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Parsing.Repairing;

/// <summary>
/// Reads on after a mistake: by the change that the mistake asks for, by one word more or less, or
/// without the setting, step or line that it is in. So a statement shows all its mistakes at once, and
/// its name is known to the others.
/// </summary>
internal sealed class StatementRepair(SourceText source, ImmutableArray<IToken> tokens, DiagnosticBag bag)
{
    private const int MostRepairs = 20;

    // Each change is tried by reading the statement again: a text of long statements full of mistakes
    // must end all the same.
    private const int MostTokensRead = 500_000;

    private readonly SyntaxReport _report = new(source, tokens, bag.Path);
    private readonly Dictionary<int, IToken> _replaced = [];
    private int _tokensRead;
    private readonly StatementRecovery _recovery = new(source, tokens);

    /// <summary>True when a statement that fits may end where it does: not in the middle of a line that
    /// begins another one.</summary>
    public bool MayEnd(int start, int end) =>
        _recovery.Next(start, start) is var next && (end <= next || _recovery.IsBoundary(next, end));

    /// <summary>Reports the mistakes of a statement and reads it as it was probably meant.</summary>
    /// <param name="last">Where the statement before begins, or null when there is none that fits.</param>
    /// <param name="start">Where the statement begins.</param>
    /// <param name="mistake">Its first mistake; null when it fits only together with the statement below it.</param>
    public RepairedStatement Read(int? last, int start, RecognitionException? mistake)
    {
        if (last is not null && mistake is not null && IsContinued(start, mistake.OffendingToken.TokenIndex))
        {
            return Continue(last.Value, start);
        }

        var next = _recovery.Next(start, start);
        var reading = View(start, next).Read();
        return reading.Statement is not null
            ? new RepairedStatement(reading.Statement, start, reading.Next)
            : Read(reading, start) ?? new RepairedStatement(null, start, next);
    }

    private TokenView View(int start, int next) => TokenView.Of(tokens, start, next).With(_replaced);

    private RepairedStatement? Read(StatementReading reading, int start)
    {
        var replaced = ImmutableArray.CreateBuilder<IToken>();
        for (var count = 0; count < MostRepairs; count++)
        {
            if (reading.Mistake is not { } mistake || Repaired(reading, mistake, start) is not var (next, repair))
            {
                return null;
            }

            replaced.AddRange(Replaced(repair));
            if (next.Statement is not null)
            {
                return new RepairedStatement(next.Statement, start, Math.Max(next.Next, start + 1))
                {
                    Replaced = replaced.ToImmutable(),
                };
            }

            reading = next;
        }

        return null;
    }

    private ImmutableArray<IToken> Replaced(Repair repair)
    {
        ImmutableArray<IToken> replaced = repair.Left == repair.Instead.Length ? repair.Instead : [];
        foreach (var token in replaced)
        {
            _replaced[token.TokenIndex] = token;
        }

        return replaced;
    }

    /// <summary>Reports a mistake and reads on after the first change that helps.</summary>
    private (StatementReading Reading, Repair Repair)? Repaired(
        StatementReading reading,
        RecognitionException mistake,
        int start
    )
    {
        var said = _report.Describe(mistake, start);
        foreach (var (repair, fix, reach) in Changes(said, mistake, start))
        {
            _tokensRead += reading.View.Length;
            if (_tokensRead > MostTokensRead)
            {
                break;
            }

            var next = reading.View.With(repair).Read();
            if (next.IsBeyond(reach))
            {
                (said with { Fix = said.Fix ?? (next.Statement is null ? null : fix) }).AddTo(bag);
                return (next, repair);
            }
        }

        said.AddTo(bag);
        return null;
    }

    /// <summary>The changes to try, each with a fix, and the place beyond which it must bring the reading.</summary>
    private IEnumerable<(Repair Repair, Fix? Fix, int Reach)> Changes(
        SyntaxMistake said,
        RecognitionException mistake,
        int start
    )
    {
        var found = mistake.OffendingToken;
        if (said.Repair is not null)
        {
            yield return (said.Repair, null, found.TokenIndex);
        }

        if (Expectations.OnlyWord(mistake) is { } word && found.TokenIndex > start)
        {
            if (IsMark(found))
            {
                yield return (Repair.Replace(found, word), Replacement(found, word), found.TokenIndex + 1);
            }

            yield return (
                Repair.Insert(found, word),
                Insertion(tokens[found.TokenIndex - 1], word),
                found.TokenIndex + 1
            );
        }

        if (
            found.Type
            is RgPolicyLexer.IDENTIFIER
                or RgPolicyLexer.INTEGER
                or RgPolicyLexer.STRING
                or RgPolicyLexer.COMMA
                or RgPolicyLexer.EQUAL
        )
        {
            yield return (Repair.Remove(found), null, found.TokenIndex + 3);
        }

        if (
            found.Type != TokenConstants.EOF
            && new BlockItems(tokens).Around(start, found.TokenIndex) is var (first, count)
        )
        {
            yield return (Repair.Remove(tokens[first], count), null, first + count - 1);
        }
    }

    private static bool IsMark(IToken token) => token.Type is >= RgPolicyLexer.COMMA and <= RgPolicyLexer.PERCENT;

    private Fix Replacement(IToken found, string word) =>
        new($"Write `{word}`", true, [new TextEdit(source.Range(found.StartIndex, found.StopIndex + 1), word)]);

    private Fix Insertion(IToken before, string word) =>
        new(
            $"Write `{word}` here",
            true,
            [
                new TextEdit(
                    source.Range(before.StopIndex + 1, before.StopIndex + 1),
                    (char.IsLetter(word[0]) || word == "->" ? " " : "") + word
                ),
            ]
        );

    // A line that begins with an unknown name is a statement whose first word is wrong; all else goes on from above.
    private bool IsContinued(int start, int offending)
    {
        var isFirst = source.IsFirstOnLine(tokens[start].StartIndex);
        return offending == start
            ? tokens[start].Type != RgPolicyLexer.IDENTIFIER || !isFirst
            : !isFirst && !_recovery.IsStatementStart(start);
    }

    /// <summary>What stands behind a statement and belongs to none: part of the one before, if a change
    /// makes it so.</summary>
    private RepairedStatement Continue(int last, int start)
    {
        var next = _recovery.Next(start, start);
        var view = View(last, next);
        var continuations = new Continuations(source, tokens);
        foreach (var said in continuations.Of(last, start))
        {
            if (said.Repair is { } repair && view.With(repair).Read() is { } reading && IsLonger(reading, start))
            {
                said.AddTo(bag);
                return Whole(reading, repair, last, start, next) with { ReplacesLast = true };
            }
        }

        continuations.Nothing(last, start).AddTo(bag);
        return new RepairedStatement(null, start, next) { MayDeclare = false };
    }

    private static bool IsLonger(StatementReading reading, int place) =>
        reading.Statement is null ? reading.IsBeyond(place + 1) : reading.Next > place + 1;

    private RepairedStatement Whole(StatementReading reading, Repair repair, int start, int place, int next)
    {
        var whole = reading.Statement is null
            ? Read(reading, start)
            : new RepairedStatement(reading.Statement, start, reading.Next);
        // INVARIANT: reading goes on behind the word that was tried.
        return (whole ?? new RepairedStatement(null, start, next)) with
        {
            Next = Math.Max(whole?.Next ?? next, place + 1),
            Replaced = [.. Replaced(repair), .. whole?.Replaced ?? []],
        };
    }
}
