using System.Diagnostics;
using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Dbms.Tests.Clocks;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql;

/// <summary>A server, or a network, that stops answering in the middle of a start.</summary>
[Collection(PostgresServer.Collection)]
public sealed class PostgresStallTests(PostgresServer server)
{
    private const int Faster = 4;
    private static readonly TimeSpan Bound = TimeSpan.FromSeconds(30);

    // From 17 on there is a time-out more that is taken back when a connection has been made.
    private static int Extra => PostgresVersions.Usual >= 17 ? 1 : 0;

    [Theory]
    [InlineData(0, "connecting")]
    [InlineData(1, "reading the server's catalog")]
    [InlineData(2, "preparing the poll")]
    [InlineData(3, "preparing the poll")]
    [InlineData(5, "preparing the poll")]
    [InlineData(6, "preparing the poll")]
    [InlineData(7, "preparing the poll")]
    [InlineData(8, "polling for the first time")]
    public async Task Start_ServerAnswersNoMore_EndsWithTheStepWithinABound(int answers, string step)
    {
        await using var proxy = new StallingProxy(Socket, answers == 0 ? 0 : answers + Extra);
        var clock = Stopwatch.StartNew();
        var failure = await Assert.ThrowsAsync<ObserveException>(() => StartAsync(proxy.Port));
        Assert.True(proxy.HasStalled);
        Assert.True(failure.Message.Contains("while " + step, StringComparison.Ordinal), failure.Message);
        Assert.True(clock.Elapsed < Bound, $"it took {clock.Elapsed}");
    }

    [Fact]
    public async Task Start_ServerAnswersAfterItsFirstPollNoMore_GoesOnWithoutTheChannelForPlans()
    {
        await using var proxy = new StallingProxy(Socket, 10 + Extra);
        await using var observer = await StartAsync(proxy.Port);
        await proxy.Stalled.WaitAsync(Bound);
        Assert.Equal("postgresql", observer.Server.Kind);
    }

    [Fact]
    public async Task Start_ConnectionHasAConnectTimeout_IsTheLimitOfTheStep()
    {
        await using var proxy = new StallingProxy(Socket, 0);
        var failure = await Assert.ThrowsAsync<ObserveException>(() => StartAsync(proxy.Port, "&connect_timeout=2"));
        Assert.Matches("no answer within [246] s while connecting;", failure.Message);
    }

    [Fact]
    public async Task Check_ConnectionHasAConnectTimeout_SaysThatItHasPassed()
    {
        await using var proxy = new StallingProxy(Socket, 0);
        var findings = await PostgresDoctor.CheckAsync(
            Options(proxy.Port, "&connect_timeout=1"),
            CancellationToken.None
        );
        Assert.Contains(
            "did not answer in 1 s (connect_timeout);",
            Assert.Single(findings).Message,
            StringComparison.Ordinal
        );
    }

    private string Socket =>
        FormattableString.Invariant($"{server.Cluster.SocketDirectory}/.s.PGSQL.{server.Cluster.Port}");

    private static PostgresConnectionOptions Options(int port, string parameters) =>
        PostgresConnection
            .Parse(
                FormattableString.Invariant(
                    $"postgres://{PostgresServer.Observer}@127.0.0.1:{port}/postgres?sslmode=disable{parameters}"
                ),
                _ => null
            )
            .Options!;

    private static async Task<PostgresObserver> StartAsync(int port, string parameters = "")
    {
        var observer = await PostgresObserver.ConnectAsync(
            Options(port, parameters),
            new FastTime(Faster),
            new PostgresObserverOptions(),
            CancellationToken.None
        );
        await observer.WarmUpAsync(CancellationToken.None);
        return observer;
    }
}
