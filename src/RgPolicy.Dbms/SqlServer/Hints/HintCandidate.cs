namespace RgPolicy.Dbms.SqlServer.Hints;

/// <summary>A query of a Query Store that a hint is wanted for.</summary>
/// <param name="QueryId">Its number.</param>
/// <param name="Parameterization">0 none, 1 by the user, 2 simple, 3 forced.</param>
/// <param name="Executions">How often it was executed.</param>
/// <param name="Hint">The hint that it has, or null.</param>
internal sealed record HintCandidate(long QueryId, int Parameterization, long Executions, string? Hint)
{
    private const int Simple = 2;

    /// <summary>Why it gets none, or null.</summary>
    public string? Refusal =>
        this switch
        {
            { Hint: { } theirs } => $"it has a hint that is not RgPolicy's: {theirs}",
            { Parameterization: Simple } => "the server has made its literals parameters, and then takes no hint",
            { Executions: < 2 } => "it was executed once only",
            _ => null,
        };
}
