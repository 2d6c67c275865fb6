using RgPolicy.Engine.Compile;

namespace RgPolicy.Service.Status.Mapping;

/// <summary>Says that the cache strategy leaves the masks as written at present, since nothing would gain.</summary>
internal static class OwnDomainsNote
{
    /// <summary>The note; null while the cache is split.</summary>
    public static NotEnforcedItem? Of(PolicyState policy) =>
        policy is { HasOwnDomains: true, Program.Policy.CacheStrategy: { } strategy }
            ? new NotEnforcedItem(
                "cache strategy: split",
                strategy.Range.StartLine,
                "at present what runs has L3 domains nearly to itself: the masks are as written"
            )
            : null;
}
