namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>Whoever holds what a process waits for is let out, also where that is no client.</summary>
public sealed class OtherWaiterTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);

    // A stronger lock would be one that has written.
    private const string Scans = "BEGIN; LOCK TABLE queue IN SHARE MODE";

    [Theory]
    [GovernedPostgres(15, "autovacuum worker", Scans, HeldServer.Scan)]
    [GovernedPostgres(18, "autovacuum worker", Scans, HeldServer.Scan)]
    [GovernedPostgres(15, "logical replication", Scans, HeldServer.Scan)]
    [GovernedPostgres(18, "logical replication", Scans, HeldServer.Scan)]
    [GovernedPostgres(15, "parallel worker", Scans, HeldServer.Scan)]
    [GovernedPostgres(18, "parallel worker", Scans, HeldServer.Scan)]
    [GovernedPostgres(15, "walsender", null, HeldServer.Write)]
    [GovernedPostgres(18, "walsender", null, HeldServer.Write)]
    public async Task Run_ProcessThatIsNoClientWaitsForAThrottledOne_LetsItOut(
        int version,
        string waiter,
        string? before,
        string text
    )
    {
        await using var server = await HeldServer.StartAsync(version);
        await server.PrepareWaitAsync(waiter);
        var holder = await server.RunThrottledAsync(before, text);

        await server.BeginWaitAsync(waiter);
        await OddServer.UntilAsync(() => server.IsWaitedForAsync(waiter, holder.ProcessId));

        Assert.True(await holder.BecomesAsync(g => g == server.Origin, Patience), "it was not let out: " + server.Said);
        Assert.True(await server.IsWaitedForAsync(waiter, holder.ProcessId), "nobody waited for it any more");
    }
}
