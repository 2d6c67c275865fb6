namespace RgPolicy.Cli.Comparing;

/// <summary>What <c>rgp diff</c> was asked for.</summary>
internal sealed record DiffRequest(
    string Old,
    string New,
    string? Workload,
    string? Target,
    bool Json,
    bool FailsOnChange
);
