namespace RgPolicy.Documents.Demo;

/// <summary><c>rgp/demo-live/1</c>: a server of its own, governed and not in turn.</summary>
/// <param name="Schema"><c>rgp/demo-live/1</c>.</param>
/// <param name="ServerVersion">Such as <c>16.4</c>.</param>
/// <param name="Processors">The machine's.</param>
/// <param name="Analysts">Clients that compute without a pause.</param>
/// <param name="ShortPerSecond">Short transactions that arrive in a second.</param>
/// <param name="Seconds">How long it was measured.</param>
/// <param name="LoadBefore">The machine's load average before it began.</param>
public sealed record LiveDemoDocument(
    string? Schema,
    string? ServerVersion,
    int? Processors,
    int? Analysts,
    int? ShortPerSecond,
    double? Seconds,
    string? LoadBefore
)
{
    /// <summary>Whether each part was governed, or let go, as ordered, by what was read back.</summary>
    public bool? InForce { get; init; }

    /// <summary>What throttled the analysts, as read back last; null where nothing did.</summary>
    public string? Lever { get; init; }

    /// <summary>Why it was not as ordered at times; null for no reason.</summary>
    public string? Problem { get; init; }

    /// <summary>All parts without governing.</summary>
    public LiveDemoPart? Off { get; init; }

    /// <summary>All parts with governing.</summary>
    public LiveDemoPart? On { get; init; }

    /// <summary>On, as a part of off.</summary>
    public double? P50Ratio => On?.P50Seconds / Off?.P50Seconds;

    /// <summary>On, as a part of off.</summary>
    public double? P99Ratio => On?.P99Seconds / Off?.P99Seconds;

    /// <summary>On, as a part of off.</summary>
    public double? AnalysesRatio => On?.AnalysesPerSecond / Off?.AnalysesPerSecond;

    /// <summary>The parts, off and on in turn.</summary>
    public IReadOnlyList<LiveDemoPart>? Parts { get; init; }
}

/// <summary>A part of a demo, or several as one.</summary>
/// <param name="Governed">Whether it was governed.</param>
/// <param name="Transactions">Short transactions.</param>
/// <param name="P50Seconds">Half of them took at most so long; null without any.</param>
/// <param name="P99Seconds">99 of 100 took at most so long.</param>
/// <param name="AnalysesPerSecond">What the analysts got done; null where they did nothing.</param>
/// <param name="Readings">How often was looked what is in force.</param>
/// <param name="AsOrdered">How often it was what was ordered.</param>
public sealed record LiveDemoPart(
    bool? Governed,
    long? Transactions,
    double? P50Seconds,
    double? P99Seconds,
    double? AnalysesPerSecond,
    int? Readings,
    int? AsOrdered
);
