namespace RgPolicy.Plans.PostgreSql;

/// <summary>How an estimate per execution becomes an estimate for the whole statement, at one operator.</summary>
/// <param name="Times">Executions, the planner's parallel divisor included: what rows per execution are
/// multiplied by.</param>
/// <param name="TimesBuilt">The same for what survives a repetition of its parent: hash tables and
/// materialised rows.</param>
/// <param name="Run">The part of one execution that happens before a Limit stops it, 0 to 1.</param>
/// <param name="Divisor">The parallel divisor of the Gather above, 1 without.</param>
/// <param name="Processes">Processes that run it.</param>
internal readonly record struct PostgresFlow(
    double Times,
    double TimesBuilt,
    double Run,
    double Divisor,
    double Processes
)
{
    public static PostgresFlow Root { get; } = new(1, 1, 1, 1, 1);

    /// <summary>What rows per execution are multiplied by.</summary>
    public double Rows => Times * Run;
}
