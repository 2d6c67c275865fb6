namespace RgPolicy.Host.Protocol;

/// <summary>One answer as it travels.</summary>
public sealed record WireAnswer
{
    /// <summary>Why the request was refused, for people, or null when it was carried out.</summary>
    public string? Error { get; init; }

    /// <summary>The answer to <see cref="WireVerb.State"/>.</summary>
    public SidecarState? State { get; init; }

    /// <summary>The answer to <see cref="WireVerb.Configure"/>.</summary>
    public IReadOnlyList<PoolOutcome>? Pools { get; init; }

    /// <summary>The answer to <see cref="WireVerb.Move"/>.</summary>
    public IReadOnlyList<MoveOutcome>? Moves { get; init; }

    /// <summary>The answer to <see cref="WireVerb.Sample"/>: what has been found since the last one.</summary>
    public IReadOnlyList<SampleReport>? Samples { get; init; }
}
