using BenchmarkDotNet.Attributes;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Strategies;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;

namespace RgPolicy.Bench.Allot;

/// <summary>What a change of the running mix costs: new wishes, new masks, the program with them.</summary>
[MemoryDiagnoser]
[Config(typeof(InProcess))]
public class MixBenchmark
{
    private const string Text = """
        language 1
        pool critical { cache 100%  cpu weight 1000 }
        pool small    { cache 100% }
        pool large    { cache 100% }
        pool stream   { cache 50% }
        class oltp -> critical when plan.shape = oltp
        class agg  -> small    when plan.shape = aggregation
        class join -> large    when plan.shape = join
        class scan -> stream   when plan.shape = scan
        default -> critical
        cache strategy dynamic by plan.working_set, reserve 10% for streaming
        """;

    private static readonly PoolLoad Small = new()
    {
        Queries = 2,
        WorkingSet = 8e6,
        Order = 8e6,
    };
    private static readonly PoolLoad Large = new()
    {
        Queries = 1,
        WorkingSet = 64e6,
        Order = 64e6,
    };
    private static readonly PoolLoad Stream = new() { Queries = 3, Streaming = 3 };

    private readonly PoolLoad[] _all = [Small, Large, Stream];
    private readonly PoolLoad[] _without = [default, Large, Stream];
    private PolicyProgram _program = Compile();
    private CacheStrategyController? _board;
    private bool _isAll;

    [GlobalSetup]
    public void Prepare() =>
        _board = CacheStrategyController.For(_program, new StrategyOptions { Dwell = TimeSpan.Zero }, null);

    [Benchmark(Description = "re-decide on a mix change")]
    public object? Redecide()
    {
        _isAll = !_isAll;
        var next = _board?.Decide(_program, _isAll ? _all : _without, [], DateTimeOffset.UnixEpoch, protects: true);
        _program = next ?? _program;
        return next ?? throw new InvalidOperationException("The mix changes each time.");
    }

    private static PolicyProgram Compile()
    {
        var policy =
            PolicyReader.Check(Text, "bench.rgp", TargetProfile.Generic).Policy
            ?? throw new InvalidOperationException("The benchmark's policy has errors.");
        return PolicyProgram.Compile(policy, TargetProfile.Generic);
    }
}
