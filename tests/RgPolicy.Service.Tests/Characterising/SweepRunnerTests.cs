using RgPolicy.Dbms.Trials;
using RgPolicy.Engine.Sensitivity;
using RgPolicy.Host.Facts;
using RgPolicy.Service.Characterising;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Characterising;

/// <summary>A sweep over an engine whose knees are known, and what comes between.</summary>
public sealed class SweepRunnerTests : IDisposable
{
    private static readonly ImmutableArray<Sweep> Sweeps =
    [
        new(SweepLever.MaxDop, Settings(SweepLever.MaxDop, 1, 2, 4, 8)),
        new(SweepLever.Grant, Settings(SweepLever.Grant, 1 << 20, 4 << 20, 16 << 20, 64 << 20)),
    ];

    private static readonly SweepRequest Request = new(PlantedServer.Workload, Sweeps, 1, 5, 1, null);

    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-sweep").FullName;

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    [Fact]
    public async Task Run_PlantedEngine_FindsItsKneesAndNoOther()
    {
        var outcome = await RunAsync(new PlantedServer(3, 0.1), Request);

        Assert.Null(outcome.Stopped);
        Assert.Equal(outcome.Planned, outcome.Runs.Length);
        var result = Characteriser.Of(Sweeps, outcome.Runs, 1);
        Assert.Equal((KneeKind.Found, 4), Knee(result, SweepLever.MaxDop, "parallel"));
        Assert.Equal((KneeKind.Insensitive, 1), Knee(result, SweepLever.MaxDop, "hashed"));
        Assert.Equal((KneeKind.Found, 16 << 20), Knee(result, SweepLever.Grant, "hashed"));
        Assert.Equal((KneeKind.Insensitive, 1 << 20), Knee(result, SweepLever.Grant, "parallel"));
        Assert.All(
            result.Curves.Where(curve => curve.Lever == SweepLever.MaxDop && curve.Statement is not null),
            curve => Assert.True(curve.ChangesPlan)
        );
    }

    [Theory]
    [InlineData(4)]
    [InlineData(31)]
    [InlineData(77)]
    public async Task Run_Interrupted_GoesOnWithWhatIsMissing(int executions)
    {
        using var interrupt = new CancellationTokenSource();
        var first = new PlantedServer(3, 0)
        {
            Before = (number, _) =>
            {
                if (number == executions)
                    interrupt.Cancel();
            },
        };

        var cut = await RunAsync(first, Request, cancellationToken: interrupt.Token);
        var second = new PlantedServer(3, 0);
        var whole = await RunAsync(second, Request);

        Assert.Equal("it was interrupted", cut.Stopped);
        Assert.Equal(whole.Planned, whole.Runs.Length);
        Assert.Equal(
            cut.Runs.Select(run => run.Run.Number),
            whole.Runs.Take(cut.Runs.Length).Select(run => run.Run.Number)
        );
        // Three executions in each run and in the warm-up.
        Assert.Equal(3 * (whole.Planned - cut.Runs.Length + 1), second.Executions);
        Assert.Equal(0, await ExecutionsOfAnotherAsync());
    }

    [Fact]
    public async Task Run_CellThatFails_IsSaidAndTheOthersAreMeasured()
    {
        var server = new PlantedServer(3, 0)
        {
            Before = (_, settings) =>
            {
                if (settings.MaxDop == 8)
                    throw new TrialException("`parallel`: no workers", false, null);
            },
        };

        var outcome = await RunAsync(server, Request);

        Assert.Null(outcome.Stopped);
        Assert.Equal(Request.Repeats, outcome.Failures.Length);
        Assert.All(
            outcome.Failures,
            failure => Assert.StartsWith("maxdop 8: `parallel`", failure, StringComparison.Ordinal)
        );
        Assert.Equal(outcome.Planned - Request.Repeats, outcome.Runs.Length);
        Assert.Equal(
            [1L, 2, 4],
            Characteriser.Of(Sweeps, outcome.Runs, 1).Curves[0].Points.Select(point => point.Setting.Value)
        );
    }

    [Fact]
    public async Task Run_ServerIsGone_StopsAndKeepsWhatIsDone()
    {
        var server = new PlantedServer(3, 0)
        {
            Before = (number, _) =>
            {
                if (number > 30)
                    throw new TrialException("the server is gone", true, null);
            },
        };

        var outcome = await RunAsync(server, Request);

        Assert.Equal("the server is gone", outcome.Stopped);
        Assert.Equal(9, outcome.Runs.Length);
        Assert.Equal(31, server.Executions);
    }

    [Fact]
    public async Task Run_RunThatCannotBeKept_StopsAndSaysSo()
    {
        var path = Path.Combine(_directory, RunJournal.FileName);
        var server = new PlantedServer(3, 0)
        {
            Before = (number, _) =>
            {
                if (number == 10)
                {
                    File.Delete(path);
                    Directory.CreateDirectory(path);
                }
            },
        };

        var outcome = await RunAsync(server, Request);

        Assert.StartsWith("a run cannot be kept: ", outcome.Stopped, StringComparison.Ordinal);
        Assert.Equal(2, outcome.Runs.Length);
    }

    [Fact]
    public async Task Run_WorkloadThatCannotRun_StopsAtOnce()
    {
        var server = new PlantedServer(3, 0)
        {
            Before = (_, _) => throw new TrialException("`parallel`: there is no table", false, null),
        };

        var outcome = await RunAsync(server, Request);

        Assert.Equal("the workload cannot be run: `parallel`: there is no table", outcome.Stopped);
        Assert.Equal(1, server.Executions);
    }

