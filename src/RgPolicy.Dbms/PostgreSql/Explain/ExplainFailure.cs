using Npgsql;
using RgPolicy.Engine.Observe;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>What it means that a statement could not be explained.</summary>
internal static class ExplainFailure
{
    private const int FailuresBeforeAbsent = 3;
    private static readonly TimeSpan FirstPause = TimeSpan.FromSeconds(5);

    /// <summary>The answer for an error of the server.</summary>
    public static PlanAnswer Answer(PostgresException e, StatementKind kind, TimeSpan lifetime) => e.SqlState switch
    {
        PostgresErrorCodes.QueryCanceled => Passing("planning it took longer than 250 ms", lifetime, 0),
        PostgresErrorCodes.LockNotAvailable => Passing("its tables were locked", lifetime, 0),
        PostgresErrorCodes.ReadOnlySqlTransaction => PlanAnswer.Inferred(kind),
        PostgresErrorCodes.InsufficientPrivilege =>
            Lasting($"RgPolicy's role may not read what it reads ({e.MessageText}); rgp doctor prints the grant", lifetime),
        PostgresErrorCodes.UndefinedTable or PostgresErrorCodes.UndefinedColumn or PostgresErrorCodes.UndefinedFunction =>
            Lasting($"its names mean nothing to RgPolicy's role ({e.MessageText}); a temporary table, or another search_path", lifetime),
        PostgresErrorCodes.IndeterminateDatatype => Lasting("the types of its parameters are not known", lifetime),
        _ => Lasting($"it cannot be explained: {e.MessageText}", lifetime),
    };

    /// <summary>
    /// The answer for a failure that may pass: the pause doubles each time, and the plan stays pending until it has failed three
    /// times in a row.
    /// </summary>
    /// <param name="reason">What failed.</param>
    /// <param name="longest">The longest pause.</param>
    /// <param name="failures">How often it has failed before.</param>
    public static PlanAnswer Passing(string reason, TimeSpan longest, int failures)
    {
        var pause = FirstPause * Math.Pow(2, Math.Min(failures, 10));
        return new PlanAnswer
        {
            Facts = failures + 1 < FailuresBeforeAbsent ? PlanFacts.Pending with { Source = reason } : PlanFacts.Absent(reason),
            Lifetime = pause < longest ? pause : longest,
            Failures = failures + 1,
        };
    }

    private static PlanAnswer Lasting(string reason, TimeSpan lifetime) => PlanAnswer.None(reason) with { Lifetime = lifetime };
}
