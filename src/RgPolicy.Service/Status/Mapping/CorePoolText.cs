using System.Globalization;
using RgPolicy.Engine.CorePools;
using RgPolicy.Host.Facts;

namespace RgPolicy.Service.Status.Mapping;

/// <summary>CPUs and masks for people, as the kernel writes them.</summary>
internal static class CorePoolText
{
    /// <summary>Such as <c>0-3</c>.</summary>
    public static string Cpus(CorePool pool) => CpuList.Format(pool.Cpus);

    /// <summary>Such as <c>L3:0=f;1=f MB:50</c>.</summary>
    public static string Masks(CorePool pool) =>
        "L3:"
        + string.Join(
            ';',
            pool.Masks.Select(mask => string.Create(CultureInfo.InvariantCulture, $"{mask.Domain}={mask.Mask:x}"))
        )
        + (
            pool.MemoryBandwidthPercent is { } percent
                ? string.Create(CultureInfo.InvariantCulture, $" MB:{percent}")
                : ""
        );
}
