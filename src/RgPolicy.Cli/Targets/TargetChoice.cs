using RgPolicy.Language.Targets;

namespace RgPolicy.Cli.Targets;

/// <summary>The profile that <c>--target</c> names, or why it cannot be had.</summary>
/// <param name="Profile">Null when there is a problem.</param>
/// <param name="Problem">A sentence.</param>
/// <param name="ExitCode">What the problem ends with.</param>
internal sealed record TargetChoice(TargetProfile? Profile, string? Problem, int ExitCode)
{
    /// <summary>A profile.</summary>
    public static TargetChoice Of(TargetProfile profile) => new(profile, null, Shell.ExitCode.Success);
}
