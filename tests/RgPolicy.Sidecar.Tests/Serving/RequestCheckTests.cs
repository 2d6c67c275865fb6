using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Options;
using RgPolicy.Sidecar.Serving;

namespace RgPolicy.Sidecar.Tests.Serving;

public sealed class RequestCheckTests
{
    public static TheoryData<object> Impossible { get; } =
    [
        new PoolSpec { Number = 0 },
        new PoolSpec { Number = -1 },
        new PoolSpec { Number = 64 },
        new PoolSpec { Number = 1, CpuShare = -0.1 },
        new PoolSpec { Number = 1, CpuShare = 1.1 },
        new PoolSpec { Number = 1, CpuShare = double.NaN },
        new PoolSpec { Number = 1, CpuShare = double.PositiveInfinity },
        new PoolSpec { Number = 1, Cores = [] },
        new PoolSpec { Number = 1, Cores = default(ImmutableArray<int>) },
        new PoolSpec { Number = 1, Cores = [-1] },
        new PoolSpec { Number = 1, Cores = [100000] },
        new PoolSpec { Number = 1, FirstWay = 1 },
        new PoolSpec
        {
            Number = 1,
            FirstWay = -1,
            WayCount = 1,
        },
        new PoolSpec { Number = 1, WayCount = 0 },
        new PoolSpec { Number = 1, WayCount = int.MaxValue },
        new PoolSpec { Number = 1, ServiceClass = 0 },
        new PoolSpec { Number = 1, ServiceClass = 64 },
        new PoolSpec { Number = 1, DomainWays = [new(0, 0, 2)] },
        new PoolSpec
        {
            Number = 1,
            WayCount = 2,
            DomainWays = default(ImmutableArray<DomainWays>),
        },
        new PoolSpec
        {
            Number = 1,
            WayCount = 2,
            DomainWays = [null!],
        },
        new PoolSpec
        {
            Number = 1,
            WayCount = 2,
            DomainWays = [new(-1, 0, 2)],
        },
        new PoolSpec
        {
            Number = 1,
            WayCount = 2,
            DomainWays = [new(0, 64, 2)],
        },
        new PoolSpec
        {
            Number = 1,
            WayCount = 2,
            DomainWays = [new(0, 0, 0)],
        },
        new PoolSpec
        {
            Number = 1,
            WayCount = 2,
            DomainWays = [.. Enumerable.Repeat(new DomainWays(0, 0, 2), 513)],
        },
        new PoolSpec { Number = 1, MemoryBandwidthPercent = 0 },
        new PoolSpec { Number = 1, CacheCpus = [1] },
        new PoolSpec
        {
            Number = 1,
            WayCount = 2,
            CacheCpus = [],
        },
        new PoolSpec
        {
            Number = 1,
            WayCount = 2,
            CacheCpus = default(ImmutableArray<int>),
        },
        new PoolSpec
        {
            Number = 1,
            WayCount = 2,
            CacheCpus = [-1],
        },
        new PoolSpec
        {
            Number = 1,
            WayCount = 2,
            CacheCpus = [100000],
        },
        new PoolSpec { Number = 1, MemoryBandwidthPercent = 101 },
    ];

    [Theory]
    [MemberData(nameof(Impossible))]
    public void RefusePools_ImpossibleFigure_Refused(object pool) =>
        Assert.NotNull(RequestCheck.RefusePools([((PoolSpec)pool)], Limits.Default));

    [Fact]
    public void RefusePools_TwiceOrTooMany_Refused()
    {
        var pool = new PoolSpec { Number = 1 };

        Assert.Contains("twice", RequestCheck.RefusePools([pool, pool], Limits.Default), StringComparison.Ordinal);
        PoolSpec[] many = [.. Enumerable.Range(1, 33).Select(n => new PoolSpec { Number = n })];
        Assert.Contains("32", RequestCheck.RefusePools(many, Limits.Default), StringComparison.Ordinal);
        Assert.Null(RequestCheck.RefusePools(many[..32], Limits.Default));
    }

    [Fact]
    public void RefusePools_Parts_AreOfPoolsThatAreThereAndCountAsThese()
    {
        PoolSpec[] pools =
        [
            .. Enumerable.Range(1, 3).Select(n => new PoolSpec { Number = n }),
            .. Enumerable.Range(4, 29).Select(n => new PoolSpec { Number = n, PartOf = 2 }),
        ];
        PoolSpec part = new() { Number = 5, PartOf = 4 };
        PoolSpec whole = new() { Number = 4 };
        var named = Limits.Default with { Pools = [new PoolLimits(4)] };

        Assert.Null(RequestCheck.RefusePools(pools, Limits.Default));
        Assert.Contains(
            "32",
            RequestCheck.RefusePools([.. pools, new() { Number = 33, PartOf = 2 }], Limits.Default),
            StringComparison.Ordinal
        );
        Assert.Contains(
            "no CPUs of its own",
            RequestCheck.RefusePools([whole, part with { WayCount = 2, CacheCpus = [1] }], Limits.Default),
            StringComparison.Ordinal
        );
        Assert.Null(RequestCheck.RefusePools([whole, part], named));
        Assert.NotNull(RequestCheck.RefusePools([part], Limits.Default));
        Assert.NotNull(RequestCheck.RefusePools([whole, part, new() { Number = 6, PartOf = 5 }], Limits.Default));
        Assert.NotNull(RequestCheck.RefusePools([new() { Number = 5, PartOf = 5 }], Limits.Default));
        Assert.NotNull(RequestCheck.RefusePools([whole, part, new() { Number = 64, PartOf = 4 }], Limits.Default));
        Assert.NotNull(RequestCheck.RefusePools([whole, new() { Number = 5 }], named));
    }

    [Fact]
    public void RefusePools_OneCpuInTwoPools_Refused()
    {
        PoolSpec Pool(int number, params int[] cpus) =>
            new()
            {
                Number = number,
                WayCount = 2,
                CacheCpus = [.. cpus],
            };

        Assert.Contains(
            "CPU 3",
            RequestCheck.RefusePools([Pool(1, 2, 3), Pool(2, 3, 4)], Limits.Default),
            StringComparison.Ordinal
        );
        Assert.Null(RequestCheck.RefusePools([Pool(1, 2, 3, 3), Pool(2, 4, 5)], Limits.Default));
    }

    [Theory]
    [InlineData(0, 1)]
    [InlineData(-5, 1)]
    [InlineData(int.MinValue, 1)]
    [InlineData(5, -1)]
    [InlineData(5, 64)]
    public void RefuseMoves_ImpossibleFigure_Refused(int process, int pool) =>
        Assert.NotNull(RequestCheck.RefuseMoves([new MoveRequest(9, 1), new MoveRequest(process, pool)]));
}
