namespace RgPolicy.Dbms.Tests.MySql.Poll;

/// <summary>On a real MariaDB with performance_schema: a poll leaves out the texts of what has run for seconds, and
/// asks for those that it does not know.</summary>
[Collection(ObservedMariaDb.Collection)]
public sealed class LateTextsTests
{
    private static readonly TimeSpan Older = TimeSpan.FromSeconds(3.2);

    [MariaDbTheory]
    [InlineData("NO")]
    [InlineData("YES")]
    public async Task Poll_StatementThatRanForSecondsBefore_HasItsTexts(string events)
    {
        var settings = ImmutableDictionary<string, string>.Empty.Add("performance_schema", "ON");
        await using var server = await ObservedMariaDb.StartAsync(settings);
        await server.ExecuteAsync(
            $"UPDATE performance_schema.setup_consumers SET ENABLED = '{events}' WHERE NAME = 'events_statements_current'"
        );
        await using var old = await RunningMariaDbStatement.StartAsync(
            server,
            "SELECT 'late1', SLEEP(300)",
            ObservedMariaDb.Application,
            null
        );
        await Task.Delay(Older);
        await using var observer = await ObservedMariaDb.ConnectAsync(server);

        var query = await ObservedMariaDb.UntilAsync(observer, "late1");

        Assert.Equal(("app", "localhost", "shop"), (query.Session.Login, query.Session.Host, query.Session.Database));
        Assert.True(await ObservedMariaDb.UntilAsync(observer, "late1") is { } again && ReferenceEquals(query, again));
        await using var next = await RunningMariaDbStatement.StartAsync(
            server,
            "SELECT 'late2', SLEEP(300)",
            ObservedMariaDb.Application,
            null
        );
        Assert.Equal("app", (await ObservedMariaDb.UntilAsync(observer, "late2")).Session.Login);
        Assert.NotNull(await ObservedMariaDb.UntilAsync(observer, "late1"));
    }
}
