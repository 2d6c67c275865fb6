using RgPolicy.Testing.Stack;
using static RgPolicy.EndToEnd.Tests.Governing.MariaDbHost;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>A MariaDB is governed by its sessions' threads, and everything is given back.</summary>
public sealed class MariaDbTests(MariaDbHost host) : IClassFixture<MariaDbHost>
{
    private const string TakesTheRow = "BEGIN; SELECT * FROM shop.hot WHERE id = 1 FOR UPDATE";
    private const string WantsTheRow = "UPDATE shop.hot SET n = n + 1 WHERE id = 1";

    [MariaDbRootFact]
    public async Task Session_OfAThrottledClass_IsMovedAloneAndReleasedWithItsStatement()
    {
        await using var governed = await host.GovernAsync();
        await using var report = await host.OpenAsync("report");
        report.Start(Busy);
        await UntilAsync(governed, () => host.IsMoved(report.Thread));
        Assert.Equal([report.Thread], host.Moved());

        await report.KillQueryAsync();
        await UntilAsync(governed, () => host.Moved().Count == 0);
        Assert.Equal(130, await governed.StopAsync());
        Assert.Empty(governed.Groups());
    }

    [MariaDbRootFact]
    public async Task Thread_OfASessionThatIsGone_ServesTheNextOneUngoverned()
    {
        await using var governed = await host.GovernAsync();
        int thread;
        await using (var report = await host.OpenAsync("report"))
        {
            thread = report.Thread;
            report.Start(Busy);
            await UntilAsync(governed, () => host.IsMoved(thread));
        }

        await using var next = await host.OpenAsync("app");
        next.Start(Busy);
        await UntilAsync(governed, () => host.Moved().Count == 0);

        // Another one of the throttled class is moved later: by then the next one was seen, and left alone.
        await using var other = await host.OpenAsync("report");
        other.Start(Busy);
        await UntilAsync(governed, () => host.IsMoved(other.Thread));
        Assert.Equal([other.Thread], host.Moved());
    }

    [MariaDbRootFact]
    public async Task Blocker_OfAProtectedSession_HasItsFullWeightBack()
    {
        await using var governed = await host.GovernAsync();
        await using var report = await host.OpenAsync("report");
        await report.RunAsync(TakesTheRow);
        report.Start(Busy);
        await UntilAsync(governed, () => host.IsMoved(report.Thread));

        await using var app = await host.OpenAsync("app");
        app.Start(WantsTheRow);
        await UntilAsync(governed, () => !host.IsMoved(report.Thread));

        Assert.False(app.Running.IsCompleted);
        Assert.False(report.Running.IsCompleted);
    }

    [MariaDbRootFact]
    public async Task Transaction_ThatHasWritten_IsReleasedAndStaysOut()
    {
        await using var governed = await host.GovernAsync();
        await using var writer = await host.OpenAsync("report");
        await writer.RunAsync("BEGIN; UPDATE shop.hot SET n = n + 1 WHERE id = 2");
        writer.Start(Busy);
        await using var reader = await host.OpenAsync("report");
        reader.Start(Busy);
        await UntilAsync(governed, () => host.Moved() is [var only] && only == reader.Thread);

        // One that begins later is moved: the writer was seen again by then.
        await using var later = await host.OpenAsync("report");
        later.Start(Busy);
        await UntilAsync(governed, () => host.IsMoved(later.Thread));
        Assert.DoesNotContain(writer.Thread, host.Moved());
    }

    [MariaDbRootFact]
    public async Task Rule_Cancel_EndsTheStatementAloneAndNeverAnAdministrators()
    {
        await using var governed = await host.GovernAsync("--allow-cancel", "--cancel-grace", "0s");
        await using var admin = await host.OpenAsync("root");
        admin.Start("SELECT SLEEP(4)");
        await using var report = await host.OpenAsync("report");
        report.Start("SELECT COUNT(*) FROM shop.seq_1_to_1000000000 WHERE MD5(seq) = 'x'");

        var failure = await Assert.ThrowsAsync<MySqlConnector.MySqlException>(() => report.Running);

        Assert.Equal(MySqlConnector.MySqlErrorCode.QueryInterrupted, failure.ErrorCode);
        await report.RunAsync("SELECT 1");
        await admin.Running;
        await UntilAsync(
            governed,
            () => governed.Said.Contains("was cancelled by rule stop", StringComparison.Ordinal)
        );
        Assert.Contains("not done, superuser", governed.Said, StringComparison.Ordinal);
    }

    [MariaDbRootFact(IsOnQuietHost = true)]
    public async Task Sessions_MoreThanSlots_TheYoungestWaitsUntilOneEnds()
    {
        var slots = Environment.ProcessorCount;
        await using var governed = await host.GovernByAsync(
            $$"""
            language 1
            pool all { cpu weight 1000  slots {{slots}} }
            default -> all
            """
        );
        var sessions = new List<MariaDbSession>();
        for (var session = 0; session <= slots; session++)
        {
            sessions.Add(await host.OpenAsync("report"));
            sessions[^1].Start(Busy);
        }

        // Only the lowest pool has a group: those with a slot stay where the server was started.
        await UntilAsync(governed, () => host.Moved() is [var only] && only == sessions[^1].Thread);
        await sessions[0].KillQueryAsync();
        await UntilAsync(governed, () => host.Moved().Count == 0);

        foreach (var session in sessions)
            await session.DisposeAsync();
    }

    [MariaDbRootTheory]
    [InlineData("service")]
    [InlineData("guard")]
    [InlineData("mover")]
    public async Task Kill_OfOnePart_GivesEveryThreadBackAndEndsNoStatement(string part)
    {
        await using var governed = await host.GovernAsync();
        await using var report = await host.OpenAsync("report");
        report.Start(Busy);
        await UntilAsync(governed, () => host.IsMoved(report.Thread));

        var victim = part switch
        {
            "service" => governed.Service.ProcessId,
            "guard" => governed.Guard,
            _ => governed.Mover,
        };
        ProcessControl.Signal(victim!.Value, ProcessControl.KillNow);

        await UntilAsync(governed, () => !host.IsMoved(report.Thread));
        Assert.False(report.Running.IsCompleted);
        await governed.Service.InterruptAsync(TimeSpan.FromSeconds(30));
        await governed.StopSidecarAsync();
        Assert.Empty(host.Moved());
        Assert.Empty(governed.Groups());
    }
}
