using RgPolicy.Plans;
using RgPolicy.Testing;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain;

/// <summary>A plan is told of executions whose constants it saw; others may expect it, and get their own.</summary>
[Collection(PostgresVersionsFixture.Collection)]
public sealed class LiteralPlanTests(PostgresVersionsFixture servers)
{
    private const string Database = "literals";

    private const string Tables = """
        CREATE TABLE orders (id int PRIMARY KEY, customer int, total int, note text);
        INSERT INTO orders SELECT i, i % 4000, i, repeat('x', 30) || i FROM generate_series(1, 100000) i;
        CREATE INDEX ON orders (customer);
        CREATE INDEX ON orders (note text_pattern_ops);
        ANALYZE orders;
        ALTER TABLE orders OWNER TO app;
        GRANT SELECT ON orders TO rgpolicy;
        """;

    /// <summary>What differs in kind: the width of a range, an open range, the length of a list, a prefix that selects
    /// nothing, a sign. The first of each reads little, the second much.</summary>
    private static readonly (string Narrow, string Wide)[] Pairs =
    [
        (
            "SELECT count(*), pg_sleep(60) FROM orders a, orders b WHERE a.id BETWEEN 1 AND 2 AND b.id BETWEEN 1 AND 20",
            "SELECT count(*), pg_sleep(60) FROM orders a, orders b WHERE a.id BETWEEN 1 AND 3000 AND b.id BETWEEN 1 AND 9000"
        ),
        (
            "SELECT count(note), avg(total), pg_sleep(60) FROM orders WHERE id > 99990",
            "SELECT count(note), avg(total), pg_sleep(60) FROM orders WHERE id > 0"
        ),
        (
            "SELECT count(note), pg_sleep(60) FROM orders WHERE customer IN (1, 2)",
            $"SELECT count(note), pg_sleep(60) FROM orders WHERE customer IN ({string.Join(", ", Enumerable.Range(1, 150))})"
        ),
        (
            "SELECT count(*), pg_sleep(60) FROM orders WHERE note LIKE 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx777%'",
            "SELECT count(*), pg_sleep(60) FROM orders WHERE note LIKE '%7%'"
        ),
        (
            "SELECT count(total), pg_sleep(60) FROM orders WHERE id > 99990",
            "SELECT count(total), pg_sleep(60) FROM orders WHERE id > -99990"
        ),
    ];

    [Theory]
    [OnPostgres(14, "on"), OnPostgres(14, "off")]
    [OnPostgres(15, "on"), OnPostgres(15, "off")]
    [OnPostgres(18, "on"), OnPostgres(18, "off")]
    public async Task PollAsync_OtherConstants_HasItsOwnPlan(int version, string queryIds)
    {
        var cluster = await StartAsync(version, queryIds);
        await using var observer = await PostgresVersionsFixture.TrustingAsync(cluster, TimeProvider.System);
        foreach (var (narrow, wide) in Pairs)
        {
            await CheckAsync(narrow, isLittle: true);
            await CheckAsync(wide, isLittle: false);
            await CheckAsync(narrow, isLittle: true);
            await CheckAsync(wide, isLittle: false);
        }

        async Task CheckAsync(string text, bool isLittle)
        {
            await using var running = await RunAsync(cluster, text);
            var query = await PostgresServer.UntilAsync(
                observer,
                running.ProcessId,
                q => q.Plan.State is PlanState.Known or PlanState.Absent
            );
            var told = $"{query.Plan.Source}: {query.Plan.Profile?.Shape} {query.Plan.Profile?.Reason} of {text}";
            Assert.True(query.Statement?.Text == text, $"{query.Statement?.Text} in place of {text}");
            Assert.True(query.Plan.Profile is { } plan && plan.Shape == PlanShape.Oltp == isLittle, told);
        }
    }

    /// <summary>In no poll is another's plan told as the execution's own.</summary>
    [Theory]
    [OnPostgres(15)]
    [OnPostgres(18)]
    public async Task PollAsync_OtherConstants_AnothersPlanIsNeverKnown(int version)
    {
        var cluster = await StartAsync(version, "on");
        await using var observer = await PostgresVersionsFixture.TrustingAsync(cluster, TimeProvider.System);
        var (narrow, wide) = Pairs[0];
        await using (var first = await RunAsync(cluster, narrow))
            await PostgresServer.UntilAsync(observer, first.ProcessId, q => q.Plan.State == PlanState.Known);

        await using var running = await RunAsync(cluster, wide);
        var told = new List<PlanFacts>();
        await PostgresServer.UntilAsync(
            observer,
            running.ProcessId,
            q =>
            {
                told.Add(q.Plan);
                return q.Plan.State == PlanState.Known;
            }
        );

        Assert.Contains(told, plan => plan is { State: PlanState.Expected, Profile.Shape: PlanShape.Oltp });
        Assert.DoesNotContain(told, plan => plan is { State: PlanState.Known, Profile.Shape: PlanShape.Oltp });
    }

    /// <summary>A statement without constants has one plan, which is known at once from its second execution on.</summary>
    [Theory]
    [OnPostgres(15)]
    [OnPostgres(18)]
    public async Task PollAsync_SameConstants_IsKnownAtTheFirstSight(int version)
    {
        var cluster = await StartAsync(version, "on");
        await using var observer = await PostgresVersionsFixture.TrustingAsync(cluster, TimeProvider.System);
        const string Text = "SELECT count(note), pg_sleep(60) FROM orders WHERE total > 7";
        await using (var first = await RunAsync(cluster, Text))
            await PostgresServer.UntilAsync(observer, first.ProcessId, q => q.Plan.State == PlanState.Known);

        await using var running = await RunAsync(cluster, Text);
        var states = new List<PlanState>();
        await PostgresServer.UntilAsync(
            observer,
            running.ProcessId,
            q =>
            {
                states.Add(q.Plan.State);
                return true;
            }
        );

        Assert.Equal([PlanState.Known], states);
    }

    private async Task<PostgresCluster> StartAsync(int version, string queryIds)
    {
        var cluster = await servers.WithDatabaseAsync(version, Database, Tables);
        await cluster.ExecuteAsync($"ALTER ROLE app SET compute_query_id = {queryIds}");
        return cluster;
    }

    private static async Task<RunningStatement> RunAsync(PostgresCluster cluster, string text) =>
        await RunningStatement.StartAsync(await cluster.OpenAsync(Database, "app"), text);
}
