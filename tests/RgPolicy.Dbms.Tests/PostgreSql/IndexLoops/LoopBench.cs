using System.Text.Json;
using Npgsql;
using RgPolicy.Dbms.PostgreSql.Explain;
using RgPolicy.Plans;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.IndexLoops;

/// <summary>Judges the loops of a set by their plans, and measures them on a server whose cache holds
/// everything.</summary>
internal sealed class LoopBench(PostgresCluster cluster, LoopSet set)
{
    // Of a B-tree over int, as pages are filled when it is built.
    private const double EntriesPerPage = 285;

    private const string Loops =
        "SET enable_hashjoin = off; SET enable_mergejoin = off; SET enable_memoize = off; SET enable_bitmapscan = off; "
        + "SET enable_material = off; SET max_parallel_workers_per_gather = 0; SET jit = off";

    private IReadOnlyDictionary<string, RelationFigures> _catalog = ImmutableDictionary<string, RelationFigures>.Empty;

    public static async Task<PostgresCluster> StartAsync() =>
        await PostgresCluster.StartAsync(
            new PostgresClusterOptions
            {
                Settings = ImmutableDictionary<string, string>
                    .Empty.Add("shared_buffers", "700MB")
                    .Add("autovacuum", "off")
                    .Add("max_wal_size", "4GB"),
            }
        );

    /// <summary>Every loop of the set. In each start of the server each table is looked up by one of them alone, so
    /// that what is read is what it needs.</summary>
    public async Task<List<LoopFigure>> RunAsync()
    {
        await FillAsync();
        var figures = new List<LoopFigure>();
        foreach (var keys in set.Keys)
        {
            await cluster.StopAsync();
            await cluster.StartAgainAsync();
            await using var connection = await cluster.OpenAsync();
            await PostgresServer.DoAsync(connection, Loops);
            foreach (var table in set.Tables)
                if (await FigureAsync(connection, keys, table) is { } figure)
                    figures.Add(figure);
        }

        return figures;
    }

    private async Task FillAsync()
    {
        foreach (var table in set.Tables)
        {
            await cluster.ExecuteAsync(table.Sql);
            foreach (var keys in set.Keys)
                await cluster.ExecuteAsync(keys.SqlFor(table));
        }

        await cluster.ExecuteAsync("VACUUM (FREEZE, ANALYZE)");
        await cluster.ExecuteAsync("CHECKPOINT");
        _catalog = await CatalogAsync();
    }

    /// <summary>By the question that RgPolicy asks a live server.</summary>
    private async Task<IReadOnlyDictionary<string, RelationFigures>> CatalogAsync()
    {
        await using var connection = await cluster.OpenAsync();
        await using var transaction = await connection.BeginTransactionAsync();
        await using var catalog = await CatalogFigures.PrepareAsync(connection, CancellationToken.None);
        var tables = set.Tables.SelectMany(table => set.Keys.Select(keys => keys.NameFor(table)).Append(table.Name));
        return await catalog.FindAsync(
                [.. tables.Distinct(StringComparer.Ordinal)],
                [],
                ["key"],
                CancellationToken.None
            ) ?? ImmutableDictionary<string, RelationFigures>.Empty;
    }

    /// <summary>Null where the planner looks nothing up.</summary>
    private async Task<LoopFigure?> FigureAsync(NpgsqlConnection connection, LoopKeys keys, LoopTable table)
    {
        var sql = $"SELECT sum(t.value) FROM {keys.NameFor(table)} k JOIN {table.Name} t ON t.key = k.key";
        var plan = await ExplainAsync(connection, "FORMAT JSON", sql);
        var run = await ExplainAsync(connection, "ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON", sql);
        using var document = JsonDocument.Parse(run);
        return Lookup(document.RootElement[0].GetProperty("Plan"), table.Name) is { } lookup
            ? new LoopFigure(
                $"{keys.NameFor(table)} in {table.Name}",
                Measured(lookup, _catalog[table.Name + "_key"].Pages),
                Judge(plan, null),
                Judge(
                    plan,
                    _catalog.ToDictionary(
                        each => each.Key,
                        each => each.Value with { Columns = null },
                        StringComparer.Ordinal
                    )
                ),
                Judge(plan, _catalog)
            )
            : null;
    }

    // As docs/internals/plan-figures.md has it: pages that are met twice or more on average, else the upper levels of the index,
    // which each look-up passes and which do not count for that.
    private static double Measured(JsonElement lookup, double indexPages)
    {
        var read = lookup.GetProperty("Shared Read Blocks").GetDouble();
        var upper = indexPages <= 1 ? 0 : Math.Ceiling(Math.Log(indexPages) / Math.Log(EntriesPerPage));
        var visits =
            read
            + lookup.GetProperty("Shared Hit Blocks").GetDouble()
            - (upper * lookup.GetProperty("Actual Loops").GetDouble());
        return 8192 * (visits >= 2 * read ? read : Math.Ceiling(indexPages / 100));
    }

    private static double Judge(string plan, IReadOnlyDictionary<string, RelationFigures>? catalog) =>
        (double)(
            Assert
                .Single(
                    PlanReader
                        .Read(Encoding.UTF8.GetBytes(plan), new PlanReaderOptions { Relations = catalog })
                        .Statements
                )
                .Profile.WorkingSetBytes.Value
            ?? 0
        );

    private static JsonElement? Lookup(JsonElement node, string table)
    {
        if (
            node.GetProperty("Node Type").GetString() == "Index Scan"
            && node.GetProperty("Relation Name").GetString() == table
        )
            return node.GetProperty("Actual Loops").GetDouble() > 1 ? node : null;
        return node.TryGetProperty("Plans", out var below)
            ? below.EnumerateArray().Select(each => Lookup(each, table)).FirstOrDefault(each => each is not null)
            : null;
    }

    private static async Task<string> ExplainAsync(NpgsqlConnection connection, string how, string sql)
    {
        await using var command = new NpgsqlCommand($"EXPLAIN ({how}) {sql}", connection) { CommandTimeout = 300 };
        return (string)(await command.ExecuteScalarAsync())!;
    }
}
