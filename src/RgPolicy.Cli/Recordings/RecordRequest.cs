namespace RgPolicy.Cli.Recordings;

/// <summary>What <c>rgp record</c> was asked for.</summary>
internal sealed record RecordRequest(
    string Connect,
    string? PasswordFile,
    string Out,
    bool Force,
    TimeSpan? For,
    bool KeepTexts,
    bool Json
);
