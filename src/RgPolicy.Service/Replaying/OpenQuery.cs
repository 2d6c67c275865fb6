namespace RgPolicy.Service.Replaying;

/// <summary>A query that a replay has seen and that has not ended yet.</summary>
internal sealed class OpenQuery
{
    public required string Id { get; init; }

    public required DateTimeOffset Started { get; init; }

    /// <summary>Class under the policy.</summary>
    public int Class { get; set; }

    /// <summary>The decision is not final.</summary>
    public bool IsProvisional { get; set; }

    /// <summary>Its class was final at some time.</summary>
    public bool WasDecided { get; set; }

    /// <summary>It was narrowed at some time.</summary>
    public bool WasNarrowed { get; set; }

    /// <summary>Class under the second policy.</summary>
    public int OtherClass { get; set; }

    /// <summary>That class was final at some time.</summary>
    public bool OtherWasDecided { get; set; }

    /// <summary>Age when it was last seen.</summary>
    public TimeSpan Elapsed { get; set; }

    /// <summary>The turn that it was last seen in.</summary>
    public long Seen { get; set; }
}
