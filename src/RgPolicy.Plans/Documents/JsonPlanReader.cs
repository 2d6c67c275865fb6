namespace RgPolicy.Plans.Documents;

/// <summary>A text that holds plans somewhere: finds each JSON value, then each statement in it, perhaps with rows of a
/// client around them.</summary>
internal abstract class JsonPlanReader
{
    private const int MostWrapping = 8;

    protected ImmutableArray<PlanStatement>.Builder Statements { get; } =
        ImmutableArray.CreateBuilder<PlanStatement>(1);

    protected ImmutableArray<PlanDiagnostic>.Builder Diagnostics { get; } =
        ImmutableArray.CreateBuilder<PlanDiagnostic>(0);

    public PlanDocument Read(ReadOnlyMemory<byte> document, PlanFormat format, string encodingName)
    {
        var utf8 = document.Span;
        using var tape = JsonTape.For(document);
        var (onlyWrapped, end) = (false, 0);
        var outside = new OutsideBrackets();
        for (var start = JsonStarts.Next(utf8, 0); start >= 0; )
        {
            outside.Add(utf8[end..start]);
            var before = Statements.Count;
            var part = tape.Read(start);
            if (part.Root is { } root)
                Find(root, onlyWrapped, 0);
            if (part.End != JsonEnd.Complete && (Statements.Count > before || JsonStarts.BeginsPlan(utf8, start)))
            {
                Diagnostics.Add(part.Problem(utf8));
                onlyWrapped = true;
            }

            end = Math.Max(start + 1, part.EndOffset);
            if (part.End is not (JsonEnd.Complete or JsonEnd.Malformed))
                break;
            start = JsonStarts.Next(utf8, end);
        }

        outside.Add(utf8[end..]);
        Finish(hasNoBeginning: outside.ClosesTooMuch);
        if (Statements.Count == 0 && Diagnostics.Count == 0)
            Diagnostics.Add(PlanProblems.NotAPlan());
        return new(format, encodingName, Statements.DrainToImmutable(), Diagnostics.DrainToImmutable());
    }

    /// <summary>Adds a statement, or passes one over that does not count.</summary>
    /// <param name="value">What may be one.</param>
    /// <param name="onlyWrapped">True after broken JSON: an operator alone may be the inside of the broken plan.</param>
    /// <returns>False where it is none, and may hold some.</returns>
    protected abstract bool Take(JsonValue value, bool onlyWrapped);

    /// <summary>Adds what was wrong with statements.</summary>
    /// <param name="hasNoBeginning">True where the text closes more than it opens.</param>
    protected abstract void Finish(bool hasNoBeginning);

    /// <summary>A statement that may be the inside of another whose beginning is missing.</summary>
    protected void Cut(int ordinal) => Statements[ordinal] = PlanStatement.Cut(ordinal, null, null);

    private void Find(JsonValue value, bool onlyWrapped, int level)
    {
        if (Take(value, onlyWrapped) || level >= MostWrapping)
            return;
        foreach (var child in value.Children)
            Find(child, onlyWrapped, level + 1);
    }
}
