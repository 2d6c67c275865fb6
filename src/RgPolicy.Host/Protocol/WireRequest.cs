namespace RgPolicy.Host.Protocol;

/// <summary>One request as it travels: one message of a SOCK_SEQPACKET socket, UTF-8 JSON.</summary>
public sealed record WireRequest
{
    /// <summary>One of <see cref="WireVerb"/>.</summary>
    public required string Verb { get; init; }

    /// <summary>The pools; with <see cref="WireVerb.Configure"/> and never else.</summary>
    public IReadOnlyList<PoolSpec>? Pools { get; init; }

    /// <summary>The moves; with <see cref="WireVerb.Move"/> and never else.</summary>
    public IReadOnlyList<MoveRequest>? Moves { get; init; }

    /// <summary>There is nothing to protect; with <see cref="WireVerb.Heartbeat"/> and never else.</summary>
    public bool? Relaxed { get; init; }

    /// <summary>What to sample; with <see cref="WireVerb.Sample"/> and never else, null to collect only.</summary>
    public SampleRequest? Sample { get; init; }
}
