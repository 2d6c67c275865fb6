using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Sharing;
using RgPolicy.Host.Protocol;
using RgPolicy.Language.Model;

namespace RgPolicy.Service.Status.Mapping;

/// <summary>Says that single queries have no ways of their own, because of the sidecar or of other servers.</summary>
internal static class PartsNote
{
    /// <summary>The note; null where queries may have parts of pools, or the policy asks for none.</summary>
    public static NotEnforcedItem? Of(PolicyProgram program, SidecarState? sidecar, HostStanding? sharing) =>
        program.Policy.CacheStrategy is { Kind: CacheStrategyKind.Dynamic } strategy && Why(sidecar, sharing) is { } why
            ? new NotEnforcedItem(
                "cache strategy: parts of pools",
                strategy.Range.StartLine,
                $"{why}: the queries of a pool share its ways"
            )
            : null;

    private static string? Why(SidecarState? sidecar, HostStanding? sharing) =>
        (sidecar, sharing) switch
        {
            ({ WhyNoParts: { } why }, _) => why,
            ({ MostPools: null }, _) =>
                $"the sidecar is of version {sidecar.Version}, which is older than parts of pools",
            (_, { } shared) => $"the host is shared with {string.Join(", ", shared.Others)}",
            _ => null,
        };
}
