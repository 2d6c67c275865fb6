using RgPolicy.Dbms.Trials;
using RgPolicy.Engine.Sensitivity;
using RgPolicy.Host.Facts;
using RgPolicy.Service.Characterising;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Characterising;

/// <summary>One run of a workload by a program with clients of its own.</summary>
public sealed class TrialRunTests
{
    private static readonly SweepSetting OneCore = SettingText.Of(SweepLever.Cores, 1);

    [Fact]
    public async Task RunAsync_ProgramThatWaits_IsLimitedBeforeItRuns()
    {
        var sidecar = new ScriptedSidecar();
        await using var server = new BenchServer(() => string.Join(',', sidecar.Placed.Keys.Order()));
        var host = new HostLevers(await sidecar.ConnectAsync(CancellationToken.None), new Topology([0, 1], []));
        var run = new PlannedRun(0, SweepLever.Cores, OneCore, 0);

        var measured = await new TrialRun(server, host, TimeProvider.System).RunAsync(
            run,
            new SweepRequest(server.Workload, [], 2, 1, 3, null),
            CancellationToken.None
        );

        Assert.Equal(new StatementTime("s#1", 3, 1.5, "p"), Assert.Single(measured.Times));
        Assert.Equal(2, measured.Clients);
        Assert.Equal(["start", "run limited 11,12", "end"], server.Seen);
    }

    [Fact]
    public async Task RunAsync_LimitThatIsRefused_EndsTheProgram()
    {
        var sidecar = new ScriptedSidecar { Problems = ["affinity was refused"] };
        await using var server = new BenchServer(() => "");
        var host = new HostLevers(await sidecar.ConnectAsync(CancellationToken.None), new Topology([0, 1], []));

        var problem = await Assert.ThrowsAsync<TrialException>(() =>
            new TrialRun(server, host, TimeProvider.System).RunAsync(
                new PlannedRun(0, SweepLever.Cores, OneCore, 0),
                new SweepRequest(server.Workload, [], 2, 1, 3, null),
                CancellationToken.None
            )
        );

        Assert.Equal("affinity was refused", problem.Message);
        Assert.Equal(["start", "end"], server.Seen);
    }

    private sealed class BenchServer(Func<string> limited) : ITrialServer, ITrialBench, ITrialClients
    {
        private static readonly TrialStatement Statement = new("s#1", 3, "select :x");

        public TrialWorkload Workload { get; } = new([Statement], "00");

        public List<string> Seen { get; } = [];

        public TrialFacts Facts { get; } =
            new("postgres://kept/texts", "PostgreSQL 0", 0, 1, true) { Kind = "postgresql", VersionParts = [15] };

        public IReadOnlyList<ITrialSession> Sessions => [];

        public ITrialBench Bench => this;

        public ImmutableArray<int> ProcessIds => [11, 12];

        public Task<ImmutableArray<string>> FingerprintsAsync(
            TrialStatement script,
            CancellationToken cancellationToken
        ) => Task.FromResult(ImmutableArray<string>.Empty);

        public Task<ITrialClients> StartAsync(TrialSettings settings, CancellationToken cancellationToken)
        {
            Seen.Add("start");
            return Task.FromResult<ITrialClients>(this);
        }

        public Task<ImmutableArray<(TrialStatement Statement, TrialExecution Execution)>> RunAsync(
            CancellationToken cancellationToken
        )
        {
            Seen.Add("run limited " + limited());
            var execution = new TrialExecution(TimeSpan.FromSeconds(1.5), "p");
            return Task.FromResult(ImmutableArray.Create((Statement, execution)));
        }

        public ValueTask DisposeAsync()
        {
            Seen.Add("end");
            return ValueTask.CompletedTask;
        }
    }
}
