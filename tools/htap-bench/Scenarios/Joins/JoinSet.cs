using RgPolicy.HtapBench.Server;

namespace RgPolicy.HtapBench.Scenarios.Joins;

/// <summary>Six hash joins of one size or of several. Their hash tables fit into work_mem and each is larger than a cache.</summary>
internal static class JoinSet
{
    private const int Joins = 6;
    private const int ProbedRows = 6_000_000;
    private const int BuiltRows = 1_500_000;

    private static readonly string[] Settings =
    [
        "work_mem=512MB",
        "max_parallel_workers_per_gather=0",
        "enable_mergejoin=off",
        "enable_nestloop=off",
    ];

    /// <summary>Makes the tables, and has the analysts join by hash tables in one process.</summary>
    public static async Task PrepareAsync(BenchServer server, double scale, CancellationToken cancellationToken)
    {
        await server.SetAsync(BenchRoles.Analytics, Settings, cancellationToken);
        await server.ExecuteAsync(
            string.Create(
                CultureInfo.InvariantCulture,
                $"""
                create table probed as
                    select i as id, (hashint8(i)::bigint & 1073741823) as key
                    from generate_series(1, {ProbedRows * scale:F0}) i;
                create table built as
                    select i - 1 as id, i % 7 as value from generate_series(1, {BuiltRows * scale:F0}) i;
                grant select on probed, built to {BenchRoles.Analytics};
                """
            ),
            cancellationToken
        );
        await server.ExecuteAsync("vacuum (freeze, analyze) probed, built", cancellationToken);
    }

    /// <summary>The statements in the order of a round, which a seed draws.</summary>
    /// <param name="scale">Of the tables.</param>
    /// <param name="sizes">How many sizes there are, the largest so many times the smallest.</param>
    /// <param name="seed">Draws the order.</param>
    public static ImmutableArray<string> Drawn(double scale, int sizes, int seed)
    {
        string[] all = [.. Enumerable.Range(0, Joins).Select(join => Join(scale * (1 + (join % sizes)) / sizes))];
        new Random(seed).Shuffle(all);
        return [.. all];
    }

    /// <summary>A short one, for sessions and programs to begin with.</summary>
    public static string Short(double scale) => Join(scale / 20);

    private static string Join(double scale) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"""
            select sum(b.value), count(*) from (select * from probed where id <= {ProbedRows * scale:F0}) p
            join (select * from built where id < {BuiltRows * scale:F0}) b on b.id = p.key % {BuiltRows * scale:F0}
            """
        );
}
