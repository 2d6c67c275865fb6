using MySqlConnector;
using RgPolicy.Dbms.MySql.Statistics;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.Tests.MySql.Statistics;

/// <summary>On a real MariaDB, with and without performance_schema.</summary>
[Collection(ObservedMariaDb.Collection)]
public sealed class MySqlStatisticsTests
{
    [MariaDbFact]
    public async Task ReadAsync_StatementsThatRan_AreKnownByWhatTheyLookAt()
    {
        await using var server = await ObservedMariaDb.StartAsync(
            ImmutableDictionary<string, string>.Empty.Add("performance_schema", "ON")
        );
        await using (var connection = await server.OpenAsync(ObservedMariaDb.Shop, ObservedMariaDb.Application))
        {
            for (var id = 1; id <= 30; id++)
                await RunAsync(connection, $"SELECT note FROM orders WHERE id = {id}");
            await RunAsync(connection, "SELECT COUNT(*) FROM orders a JOIN orders b ON a.note <> b.note LIMIT 1");
            await RunAsync(connection, "BEGIN");
            await RunAsync(connection, "COMMIT");
        }

        var work = await MySqlStatistics.ReadAsync(ObservedMariaDb.Connection(server), CancellationToken.None);

        var point = work.Workload.Groups.Single(each => each.Executions == 30);
        Assert.Equal(PlanShape.Oltp, point.Plan.Profile?.Shape);
        Assert.Equal("shop", point.Session.Database);
        Assert.InRange(point.Longest, 1e-6, point.Seconds);
        var join = work.Workload.Groups.Single(Joins);
        Assert.Equal(PlanState.Absent, join.Plan.State);
        Assert.Contains("rgp record", join.Plan.Source, StringComparison.Ordinal);
        Assert.True(work.Workload.Exempt >= 2);
        Assert.True(work.Workload.Recorded < TimeSpan.FromHours(1));
    }

    [MariaDbFact]
    public async Task ReadAsync_CountsWereJustReset_SaysWhatToDo()
    {
        await using var server = await ObservedMariaDb.StartAsync(
            ImmutableDictionary<string, string>.Empty.Add("performance_schema", "ON")
        );
        await server.ExecuteAsync("TRUNCATE performance_schema.events_statements_summary_by_digest", "mysql");

        var refusal = await Assert.ThrowsAsync<ObserveException>(() =>
            MySqlStatistics.ReadAsync(ObservedMariaDb.Connection(server), CancellationToken.None)
        );

        Assert.Contains("come back when it has counted for a day", refusal.Message, StringComparison.Ordinal);
    }

    [MariaDbFact]
    public async Task ReadAsync_ServerThatCountsNothing_SaysWhatToDo()
    {
        await using var server = await ObservedMariaDb.StartAsync(
            ImmutableDictionary<string, string>.Empty.Add("performance_schema", "OFF")
        );

        var refusal = await Assert.ThrowsAsync<ObserveException>(() =>
            MySqlStatistics.ReadAsync(ObservedMariaDb.Connection(server), CancellationToken.None)
        );

        Assert.Contains("performance_schema", refusal.Message, StringComparison.Ordinal);
    }

    [MariaDbFact]
    public async Task ReadAsync_WriteOfOneRowThatWaited_IsNoMassWrite()
    {
        await using var server = await ObservedMariaDb.StartAsync(
            ImmutableDictionary<string, string>.Empty.Add("performance_schema", "ON")
        );
        await using (var holder = await server.OpenAsync(ObservedMariaDb.Shop, ObservedMariaDb.Application))
        await using (var waiter = await server.OpenAsync(ObservedMariaDb.Shop, ObservedMariaDb.Application))
        {
            await RunAsync(holder, "BEGIN");
            await RunAsync(holder, "SELECT note FROM orders WHERE id = 1 FOR UPDATE");
            var waiting = RunAsync(waiter, "UPDATE orders SET note = 'z' WHERE id = 1");
            await Task.Delay(TimeSpan.FromMilliseconds(500));
            await RunAsync(holder, "COMMIT");
            await waiting;
            await RunAsync(waiter, "DELETE FROM orders WHERE note = 'nobody has this'");
        }

        var work = await MySqlStatistics.ReadAsync(ObservedMariaDb.Connection(server), CancellationToken.None);

        var update = work.Workload.Groups.Single(each => each.Statement?.Kind == StatementKind.Update);
        Assert.True(update.Lasts > 0.2, $"{update.Lasts}");
        Assert.Equal(PlanShape.Oltp, update.Plan.Profile?.Shape);
        var delete = work.Workload.Groups.Single(each => each.Statement?.Kind == StatementKind.Delete);
        Assert.Equal(PlanState.Absent, delete.Plan.State);
    }

    private static bool Joins(Engine.Workloads.StatementGroup group) =>
        group.Statement?.Text?.Contains("JOIN", StringComparison.Ordinal) == true;

    private static async Task RunAsync(MySqlConnection connection, string sql)
    {
        await using var command = new MySqlCommand(sql, connection);
        await command.ExecuteNonQueryAsync();
    }
}
