using FsCheck;
using FsCheck.Fluent;
using RgPolicy.Engine.Allot;

namespace RgPolicy.Engine.Tests.Allot;

/// <summary>A processor and what pools request of it.</summary>
internal sealed record CacheCase(CacheHardware Hardware, ImmutableArray<CacheRequest> Requests)
{
    public static Gen<CacheHardware> Hardwares { get; } =
        from ways in Gen.Frequency((1, Gen.Constant(0)), (9, Gen.Choose(1, 32)))
        from least in Gen.Choose(1, 3)
        from shareable in Gen.Elements("none", "high", "low", "middle")
        from isSparse in Gen.Elements(false, false, true)
        from classes in Gen.Choose(0, 17)
        from domains in Gen.Choose(1, 12)
        select new CacheHardware(
            ways,
            Math.Max(1, Math.Min(least, ways)),
            Shareable(shareable, ways),
            isSparse,
            classes,
            [.. Enumerable.Range(0, domains).Select(id => id < 8 ? id : id + 8)]
        );

    public static Arbitrary<CacheCase> Any { get; } =
        Arb.From(
            from hardware in Hardwares
            from count in Gen.Choose(0, 20)
            from requests in Gen.ListOf(WishOf(hardware), count)
            select new CacheCase(hardware, [.. requests.Select((request, pool) => request with { Pool = pool })])
        );

    public static Gen<CacheRequest> WishOf(CacheHardware hardware) =>
        from ways in Gen.Choose(1, Math.Max(1, hardware.Ways))
        from floor in Gen.Frequency((2, Gen.Constant(0)), (1, Gen.Choose(1, Math.Max(1, hardware.Ways))))
        from isExclusive in Gen.Elements(false, false, false, true)
        from bandwidth in Gen.Elements(100, 100, 10, 40, 70)
        from domains in Gen.Frequency(
            (3, Gen.Constant(ulong.MaxValue)),
            (1, Gen.Choose(1, 4095).Select(bits => (ulong)bits))
        )
        select new CacheRequest(0, ways, Math.Min(floor, ways), isExclusive, bandwidth, domains);

    private static ulong Shareable(string where, int ways) =>
        where switch
        {
            "high" when ways > 2 => CacheHardware.MaskOf(ways - 2, 2),
            "low" when ways > 2 => CacheHardware.MaskOf(0, 2),
            "middle" when ways > 4 => CacheHardware.MaskOf((ways / 2) - 1, 2),
            _ => 0,
        };
}
