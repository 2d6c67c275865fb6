using System.Text.Json;
using RgPolicy.EndToEnd.Tests.Governing;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Commands;

/// <summary><c>rgp characterise</c> gives threads of a MariaDB fewer processors, by the sidecar.</summary>
public sealed class CharacteriseMariaDbTests(MariaDbHost host) : IClassFixture<MariaDbHost>, IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("rgp-characterise-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [MariaDbRootFact]
    public async Task Characterise_CoresOfMariaDb_ThrottlesTheWorkloadsThreadsAloneAndGivesThemBack()
    {
        await host.Server.ExecuteAsync(
            "CREATE TABLE shop.pairs (id INT PRIMARY KEY); INSERT INTO shop.pairs SELECT seq FROM shop.seq_1_to_1500"
        );
        await File.WriteAllTextAsync(
            InFolder("w.sql"),
            "SELECT COUNT(*) FROM pairs a JOIN pairs b ON a.id % 101 = b.id % 97;"
        );
        await using var sidecar = new SidecarOfTest(host.Server);
        await (await sidecar.ConnectAsync()).DisposeAsync();
        await using var sweep = ChildProgram.Start(
            ProductFiles.Rgp,
            [
                "characterise",
                "--server",
                host.Server.Url("report").Replace("@/?", "@/shop?", StringComparison.Ordinal),
                "--workload",
                InFolder("w.sql"),
                "--sweep",
                "cores",
                "--clients",
                "2",
                "--repeats",
                "2",
                "--sidecar",
                sidecar.Socket,
                "--out-dir",
                InFolder("out"),
            ]
        );

        var throttled = await ThrottledWhileItRunsAsync(sweep);

        Assert.True(sweep.ExitCode == 0, sweep.Errors + sweep.Output);
        Assert.Equal(Environment.ProcessorCount > 1 ? 2 : 0, throttled);
        Assert.Empty(sidecar.Groups);
        Assert.Empty(Throttled());
        using var document = JsonDocument.Parse(await File.ReadAllTextAsync(InFolder("out/characterisation.json")));
        var curve = document.RootElement.GetProperty("curves").EnumerateArray().First();
        Assert.Equal("cores", curve.GetProperty("lever").GetString());
        Assert.Equal(1, curve.GetProperty("points").EnumerateArray().First().GetProperty("setting").GetInt32());
    }

    private string InFolder(string name) => Path.Combine(_folder, name);

    // The most threads that had fewer processors than the server at one moment.
    private async Task<int> ThrottledWhileItRunsAsync(ChildProgram sweep)
    {
        var most = 0;
        var end = TimeSpan.FromMinutes(1);
        while (!await sweep.WaitAsync(TimeSpan.FromMilliseconds(5)) && end > TimeSpan.Zero)
        {
            most = Math.Max(most, Throttled().Count);
            end -= TimeSpan.FromMilliseconds(5);
        }

        return most;
    }

    private List<int> Throttled()
    {
        var all = ProcessFacts.AllowedCpus(host.Server.ProcessId);
        return
        [
            .. Directory
                .EnumerateDirectories(
                    string.Create(CultureInfo.InvariantCulture, $"/proc/{host.Server.ProcessId}/task")
                )
                .Select(folder => int.Parse(Path.GetFileName(folder), CultureInfo.InvariantCulture))
                .Where(thread => ProcessFacts.AllowedCpus(thread) is { } allowed && allowed != all),
        ];
    }
}
