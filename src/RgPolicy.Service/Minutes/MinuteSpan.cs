namespace RgPolicy.Service.Minutes;

/// <summary>What happened in a minute, or in an hour.</summary>
/// <param name="Began">Its begin.</param>
/// <param name="Host">The host and all queries.</param>
/// <param name="Classes">Each class, apart by whether the policy was enforced.</param>
/// <param name="Pools">What pools had at its end.</param>
internal sealed record MinuteSpan(
    DateTimeOffset Began,
    HostSpan Host,
    IReadOnlyList<ClassSpan> Classes,
    IReadOnlyList<PoolSpan> Pools
);
