namespace RgPolicy.Cli.Characterise;

/// <summary>A command line of <c>rgp characterise</c>.</summary>
/// <param name="Connect">The server.</param>
/// <param name="PasswordFile">Where its password is, or null.</param>
/// <param name="Workload">What is run.</param>
/// <param name="Choices">What is swept.</param>
/// <param name="Clients">Clients at the same time.</param>
/// <param name="Repeats">Runs of each cell.</param>
/// <param name="Seed">Draws the order.</param>
/// <param name="Limit">How long it may take; null for no limit.</param>
/// <param name="StatementLimit">How long one statement may take.</param>
/// <param name="Directory">Where runs and reports go.</param>
/// <param name="AllowProduction">Others may have sessions.</param>
/// <param name="Sidecar">The sidecar's socket.</param>
/// <param name="Json">Prints JSON.</param>
internal sealed record CharacteriseRequest(
    string Connect,
    string? PasswordFile,
    WorkloadChoice Workload,
    SweepChoices Choices,
    int Clients,
    int Repeats,
    int Seed,
    TimeSpan? Limit,
    TimeSpan StatementLimit,
    string Directory,
    bool AllowProduction,
    string Sidecar,
    bool Json
);
