using System.Text.Json;
using RgPolicy.EndToEnd.Tests.Governing;
using RgPolicy.HtapBench.Server;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Commands;

/// <summary><c>rgp characterise</c> with what only programs beside it can do: processors by the sidecar, the queries of
/// a recording.</summary>
public sealed class CharacteriseTests(ServerFixture fixture) : IClassFixture<ServerFixture>, IDisposable
{
    private const string Join =
        "select count(*) from customers c join products p on c.customer_id % 20000 = p.product_id";

    private readonly string _folder = Directory.CreateTempSubdirectory("rgp-characterise-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [RootFact]
    public async Task Characterise_Cores_RunsOnAsManyAndGivesThemBack()
    {
        var all = ProcessFacts.AllowedCpus(fixture.Server.Cluster.PostmasterProcessId);
        await using var sidecar = new SidecarOfTest(fixture.Server.Cluster);
        await (await sidecar.ConnectAsync()).DisposeAsync();
        await File.WriteAllTextAsync(InFolder("w.sql"), Join + ";");
        await using var sweep = Start(
            "--workload",
            InFolder("w.sql"),
            "--sweep",
            "cores",
            "--clients",
            "2",
            "--sidecar",
            sidecar.Socket
        );

        var seen = await AllowedWhileItRunsAsync(sweep);

        Assert.True(sweep.ExitCode == 0, sweep.Errors);
        Assert.Contains("0", seen);
        Assert.Equal(Environment.ProcessorCount > 1, seen.Contains(all) && seen.Count > 1);
        Assert.Empty(sidecar.Groups);
        Assert.Equal(1, Settings("cores").First());
    }

    [Fact]
    public async Task Characterise_Recording_RunsItsQueriesAgain()
    {
        await RecordAsync(InFolder("day.rgrec"));

        await using var sweep = Start(
            "--workload",
            InFolder("day.rgrec"),
            "--sweep",
            "grant",
            "--settings",
            "grant=64KiB,4MiB"
        );

        Assert.True(await sweep.WaitAsync(TimeSpan.FromMinutes(1)), "it did not end");
        Assert.True(sweep.ExitCode == 0, sweep.Errors);
        Assert.Contains(Join, await File.ReadAllTextAsync(InFolder("out/workload.sql")), StringComparison.Ordinal);
        Assert.Equal([65536, 4194304], Settings("grant"));
    }

    private string InFolder(string name) => Path.Combine(_folder, name);

    private ChildProgram Start(params string[] arguments) =>
        ChildProgram.Start(
            ProductFiles.Rgp,
            [
                "characterise",
                "--server",
                fixture.Server.Cluster.Url(BenchRoles.Analytics, BenchServer.Database),
                "--allow-production",
                "--repeats",
                "2",
                "--out-dir",
                InFolder("out"),
                .. arguments,
            ]
        );

    private async Task<HashSet<string?>> AllowedWhileItRunsAsync(ChildProgram sweep)
    {
        var seen = new HashSet<string?>(StringComparer.Ordinal);
        var end = TimeSpan.FromMinutes(1);
        while (!await sweep.WaitAsync(TimeSpan.FromMilliseconds(5)) && end > TimeSpan.Zero)
        {
            seen.UnionWith(
                ProcessFacts
                    .Children(fixture.Server.Cluster.PostmasterProcessId)
                    .Where(IsOfTheWorkload)
                    .Select(ProcessFacts.AllowedCpus)
            );
            end -= TimeSpan.FromMilliseconds(5);
        }

        return seen;
    }

    private static bool IsOfTheWorkload(int processId) =>
        Array.Exists(
            ProcessFacts.CommandLine(processId),
            part => part.Contains($" {BenchRoles.Analytics} ", StringComparison.Ordinal)
        );

    private double[] Settings(string lever)
    {
        using var document = JsonDocument.Parse(File.ReadAllText(InFolder("out/characterisation.json")));
        return
        [
            .. document
                .RootElement.GetProperty("curves")
                .EnumerateArray()
                .First(curve => curve.GetProperty("lever").GetString() == lever)
                .GetProperty("points")
                .EnumerateArray()
                .Select(point => point.GetProperty("setting").GetDouble()),
        ];
    }

    private async Task RecordAsync(string file)
    {
        await using var recorder = Rgp.StartRecording(fixture.Server, file, seconds: 4);
        while (!recorder.HasEnded)
        {
            await using var join = await LiveQuery.StartAsync(fixture.Server, BenchRoles.Analytics, Join);
            await join.Running;
        }

        Assert.True(recorder.ExitCode == 0, recorder.Errors);
    }
}
