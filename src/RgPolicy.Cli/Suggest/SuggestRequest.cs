namespace RgPolicy.Cli.Suggest;

/// <summary>What <c>rgp suggest</c> was asked for.</summary>
/// <param name="Recording">The recording's path; null where a server is connected.</param>
/// <param name="Connect">The server whose statistics are read; null for a recording.</param>
/// <param name="PasswordFile">A file with the password, <c>-</c> to be asked, or null.</param>
/// <param name="OutputFile">Where the policy goes; null is standard output.</param>
/// <param name="Force">A file that is there is overwritten.</param>
/// <param name="Objective">A time to keep, or null.</param>
/// <param name="Target">A profile's name or file; null is the recording's own host.</param>
/// <param name="Update">A policy to which what it lacks is proposed; null for a policy of its own.</param>
/// <param name="Json">The answer is <c>rgp/suggest/1</c>, or <c>rgp/suggest_update/1</c>.</param>
internal sealed record SuggestRequest(
    string? Recording,
    string? Connect,
    string? PasswordFile,
    string? OutputFile,
    bool Force,
    string? Objective,
    string? Target,
    string? Update,
    bool Json
);
