using System.Diagnostics;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>The kill switch on a governed server.</summary>
public sealed class PauseTests(GovernedFixture fixture) : IClassFixture<GovernedFixture>
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    [RootFact]
    public async Task Pause_WhileAScanIsGoverned_LetsItGoAndResumeTakesItBack()
    {
        await using var scan = await LiveQuery.StartGovernedAsync(fixture.Server);
        var origin = Governance.Of(fixture.Postmaster);

        var (code, output, errors) = await fixture.Governed.AskAsync(
            "pause",
            "--pause-file",
            fixture.Governed.PauseFile
        );

        Assert.True(code == 0, errors);
        Assert.Contains("0 processes are governed", output, StringComparison.Ordinal);
        Assert.Empty(Governance.Governed(fixture.Postmaster));
        Assert.Contains("paused ", (await fixture.Governed.AskAsync("status")).Output, StringComparison.Ordinal);

        await scan.DisposeAsync();
        (code, _, errors) = await fixture.Governed.AskAsync("resume", "--pause-file", fixture.Governed.PauseFile);
        Assert.True(code == 0, errors);
        await using var another = await LiveQuery.StartGovernedAsync(fixture.Server);
        Assert.NotEqual(origin, another.Governance);
    }

    [RootFact]
    public async Task Pause_ServiceHangs_TheSidecarLetsGoAndItIsPausedWhenItGoesOn()
    {
        await using var scan = await LiveQuery.StartGovernedAsync(fixture.Server);
        fixture.Governed.Service.Signal(ProcessControl.Stop);
        try
        {
            var (code, _, errors) = await fixture.Governed.AskAsync(
                "pause",
                "--pause-file",
                fixture.Governed.PauseFile
            );
            Assert.Equal(3, code);
            Assert.Contains(
                "was made: a service that hangs is let go by the sidecar's lease",
                errors,
                StringComparison.Ordinal
            );
            var clock = Stopwatch.StartNew();
            while (Governance.Governed(fixture.Postmaster).Count > 0 && clock.Elapsed < Patience)
                await Task.Delay(20);
            Assert.Empty(Governance.Governed(fixture.Postmaster));
        }
        finally
        {
            fixture.Governed.Service.Signal(ProcessControl.Continue);
        }

        await scan.DisposeAsync();
        await AssertUngovernedAsync();
        Assert.Equal(
            0,
            (await fixture.Governed.AskAsync("resume", "--pause-file", fixture.Governed.PauseFile)).ExitCode
        );
        await using var again = await LiveQuery.StartGovernedAsync(fixture.Server);
    }

    [RootFact]
    public async Task PauseFile_MadeByHand_LetsGoWithinTwoSecondsAndHoldsOverARestart()
    {
        await using var scan = await LiveQuery.StartGovernedAsync(fixture.Server);
        var clock = Stopwatch.StartNew();
        await File.WriteAllTextAsync(fixture.Governed.PauseFile, "");

        while (Governance.Governed(fixture.Postmaster).Count > 0 && clock.Elapsed < Patience)
            await Task.Delay(5);
        Assert.True(clock.Elapsed < Limit, $"it took {clock.Elapsed}");

        await scan.DisposeAsync();
        await fixture.Governed.Service.InterruptAsync(Patience);
        fixture.Governed.StartService();
        await AssertUngovernedAsync();

        File.Delete(fixture.Governed.PauseFile);
        await using var again = await LiveQuery.StartGovernedAsync(fixture.Server);
    }

    // One scan at a time: two without anything to protect are let off after a while, and then nothing
    // shows that they are governed.
    private async Task AssertUngovernedAsync()
    {
        await using var ungoverned = await LiveQuery.StartAsync(
            fixture.Server,
            HtapBench.Server.BenchRoles.Analytics,
            LiveQuery.Scan
        );
        Assert.False(await ungoverned.BecomesAsync(g => g != Governance.Of(fixture.Postmaster)));
    }
}
