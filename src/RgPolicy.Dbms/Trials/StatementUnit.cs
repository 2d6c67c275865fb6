namespace RgPolicy.Dbms.Trials;

/// <summary>A statement by itself.</summary>
internal sealed record StatementUnit(TrialStatement Statement) : ITrialUnit
{
    /// <inheritdoc />
    public int Weight => Statement.Weight;

    /// <inheritdoc />
    public IEnumerable<TrialStep> Begin(int client, Random values) => [new TrialStep(TimeSpan.Zero, Statement)];
}
