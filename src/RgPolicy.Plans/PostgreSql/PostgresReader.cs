using System.Collections.Immutable;
using RgPolicy.Plans.Documents;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>A text that holds PostgreSQL plans somewhere: finds each JSON value, then each statement in it.</summary>
internal sealed class PostgresReader(PlanReaderOptions options)
{
    private readonly ImmutableArray<PlanStatement>.Builder _statements = ImmutableArray.CreateBuilder<PlanStatement>(1);
    private readonly ImmutableArray<PlanDiagnostic>.Builder _diagnostics = ImmutableArray.CreateBuilder<PlanDiagnostic>(
        0
    );

    /// <summary>Statements that are an operator and nothing around it.</summary>
    private readonly List<int> _bare = [];

    public PlanDocument Read(ReadOnlyMemory<byte> document, string encodingName)
    {
        var utf8 = document.Span;
        using var tape = JsonTape.For(document);
        var nodes = Spare<ServerNodes>.Take();
        (nodes.AbsurdFigures, nodes.SplitInputs, nodes.Nameless) = (0, 0, 0);
        var start = JsonStarts.Next(utf8, 0);
        var (onlyWrapped, end) = (false, 0);
        var outside = new OutsideBrackets();
        while (start >= 0)
        {
            outside.Add(utf8[end..start]);
            var part = JsonTapeReader.Read(utf8, start, tape);
            var found = part.Root is { } root ? ReadStatements(root, nodes, onlyWrapped) : 0;
            if (part.End != JsonEnd.Complete && (found > 0 || JsonStarts.BeginsPlan(utf8, start)))
            {
                _diagnostics.Add(JsonPlaces.Problem(part.End, utf8, part.EndOffset));
                onlyWrapped = true;
            }

            end = Math.Max(start + 1, part.EndOffset);
            if (part.End is JsonEnd.Truncated or JsonEnd.TooLarge or JsonEnd.TooDeep)
                break;
            start = JsonStarts.Next(utf8, end);
        }

        outside.Add(utf8[end..]);
        if (outside.ClosesTooMuch)
            CutBare();

        if (nodes.AbsurdFigures > 0)
            _diagnostics.Add(PlanProblems.AbsurdNumbers(nodes.AbsurdFigures));
        if (nodes.SplitInputs > 0)
            _diagnostics.Add(PlanProblems.SplitInputs());
        if (nodes.Nameless > 0)
            _diagnostics.Add(PlanProblems.NamelessOperator());
        Spare<ServerNodes>.Give(nodes);
        if (_statements.Count == 0 && _diagnostics.Count == 0)
            _diagnostics.Add(PlanProblems.NotAPlan());
        return new(
            PlanFormat.PostgresJson,
            encodingName,
            _statements.DrainToImmutable(),
            _diagnostics.DrainToImmutable()
        );
    }

    /// <summary>After broken JSON a bare operator may be the inside of the broken plan, so only whole
    /// plans count.</summary>
    private int ReadStatements(JsonValue root, ServerNodes nodes, bool onlyWrapped)
    {
        var found = 0;
        nodes.Statements.Clear();
        StatementFinder.Find(root, nodes.Statements);
        foreach (var value in nodes.Statements)
        {
            if (onlyWrapped && !StatementFinder.IsWrapper(value))
                continue;
            if (StatementFinder.IsOperator(value))
                _bare.Add(_statements.Count);
            if (StatementFinder.HasTwoPlans(value))
                _diagnostics.Add(PlanProblems.TwoPlans());
            _statements.Add(PostgresStatement.Read(value, _statements.Count, nodes, options));
            found++;
        }

        return found;
    }

    /// <summary>Without the beginning of a document an operator alone may be the inside of a plan.</summary>
    private void CutBare()
    {
        foreach (var ordinal in _bare)
            _statements[ordinal] = PlanStatement.Cut(ordinal, null, null);
        if (_bare.Count > 0)
            _diagnostics.Add(PlanProblems.NoBeginning());
    }
}
