using RgPolicy.Language.Model;

namespace RgPolicy.Cli.Policies;

/// <summary>A policy that was read, or the exit code after its problems have been printed.</summary>
internal sealed record PolicyChoice(Policy? Policy, int ExitCode);
