using System.Globalization;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Sharing;
using RgPolicy.Host.Protocol;

namespace RgPolicy.Service.Status.Mapping;

/// <summary>Says that single queries have no ways of their own, because of the sidecar or of other servers.</summary>
internal static class PartsNote
{
    /// <summary>The note; null where queries may have parts of pools, or the policy asks for none that could be
    /// carried out: that is said elsewhere.</summary>
    public static NotEnforcedItem? Of(PolicyProgram program, SidecarState? sidecar, HostShare? sharing) =>
        program is { HasParts: true, Policy.CacheStrategy: { } strategy } && Why(program, sidecar, sharing) is { } why
            ? new NotEnforcedItem(
                "cache strategy: parts of pools",
                strategy.Range.StartLine,
                $"{why}: the queries of a pool share its ways"
            )
            : null;

    private static string? Why(PolicyProgram program, SidecarState? sidecar, HostShare? sharing) =>
        (sidecar, sharing) switch
        {
            ({ WhyNoParts: { } why }, _) => why,
            ({ MostPools: null }, _) =>
                $"the sidecar is of version {sidecar.Version}, which is older than parts of pools",
            ({ MostPools: { } most }, _) when !program.HasNumberForPart(most) => string.Create(
                CultureInfo.InvariantCulture,
                $"the sidecar takes {most} pools (max_pools of its limits), and the policy's leave none for a part"
            ),
            (_, { } shared) => $"the host is shared with {string.Join(", ", shared.Others)}",
            _ => null,
        };
}
