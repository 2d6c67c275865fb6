using System.Text.RegularExpressions;
using RgPolicy.Service.Control;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status;
using RgPolicy.Service.Tests.Scripted;
using RgPolicy.Service.Web;

namespace RgPolicy.Service.Tests.Status;

/// <summary>What others read of a loop stays as it is.</summary>
public sealed partial class StatusBaselineTests
{
    [Theory]
    [InlineData("/api/v1/status", "status.json")]
    [InlineData("/", "now.html")]
    [InlineData("/policy", "policy.html")]
    [InlineData("/host", "host.html")]
    [InlineData("/audit", "audit.html")]
    [InlineData("/metrics", "metrics.txt")]
    public Task Find_EverythingToTell_IsTheBaseline(string path, string name) =>
        CheckAsync(FullSnapshot.Of(), path, name);

    [Theory]
    [InlineData("/api/v1/status", "status-bare.json")]
    [InlineData("/", "now-bare.html")]
    [InlineData("/policy", "policy-bare.html")]
    [InlineData("/host", "host-bare.html")]
    [InlineData("/metrics", "metrics-bare.txt")]
    public Task Find_LoopThatHasJustBegun_IsTheBaseline(string path, string name) =>
        CheckAsync(FullSnapshot.Bare(), path, name);

    [Fact]
    public async Task Find_PageOfAPoolWithoutALimitOfReads_HasOneRowOfWhatWasReadBack()
    {
        var full = FullSnapshot.Of();
        var sidecar = full.Sidecar! with
        {
            Pools = [.. full.Sidecar.Pools.Select(pool => pool with { ReadLimit = null })],
        };
        var page = await FindAsync(full with { Sidecar = sidecar }, "/host");

        Assert.Equal(2, page.Split("(read back)").Length);
    }

    [Theory]
    [InlineData("advise", false)]
    [InlineData("paused", false)]
    [InlineData("lost", false)]
    [InlineData("enforce", true)]
    public async Task Find_HostPage_FillsOnlyWhatIsInForce(string how, bool isFilled)
    {
        var full = FullSnapshot.Of();
        var page = await FindAsync(
            full with
            {
                Options = full.Options with { Level = how == "advise" ? GovernorLevel.Advise : GovernorLevel.Enforce },
                Paused = how == "paused" ? new PauseRecord(default, "user a") : null,
                Enforcement = full.Enforcement! with { IsReady = how != "lost" },
            },
            "/host"
        );
        var ways = page[page.IndexOf("id=\"ways-drawn\"", StringComparison.Ordinal)..];
        ways = ways[..ways.IndexOf("</svg>", StringComparison.Ordinal)];

        Assert.Equal(isFilled, ways.Contains("<rect class=\"class", StringComparison.Ordinal));
        Assert.Equal(!isFilled, ways.Contains("Nothing is in force.", StringComparison.Ordinal));
    }

    private static async Task CheckAsync(StatusSnapshot snapshot, string path, string name) =>
        Baseline.Check(name, await FindAsync(snapshot, path));

    private static async Task<string> FindAsync(StatusSnapshot snapshot, string path)
    {
        var broker = new StatusBroker();
        broker.Show(snapshot);
        var found = await new SiteContent([new SiteTarget("", broker)]).FindAsync(path, CancellationToken.None);
        using var answer = Assert.NotNull(found).Answer;
        return OfTheProcess().Replace(answer.Content.ToText(), "0");
    }

    // The process that makes the documents: its number, CPU time and memory.
    [GeneratedRegex(
        """(?<="service":\{"process_id":)\d+|(?<="cpu_seconds":)[\d.E-]+(?=,"server_cpu_seconds")|(?<="memory_bytes":)\d+|(?<=<dd>process )\d+|(?<=, )[\d.]+ (ms|s|min)(?= of CPU)|(?<=, )\d+(?= MiB)|(?<=\nrgp_(cpu_seconds_total|memory_bytes) )[\d.E-]+""",
        RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 5000
    )]
    private static partial Regex OfTheProcess();
}
