using System.Collections.Immutable;
using RgPolicy.Plans.Documents;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.MySql;

/// <summary>A text that holds plans of MySQL or MariaDB somewhere: finds each JSON value, then each query block
/// document in it.</summary>
internal sealed class MySqlReader(PlanReaderOptions options)
{
    private readonly ImmutableArray<PlanStatement>.Builder _statements = ImmutableArray.CreateBuilder<PlanStatement>(1);
    private readonly ImmutableArray<PlanDiagnostic>.Builder _diagnostics = ImmutableArray.CreateBuilder<PlanDiagnostic>(
        0
    );

    public PlanDocument Read(ReadOnlyMemory<byte> document, PlanFormat format, string encodingName)
    {
        var utf8 = document.Span;
        using var tape = JsonTape.For(document);
        var (onlyWrapped, end) = (false, 0);
        var outside = new OutsideBrackets();
        for (var start = JsonStarts.Next(utf8, 0); start >= 0; )
        {
            outside.Add(utf8[end..start]);
            var part = JsonTapeReader.Read(utf8, start, tape);
            var found = part.Root is { } root && ReadStatements(root, onlyWrapped, 0);
            if (part.End != JsonEnd.Complete && (found || JsonStarts.BeginsPlan(utf8, start)))
            {
                _diagnostics.Add(JsonPlaces.Problem(part.End, utf8, part.EndOffset));
                onlyWrapped = true;
            }

            end = Math.Max(start + 1, part.EndOffset);
            if (part.End is not (JsonEnd.Complete or JsonEnd.Malformed))
                break;
            start = JsonStarts.Next(utf8, end);
        }

        outside.Add(utf8[end..]);
        if (outside.ClosesTooMuch && _statements.Count > 0)
            CutAll();

        if (_statements.Count == 0 && _diagnostics.Count == 0)
            _diagnostics.Add(PlanProblems.NotAPlan());
        return new(format, encodingName, _statements.DrainToImmutable(), _diagnostics.DrainToImmutable());
    }

    /// <summary>Rows of a client may be around a plan, a few levels deep; after broken JSON an iterator may be the
    /// inside of the broken plan.</summary>
    private bool ReadStatements(JsonValue value, bool onlyWrapped, int level)
    {
        const int MostLevels = 8;
        if (IsPlan(value) || (!onlyWrapped && IteratorTree.IsPlan(value)))
        {
            _statements.Add(Read(value));
            return true;
        }

        var found = false;
        if (level < MostLevels)
        {
            foreach (var child in value.Children)
                found |= ReadStatements(child, onlyWrapped, level + 1);
        }

        return found;
    }

    /// <summary>Without the beginning of a document a block may be the sub-query of another.</summary>
    private void CutAll()
    {
        for (var i = 0; i < _statements.Count; i++)
            _statements[i] = PlanStatement.Cut(i, null, null);
        _diagnostics.Add(PlanProblems.NoBeginning());
    }

    private static bool IsPlan(JsonValue value) =>
        value.Kind == JsonKind.Object
        && (
            value.Member(JsonName.QueryBlock) is { Kind: JsonKind.Object }
            || value.Member(JsonName.QueryPlan) is { Kind: JsonKind.Object }
        );

    private PlanStatement Read(JsonValue value)
    {
        var text = value.TextOf(JsonName.Query);
        if (value.IsCut)
            return PlanStatement.Cut(_statements.Count, null, text);
        using var tree = Tree(value, text);
        return new()
        {
            Ordinal = _statements.Count,
            Id = value.Member(JsonName.QueryBlock)?.Member(JsonName.SelectId)?.Text,
            Kind = tree.Kind,
            Text = text,
            HasPlan = tree.Nodes.Length > 0,
            Profile = PlanJudge.Judge(tree, options),
        };
    }

    private static PlanTree Tree(JsonValue value, string? text)
    {
        if (value.Member(JsonName.QueryPlan) is { Kind: JsonKind.Object } plan)
            return IteratorTree.Build(plan, text);
        return IteratorTree.IsPlan(value) ? IteratorTree.Build(value, text) : BlockTree.Build(value, text);
    }
}
