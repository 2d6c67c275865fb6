using RgPolicy.Dbms.PostgreSql.Statistics;

namespace RgPolicy.Dbms.PostgreSql;

/// <summary>How much of what a server ran has a plan, by the statements that pg_stat_statements counts.</summary>
/// <param name="Statements">How many were looked at: those that took longest together.</param>
/// <param name="Without">How many of them have no plan.</param>
/// <param name="Time">Which part of the time of all of them those took, 0 to 1.</param>
/// <param name="Reasons">Why, those of most time first; at most three.</param>
internal sealed record PlannedShare(int Statements, int Without, double Time, ImmutableArray<string> Reasons)
{
    private const int MostStatements = 40;
    private const int MostReasons = 3;

    /// <summary>Reads it; null where the server counts nothing, or what it counts cannot be read.</summary>
    public static async Task<PlannedShare?> ReadAsync(
        PostgresConnectionOptions connection,
        CancellationToken cancellationToken
    )
    {
        try
        {
            var work = await PostgresStatistics.ReadAsync(
                connection,
                new PostgresObserverOptions { CountedPlans = MostStatements, PlanBurst = MostStatements },
                TimeProvider.System,
                (_, _) => { },
                cancellationToken
            );
            return Of([.. work.Workload.Groups.OrderByDescending(g => g.Seconds).Take(MostStatements)]);
        }
        catch (ObserveException)
        {
            return null;
        }
    }

    private static PlannedShare Of(ImmutableArray<Engine.Workloads.StatementGroup> groups)
    {
        var without = groups.Where(g => g.Plan.State == PlanState.Absent).ToArray();
        var all = groups.Sum(g => g.Seconds);
        return new PlannedShare(
            groups.Length,
            without.Length,
            all > 0 ? without.Sum(g => g.Seconds) / all : 0,
            [
                .. without
                    .GroupBy(g => g.Plan.Source, StringComparer.Ordinal)
                    .OrderByDescending(same => same.Sum(g => g.Seconds))
                    .Take(MostReasons)
                    .Select(same => FormattableString.Invariant($"{same.Key} ({same.Count()})")),
            ]
        );
    }
}
