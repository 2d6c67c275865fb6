using BenchmarkDotNet.Attributes;
using RgPolicy.Engine.Allot;
using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Targets;

namespace RgPolicy.Bench.Allot;

/// <summary>Allotment of 16 pools on a host with 8 L3 domains: masks alone, all of it, and again after
/// a change.</summary>
[MemoryDiagnoser]
[Config(typeof(InProcess))]
public class AllotBenchmark
{
    private const int Pools = 16;

    private static readonly TargetProfile Target = TargetProfile.Generic with
    {
        Name = "eight_domains",
        Sockets = 2,
        Cores = 128,
        L3Domains = [.. Enumerable.Range(0, 8).Select(DomainOf)],
    };

    private readonly Policy _policy = new()
    {
        Path = "bench.rgp",
        LanguageVersion = 1,
        Pools =
        [
            .. Enumerable.Range(0, Pools).Select(index => new Pool("p" + index, index, SettingsOf(index), default)),
        ],
        Classes = [],
    };

    private readonly CacheHardware _hardware = new(20, 2, 0xc0000, false, 16, [0, 1, 2, 3, 8, 9, 10, 11]);

    private readonly ImmutableArray<CacheRequest> _requests =
    [
        .. Enumerable
            .Range(0, Pools)
            .Select(pool => new CacheRequest(pool, 2 + pool, 0, pool is 3 or 7, 100, ulong.MaxValue)),
    ];

    private CacheLayout _before = CacheLayout.Empty;
    private ImmutableArray<CacheRequest> _changed;

    [GlobalSetup]
    public void Prepare()
    {
        _before = CacheSolver.Solve(_hardware, _requests);
        _changed = _requests.SetItem(7, _requests[7] with { Ways = 4 });
    }

    [Benchmark(Description = "masks of 16 pools, two of them exclusive, folded into 15 classes, 8 domains")]
    public object Masks() => CacheSolver.Solve(_hardware, _requests);

    [Benchmark(Description = "the same again with one pool changed, moving as little as possible")]
    public object MasksAgain() => CacheSolver.Solve(_hardware, _changed, _before);

    [Benchmark(Description = "16 pools with cache, cores, weight and bandwidth, with what is said of each setting")]
    public object Whole() => PoolAllotter.Allot(_policy, Target);

    private static L3Domain DomainOf(int id) =>
        new(
            id < 4 ? id : id + 4,
            id / 4,
            32 << 20,
            [.. Enumerable.Range(id * 8, 8).Select(core => ImmutableArray.Create(core, core + 64))]
        );

    private static ImmutableArray<Setting> SettingsOf(int index) =>
        [
            Setting(SettingName.Cache, new CacheValue(null, 2 + index, null, false)),
            Setting(SettingName.Cores, new CoreSetValue(CoreSetKind.Percent, 10 + (5 * index), [], null)),
            Setting(SettingName.CpuWeight, new AmountValue(10 + (50 * index), SignalType.Count)),
            Setting(SettingName.MemoryBandwidth, new AmountValue(index % 2 == 0 ? 50 : 100, SignalType.Percent)),
        ];

    private static Setting Setting(SettingName name, SettingValue value) =>
        new(name, value, false, name.ToString(), default);
}
