using MySqlConnector;
using RgPolicy.Dbms.MySql.History;
using RgPolicy.Testing.MariaDb;

namespace RgPolicy.Dbms.Tests.MySql.History;

/// <summary>On a real MariaDB with performance_schema.</summary>
[Collection(ObservedMariaDb.Collection)]
public sealed class MySqlHistoryTests
{
    private static readonly ImmutableDictionary<string, string> WithPerformanceSchema = ImmutableDictionary<
        string,
        string
    >.Empty.Add("performance_schema", "ON");

    private static readonly string[] Texts =
    [
        "SELECT DISTINCTROW note FROM orders WHERE id BETWEEN 5 AND 7 AND note LIKE 'x%' LIMIT 3",
        "select o.customer, count(*), sum(o.id) as s from shop.orders as o where o.id <> -3 and not o.note = "
            + "\"a\" group by o.customer having s > 5 order by 2 desc",
        "SELECT COUNT(*) FROM orders a JOIN orders b USING (id) LEFT JOIN orders c ON c.id = a.id && c.id != 4 "
            + "WHERE a.id IN (1, 2, 3) OR b.id IN (4)",
        "SELECT id, CASE WHEN id > 3 THEN 'many' ELSE NULL END, SUBSTR(note, 1, 2), CAST(id AS CHAR(3)), NOW() "
            + "FROM orders WHERE id < 9",
        "INSERT INTO archive (id, customer, note) VALUES (1, 2, 'a'), (2, -3, NULL)",
        "UPDATE archive SET note = CONCAT(note, 'x'), customer = customer + 1 WHERE id = 1 OR note IS NOT NULL",
        "DELETE FROM archive WHERE id IN (SELECT id FROM orders WHERE customer = 1 UNION ALL SELECT 5)",
        "WITH t AS (SELECT id FROM orders WHERE id < 10) SELECT (SELECT MAX(id) FROM t), 'y', 1.5e3, TRUE FROM t "
            + "FOR UPDATE",
        "SELECT id, RANK() OVER (PARTITION BY customer ORDER BY id) FROM orders WHERE id < 20 AND note REGEXP "
            + "'x' /* why */",
    ];

    [MariaDbFact]
    public async Task Of_StatementsOfManyForms_IsTheFormOfTheServersDigest()
    {
        await using var server = await ObservedMariaDb.StartAsync(WithPerformanceSchema);
        await using var connection = await server.OpenAsync(ObservedMariaDb.Shop, ObservedMariaDb.Application);
        foreach (var text in Texts)
            await RunAsync(connection, text);
        var digests = await DigestsAsync(server);

        var forms = digests.Select(DigestForm.Of).ToHashSet(StringComparer.Ordinal);
        Assert.All(
            Texts,
            text => Assert.True(forms.Contains(DigestForm.Of(text)), $"{text}\n{string.Join('\n', digests)}")
        );
    }

    [MariaDbFact]
    public async Task Poll_StatementThatRanBefore_HasItsHistory()
    {
        await using var server = await ObservedMariaDb.StartAsync(WithPerformanceSchema);
        await using (var connection = await server.OpenAsync(ObservedMariaDb.Shop, ObservedMariaDb.Application))
        {
            for (var i = 0; i < 3; i++)
                await RunAsync(connection, "SELECT 'before', SLEEP(0.2) FROM orders WHERE id = 3");
        }

        await using var observer = await ObservedMariaDb.ConnectAsync(server);
        await using var known = await RunningMariaDbStatement.StartAsync(
            server,
            "select 'again', sleep(300) from orders where id = 4",
            ObservedMariaDb.Application,
            null
        );
        await using var other = await RunningMariaDbStatement.StartAsync(
            server,
            "SELECT 'never', SLEEP(300) FROM orders AS other WHERE id = 4",
            ObservedMariaDb.Application,
            null
        );

        var query = await ObservedMariaDb.UntilAsync(observer, "again", each => each.History is not null);
        var unknown = await ObservedMariaDb.UntilAsync(observer, "never");

        Assert.Equal(3, query.History!.Executions);
        Assert.InRange(query.History.MeanElapsed!.Value, TimeSpan.FromSeconds(0.2), TimeSpan.FromSeconds(60));
        Assert.Null(unknown.History);
    }

    // The beginning of a longer statement that the server kept is a whole statement too: it has not run before.
    [MariaDbFact]
    public async Task Poll_StatementThatLooksLikeACutDigest_HasNoHistory()
    {
        await using var server = await ObservedMariaDb.StartAsync(
            WithPerformanceSchema.Add("max_digest_length", "512").Add("performance_schema_max_digest_length", "512")
        );
        await using (var connection = await server.OpenAsync(ObservedMariaDb.Shop, ObservedMariaDb.Application))
        {
            var sum = string.Concat(Enumerable.Repeat(" AND 1", 700));
            await RunAsync(connection, "SELECT 'before', SLEEP(0)");
            await RunAsync(connection, "SELECT SLEEP(0)" + sum);
            await RunAsync(connection, "SELECT ALL SLEEP(0)" + sum);
        }

        // One of the two was cut behind a value, where a statement can end.
        var digests = await DigestsAsync(server);
        var cut = Assert.Single(digests, text => text.Length > 500 && text.TrimEnd().EndsWith('?'));
        var first = cut.IndexOf('?', StringComparison.Ordinal);
        var text = cut[..first] + "300" + cut[(first + 1)..].TrimEnd().Replace('?', '1');
        Assert.Equal(DigestForm.Of(cut), DigestForm.Of(text));
        await using var observer = await ObservedMariaDb.ConnectAsync(server);
        await using var known = await RunningMariaDbStatement.StartAsync(
            server,
            "SELECT 'before', SLEEP(300)",
            ObservedMariaDb.Application,
            null
        );
        await using var other = await RunningMariaDbStatement.StartAsync(
            server,
            text,
            ObservedMariaDb.Application,
            null
        );

        await ObservedMariaDb.UntilAsync(observer, "'before'", each => each.History is not null);
        var running = await ObservedMariaDb.UntilAsync(observer, "AND 1");
        Assert.Equal(text, running.Statement?.Text);
        Assert.Null(running.History);
    }

    private static async Task RunAsync(MySqlConnection connection, string text)
    {
        await using var command = new MySqlCommand(text, connection);
        await using var reader = await command.ExecuteReaderAsync();
        while (await reader.ReadAsync())
        {
            // Its rows are of no interest.
        }
    }

    private static async Task<List<string>> DigestsAsync(MariaDbServer server)
    {
        await using var connection = await server.OpenAsync("performance_schema", "root");
        await using var command = new MySqlCommand(
            "SELECT DIGEST_TEXT FROM events_statements_summary_by_digest WHERE SCHEMA_NAME = 'shop'",
            connection
        );
        await using var reader = await command.ExecuteReaderAsync();
        var texts = new List<string>();
        while (await reader.ReadAsync())
            texts.Add(reader.GetString(0));
        return texts;
    }
}
