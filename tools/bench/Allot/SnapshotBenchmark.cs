using BenchmarkDotNet.Attributes;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;

namespace RgPolicy.Bench.Allot;

/// <summary>One turn of the governor over 10,000 sessions: all of them new, all with another query,
/// none changed.</summary>
[MemoryDiagnoser]
[Config(typeof(InProcess))]
public class SnapshotBenchmark
{
    private const int Sessions = 10_000;

    private static readonly DateTimeOffset Start = new(2026, 11, 21, 9, 0, 0, TimeSpan.Zero);

    private readonly PolicyProgram _program = Compile();
    private Governor _governor = new(Compile(), new GovernorOptions());
    private Observation[] _snapshots = [];
    private int _turn;

    [GlobalSetup]
    public void Draw()
    {
        _snapshots = [Snapshot(0), Snapshot(1)];
        _governor.Decide(_snapshots[0]);
    }

    [Benchmark(Description = "10,000 sessions, each seen for the first time")]
    public object First()
    {
        _governor = new Governor(_program, new GovernorOptions());
        return _governor.Decide(_snapshots[0]);
    }

    [Benchmark(Description = "10,000 sessions, each with another query")]
    public object Another() => _governor.Decide(_snapshots[++_turn % 2]);

    [Benchmark(Description = "10,000 sessions, none changed")]
    public object Unchanged() => _governor.Decide(_snapshots[_turn % 2]);

    private static Observation Snapshot(int round) =>
        new(
            Start + TimeSpan.FromSeconds(10 + round),
            [.. Enumerable.Range(1, Sessions).Select(process => Query(process, round))]
        );

    private static ObservedQuery Query(int process, int round) =>
        new()
        {
            ProcessId = process,
            Started = Start + TimeSpan.FromSeconds(round),
            Session = new SessionFacts("app", "shop", "10.0.0.1", "shop", false),
            Statement = new StatementFacts(StatementKind.Select, "f" + (process % 500), "select 1", false),
            Plan = PlanFacts.Known(
                new PlanProfile
                {
                    Shape = (PlanShape)((process + round) % 4),
                    WorkingSetBytes = new Figure(process * 10_000, Provenance.Estimate),
                    StreamedBytes = new Figure(process * 1_000_000, Provenance.Estimate),
                },
                "bench"
            ),
        };

    private static PolicyProgram Compile()
    {
        var path = Path.Combine(AppContext.BaseDirectory, "htap.rgp");
        var policy =
            PolicyReader.Check(File.ReadAllBytes(path), path, TargetProfile.Generic).Policy
            ?? throw new InvalidOperationException("policies/htap.rgp has errors.");
        return PolicyProgram.Compile(policy, TargetProfile.Generic);
    }
}
