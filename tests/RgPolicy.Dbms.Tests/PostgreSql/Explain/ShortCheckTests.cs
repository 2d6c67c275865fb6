using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Dbms.PostgreSql.Explain;
using RgPolicy.Dbms.PostgreSql.Explain.Guarding;
using RgPolicy.Dbms.PostgreSql.Sql.Names;
using RgPolicy.Dbms.Tests.PostgreSql.Explain.Hidden;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain;

/// <summary>The guard's short question: it may be in doubt too often, but never lets pass what the long one would
/// not.</summary>
[Collection(PostgresServer.Collection)]
public sealed class ShortCheckTests(PostgresServer server)
{
    [Fact]
    public async Task ShortlyAsync_HostileAndHarmlessTexts_IsInDoubtWhereTheLongQuestionRefuses()
    {
        await server.NeedHostileDatabaseAsync();
        var texts = new IEnumerable<object[]>[] { HostileTexts.Hostile, HostileTexts.OnlyHarmfulWhenRun }
            .SelectMany(rows => rows)
            .Select(row => (string)row[0])
            .ToArray();

        var (sure, all) = await CompareAsync(HostileDatabase.Name, texts);

        Assert.True(sure >= 40, $"{sure} of {all} were told by the short question");
    }

    [Fact]
    public async Task ShortlyAsync_HiddenWays_IsInDoubt()
    {
        foreach (var way in HiddenWay.All.Where(way => way.Since == 0))
        {
            await server.Cluster.ExecuteAsync("DROP DATABASE IF EXISTS hidden WITH (FORCE)");
            await server.Cluster.ExecuteAsync("CREATE DATABASE hidden");
            await server.Cluster.ExecuteAsync(HiddenWay.Ground + way.Setup, "hidden");

            var (sure, _) = await CompareAsync("hidden", way.Texts);

            Assert.True(sure == 0, $"{way}: it was not in doubt");
        }
    }

    /// <summary>Both questions about each text, with whatever its names could mean and all schemas, trusted or
    /// not.</summary>
    private async Task<(int Sure, int All)> CompareAsync(string database, string[] texts)
    {
        await using var sessions = new ExplainSessions(
            server.Connection(),
            PostgresBackends.Own(isLocal: true),
            [],
            TimeProvider.System
        );
        var session = await sessions.ObserverAsync(database, CancellationToken.None);
        var sure = 0;
        foreach (var text in texts)
        {
            var names = NameReader.Read(text);
            var (schemas, candidates) = await session.BeginAsync(
                ["pg_catalog", "public", "kept", "given"],
                names.Relations,
                CancellationToken.None
            );
            var question = new GuardQuestion(
                names,
                [.. candidates.DistinctBy(c => c.Oid)],
                [.. schemas.Select(s => s.Oid)],
                Login: 0,
                Whole: []
            );
            var (hasPartitions, isInDoubt) = await session.Guard.ShortlyAsync(question, CancellationToken.None);
            var (reason, reallyHas) = await session.Guard.RefusalAsync(question, CancellationToken.None);
            await session.CleanAsync(CancellationToken.None);
            if (isInDoubt)
                continue;
            sure++;
            Assert.Equal((text, null, reallyHas), (text, reason, hasPartitions));
        }

        return (sure, texts.Length);
    }
}
