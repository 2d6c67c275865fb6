using System.Diagnostics;
using RgPolicy.Service.Watching;

namespace RgPolicy.Service.Tests.Watching;

/// <summary>Glances at real processes that call themselves as backends do.</summary>
public sealed class BackendGlanceTests
{
    [Theory]
    [InlineData("postgres: app shop [local] idle")]
    [InlineData("postgres: 15/main: app shop 10.0.0.7(51934) idle in transaction")]
    [InlineData("postgres: app shop [local] idle in transaction (aborted)")]
    public async Task Look_TitleOfABackendThatWaitsForItsClient_HasEnded(string title)
    {
        using var process = await StartAsync(title);
        using var glance = new BackendGlance(process.Id);

        Assert.Equal(StatementState.Ended, glance.Look());
        process.Kill();
    }

    [Fact]
    public async Task Look_BackendThatWorks_MayHaveEndedOnlyWhenItHasWaited()
    {
        using var process = await StartAsync("postgres: idle idle [local] SELECT");
        using var glance = new BackendGlance(process.Id);

        Assert.Equal(StatementState.MayHaveEnded, glance.Look());
        Assert.Equal(StatementState.Same, glance.Look());
        process.Kill();
        await process.WaitForExitAsync();
        Assert.Equal(StatementState.Ended, glance.Look());
    }

    /// <summary>A look reads the title only where the process has run since the last one.</summary>
    [Fact]
    public async Task Look_TitleChangesBetweenLooks_IsNeverAnOlderOne()
    {
        const string program =
            "$| = 1; while (<STDIN>) { chomp; $0 = qq(postgres: app shop [local] $_); print qq(done\n) }";
        using var process = Process.Start(
            new ProcessStartInfo("perl", ["-e", program])
            {
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
                UseShellExecute = false,
            }
        )!;
        using var glance = new BackendGlance(process.Id);
        for (var i = 0; i < 200; i++)
        {
            var isIdle = i % 3 != 0;
            await process.StandardInput.WriteLineAsync(isIdle ? "idle" : "SELECT");
            Assert.Equal("done", await process.StandardOutput.ReadLineAsync());
            for (var look = 0; look < 3; look++)
                Assert.Equal(isIdle, glance.Look() == StatementState.Ended);
            Assert.Equal(isIdle, glance.HasEnded());
        }

        process.Kill();
        await process.WaitForExitAsync();
        Assert.True(glance.HasEnded());
    }

    [Fact]
    public void Constructor_NoSuchProcess_IsAnIoError() =>
        Assert.ThrowsAny<IOException>(() => new BackendGlance(int.MaxValue).Look());

    private static async Task<Process> StartAsync(string title)
    {
        var process = Process.Start("bash", ["-c", "exec -a \"$0\" sleep 60", title]);
        for (var clock = Stopwatch.StartNew(); clock.Elapsed < TimeSpan.FromSeconds(30); await Task.Delay(10))
            if (
                (await File.ReadAllTextAsync($"/proc/{process.Id}/cmdline")).StartsWith(
                    "postgres:",
                    StringComparison.Ordinal
                )
            )
                break;

        // It sleeps from now on.
        await Task.Delay(200);
        return process;
    }
}
