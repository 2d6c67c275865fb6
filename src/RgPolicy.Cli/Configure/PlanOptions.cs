namespace RgPolicy.Cli.Configure;

/// <summary>The options of <c>rgp plan</c>.</summary>
internal sealed record PlanOptions(
    string Policy,
    ServerChoice Server,
    string? Out,
    string? Script,
    bool TakesOver,
    bool DetailedExitCode,
    bool Json
);
