using System.Globalization;
using RgPolicy.Documents.Status;
using RgPolicy.Engine.Explain;

namespace RgPolicy.Service.Status.Mapping;

/// <summary>What processes have because of their pool, as documents have it.</summary>
internal static class AllotmentMapper
{
    public static AllotmentDocument Map(ExplainedAllotment allotment) =>
        new(
            allotment.Pool,
            allotment.Number,
            (decimal?)allotment.CpuShare,
            allotment.Cores,
            allotment.MemoryBandwidthPercent,
            allotment.LowIoPriority,
            allotment.ReadBytesPerSecond,
            allotment.ReadsPerSecond,
            allotment.ServiceClass,
            allotment.SharesClassWith,
            allotment.CacheNotes,
            [.. allotment.Masks.Select(mask => new MaskDocument(mask.Domain, Hex(mask.Before), Hex(mask.After)))]
        );

    private static string Hex(ulong mask) => "0x" + mask.ToString("x", CultureInfo.InvariantCulture);
}
