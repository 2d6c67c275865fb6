using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Testing;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Connect;

/// <summary>What a server is set to does not keep the observer out.</summary>
public sealed class ServerTraitsTests
{
    [Theory]
    [OnPostgres(14, "70000")]
    [OnPostgres(15, "70000")]
    [OnPostgres(18, "70000")]
    [OnPostgres(15, "64kB")]
    [OnPostgres(15, "1MB")]
    public async Task ConnectAsync_AnySizeOfShownTexts_IsRead(int version, string size)
    {
        await using var cluster = await PostgresCluster.StartAsync(
            new PostgresClusterOptions
            {
                Version = version,
                Settings = new PostgresClusterOptions().Settings.Add("track_activity_query_size", size),
            }
        );
        await cluster.ExecuteAsync(PostgresSetup.Sql());

        await using var observer = await PostgresObserver.ConnectAsync(
            PostgresVersionsFixture.Observer(cluster),
            TimeProvider.System,
            new PostgresObserverOptions(),
            CancellationToken.None
        );

        Assert.Equal("postgresql", observer.Server.Kind);
    }

    [Theory]
    [OnPostgres(15, null, false)]
    [OnPostgres(18, "worker", true)]
    [OnPostgres(18, "sync", false)]
    public async Task ConnectAsync_OthersReadForItsSessions_IsKnown(int version, string? method, bool readsAside)
    {
        var settings = new PostgresClusterOptions().Settings;
        await using var cluster = await PostgresCluster.StartAsync(
            new PostgresClusterOptions
            {
                Version = version,
                Settings = method is null ? settings : settings.Add("io_method", method),
            }
        );
        await cluster.ExecuteAsync(PostgresSetup.Sql());

        await using var observer = await PostgresObserver.ConnectAsync(
            PostgresVersionsFixture.Observer(cluster),
            TimeProvider.System,
            new PostgresObserverOptions(),
            CancellationToken.None
        );

        Assert.Equal(readsAside, observer.Server.ReadsAside);
    }

    [Fact]
    public void RequireVersion_Thirteen_IsRefusedInOneSentence()
    {
        var refusal = Assert.Throws<ObserveException>(() =>
            ServerTraitsReader.RequireVersion(new Version(13, 22), "postgres://rgpolicy@db1")
        );
        ServerTraitsReader.RequireVersion(new Version(14, 0), "postgres://rgpolicy@db1");

        Assert.Equal(
            "postgres://rgpolicy@db1: PostgreSQL 13.22 is too old; RgPolicy needs 14 or newer",
            refusal.Message
        );
    }
}