    [Fact]
    public async Task Run_TimeIsOver_StopsBetweenRuns()
    {
        var time = new ManualTime();
        var server = new PlantedServer(3, 0) { Before = (_, _) => time.Advance(TimeSpan.FromSeconds(1)) };

        var outcome = await RunAsync(server, Request with { Limit = TimeSpan.FromSeconds(20) }, time: time);

        Assert.True(outcome.IsTimeUp);
        Assert.Equal(21, server.Executions);
    }

    [Fact]
    public async Task Run_SettingsOfTheHost_GoThroughTheSidecarAndBack()
    {
        var sidecar = new ScriptedSidecar();
        var wished = new List<int>();
        var server = new PlantedServer(3, 0)
        {
            Before = (_, _) => wished.Add(sidecar.Configured is [{ Cores: { } cores }] ? cores.Length : 0),
        };
        var request = Request with { Sweeps = [new Sweep(SweepLever.Cores, Settings(SweepLever.Cores, 1, 2))] };

        var outcome = await RunAsync(server, request, sidecar: sidecar);

        Assert.Null(outcome.Stopped);
        Assert.Equal([0, 1, 2], wished.Distinct().Order());
        // Before each baseline that follows a limit.
        Assert.Equal("release", sidecar.Calls.Last(call => call is "release" or "configure"));
    }

    [Fact]
    public async Task Run_Grid_SetsBothLeversAndTellsWhetherTheyInteract()
    {
        var request = Request with { Sweeps = [], Grid = new SweepGrid(Sweeps[0], Sweeps[1]) };

        var outcome = await RunAsync(new PlantedServer(3, 0.02), request);

        Assert.Null(outcome.Stopped);
        var result = Characteriser.Of([], outcome.Runs, 1, request.Grid);
        Assert.Empty(result.Curves);
        var (all, parallel) = (result.Surfaces[0], result.Surfaces.Single(each => each.Statement == "parallel"));
        Assert.Equal(16, all.Points.Length);
        // Four processes, and 16 MiB for each: neither alone is enough.
        Assert.Equal((2, 2), (all.Knees[^1].Pair.Column, all.Knees[^1].Pair.Row));
        Assert.Equal((2, 0), (parallel.Knees[^1].Pair.Column, parallel.Knees[^1].Pair.Row));
        Assert.Contains(
            SweepNotes.Of(request, outcome, result),
            note => note.StartsWith("maxdop and grant interact for the workload", StringComparison.Ordinal)
        );
    }

    [Fact]
    public async Task Run_GridOfTheHostAndTheServer_SetsEachWhereItBelongs()
    {
        var sidecar = new ScriptedSidecar();
        var seen = new HashSet<(int Cores, int? MaxDop)>();
        var server = new PlantedServer(3, 0)
        {
            Before = (_, settings) =>
                seen.Add((sidecar.Configured is [{ Cores: { } cores }] ? cores.Length : 0, settings.MaxDop)),
        };
        var cores = new Sweep(SweepLever.Cores, Settings(SweepLever.Cores, 1, 2));
        var request = Request with { Sweeps = [], Grid = new SweepGrid(cores, Sweeps[0]) };

        await RunAsync(server, request, sidecar: sidecar);

        Assert.Equal(2 * 4, seen.Count(each => each is { Cores: > 0, MaxDop: not null }));
        Assert.DoesNotContain(seen, each => each is { Cores: 0, MaxDop: not null });
        Assert.Contains((0, null), seen);
    }

    [Fact]
    public async Task Run_LeverWithoutEffect_IsSaid()
    {
        var sidecar = new ScriptedSidecar { Problems = ["affinity was refused"] };
        var request = Request with { Sweeps = [new Sweep(SweepLever.Cores, Settings(SweepLever.Cores, 1, 2))] };

        var outcome = await RunAsync(new PlantedServer(3, 0), request, sidecar: sidecar);

        Assert.Contains(outcome.Failures, failure => failure == "cores 1: affinity was refused");
    }

    private static ImmutableArray<SweepSetting> Settings(SweepLever lever, params long[] values) =>
        [.. values.Select(value => SettingText.Of(lever, value))];

    private static (KneeKind Kind, long Setting) Knee(Characterisation result, SweepLever lever, string statement)
    {
        var curve = result.Curves.Single(each => each.Lever == lever && each.Statement == statement);
        return (curve.Knees[0].Kind, curve.Points[curve.Knees[0].Setting].Setting.Value);
    }

    private async Task<int> ExecutionsOfAnotherAsync()
    {
        var server = new PlantedServer(3, 0);
        await RunAsync(server, Request);
        return server.Executions;
    }

    private async Task<SweepOutcome> RunAsync(
        PlantedServer server,
        SweepRequest request,
        ScriptedSidecar? sidecar = null,
        TimeProvider? time = null,
        CancellationToken cancellationToken = default
    )
    {
        var head = new RunJournalHead(RunJournalHead.CurrentSchema, request.Workload.Hash, "s", "v", 1, 5, []);
        var (journal, _) = RunJournal.Open(_directory, head, request.Plan());
        var connected = sidecar is null ? null : await sidecar.ConnectAsync(CancellationToken.None);
        var runner = new SweepRunner(server, connected, Cpus(), journal!, time ?? TimeProvider.System);
        return await runner.RunAsync(request, null, cancellationToken);
    }

    private static Topology Cpus() => new([0, 1], []) { Cores = [new CpuCore(0, [0]), new CpuCore(0, [1])] };
}
