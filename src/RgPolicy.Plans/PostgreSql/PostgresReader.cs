using System.Collections.Immutable;
using System.Text;
using RgPolicy.Plans.Documents;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>A text that holds PostgreSQL plans somewhere: finds each JSON value, then each statement in it.</summary>
internal sealed class PostgresReader(PlanReaderOptions options)
{
    private readonly ImmutableArray<PlanStatement>.Builder _statements = ImmutableArray.CreateBuilder<PlanStatement>();
    private readonly ImmutableArray<PlanDiagnostic>.Builder _diagnostics = ImmutableArray.CreateBuilder<PlanDiagnostic>();

    public ImmutableArray<PlanStatement> Statements => _statements.ToImmutable();

    public ImmutableArray<PlanDiagnostic> Diagnostics => _diagnostics.ToImmutable();

    public void Read(string text)
    {
        var utf8 = Encoding.UTF8.GetBytes(text);
        var start = JsonStarts.Next(utf8, 0);
        var onlyWrapped = false;
        while (start >= 0)
        {
            var part = JsonTreeReader.Read(utf8, start);
            var found = part.Root is null ? 0 : ReadStatements(part.Root, onlyWrapped);
            if (part.End != JsonEnd.Complete && (found > 0 || JsonStarts.BeginsPlan(utf8, start)))
            {
                AddProblem(part.End, utf8, part.EndOffset);
                onlyWrapped = true;
            }

            if (part.End is JsonEnd.Truncated or JsonEnd.TooLarge or JsonEnd.TooDeep)
                break;
            start = JsonStarts.Next(utf8, Math.Max(start + 1, part.EndOffset));
        }
    }

    /// <summary>After broken JSON a bare operator may be the inside of the broken plan, so only whole plans count.</summary>
    private int ReadStatements(JsonValue root, bool onlyWrapped)
    {
        var found = 0;
        foreach (var value in StatementFinder.Find(root))
        {
            if (onlyWrapped && !StatementFinder.IsWrapper(value))
                continue;
            _statements.Add(ServerStatement.Read(value, _statements.Count, options));
            found++;
        }

        return found;
    }

    private void AddProblem(JsonEnd end, byte[] utf8, int offset)
    {
        var before = utf8.AsSpan(0, Math.Min(offset, utf8.Length));
        var line = before.Count((byte)'\n') + 1;
        var lineStart = before.LastIndexOf((byte)'\n') + 1;
        var column = Encoding.UTF8.GetCharCount(before[lineStart..]) + 1;
        _diagnostics.Add(PlanProblems.At(end, line, column));
    }
}
