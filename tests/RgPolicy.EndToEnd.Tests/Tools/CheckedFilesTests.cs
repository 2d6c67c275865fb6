using System.Diagnostics;
using RgPolicy.HtapBench.Server;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Tools;

/// <summary>What is shipped for other programs is checked by these programs.</summary>
public sealed class CheckedFilesTests(ServerFixture fixture) : IClassFixture<ServerFixture>, IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-checked-").FullName;

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    [ProgramFact("promtool")]
    public async Task AlertRules_CheckedByPromtool_AreClean()
    {
        var (code, output, errors) = await CheckAsync(
            "promtool",
            "check",
            "rules",
            ProductFiles.Path("samples", "prometheus", "rgpolicy.rules.yml")
        );

        Assert.True(code == 0, output + errors);
    }

    [ProgramFact("promtool")]
    public async Task Metrics_OfARunningService_AreClean()
    {
        await using var service = ChildProgram.Start(
            ProductFiles.Rgp,
            [
                "run",
                ProductFiles.Path("policies", "htap.rgp"),
                "--server",
                fixture.Server.Cluster.Url(BenchRoles.Observer, BenchServer.Database),
                "--status-socket",
                Path.Combine(_directory, "s"),
                "--pause-file",
                Path.Combine(_directory, "p"),
                "--listen",
                "0",
            ]
        );
        Assert.True(await service.WaitForOutputAsync("are at http", Patience), service.Errors);
        var address = service
            .Errors.Split('\n')
            .First(line => line.Contains("are at http", StringComparison.Ordinal))
            .Split(' ')[^1];
        using var client = new HttpClient { Timeout = Patience };
        var metrics = await client.GetStringAsync(new Uri(new Uri(address), "/metrics"));

        Assert.Contains("rgp_target_up 1", metrics, StringComparison.Ordinal);
        Assert.Equal("", await PipeAsync("promtool", metrics, "check", "metrics"));
    }

    [ProgramFact("systemd-analyze")]
    public async Task Units_CheckedBySystemd_ExposeLittle()
    {
        foreach (var (unit, most) in new[] { ("rgpolicy.service", "30"), ("rgpolicy-sidecar.service", "40") })
        {
            var (code, output, errors) = await CheckAsync(
                "systemd-analyze",
                "security",
                "--offline=true",
                "--no-pager",
                "--threshold=" + most,
                ProductFiles.Path("tools", "systemd", unit)
            );
            Assert.True(code == 0, output + errors);
        }
    }

    private static Task<(int ExitCode, string Output, string Errors)> CheckAsync(
        string program,
        params string[] arguments
    ) => ChildProgram.RunAsync(ProgramFactAttribute.Find(program)!, arguments, Patience);

    /// <summary>What a program says to its standard input; nothing is good.</summary>
    private static async Task<string> PipeAsync(string program, string input, params string[] arguments)
    {
        using var process = Process.Start(
            new ProcessStartInfo(ProgramFactAttribute.Find(program)!, arguments)
            {
                RedirectStandardInput = true,
                RedirectStandardOutput = true,
                RedirectStandardError = true,
                UseShellExecute = false,
            }
        )!;
        await process.StandardInput.WriteAsync(input);
        process.StandardInput.Close();
        var said = await process.StandardOutput.ReadToEndAsync() + await process.StandardError.ReadToEndAsync();
        await process.WaitForExitAsync();
        return process.ExitCode == 0 ? said : said + $"exit code {process.ExitCode}";
    }
}
