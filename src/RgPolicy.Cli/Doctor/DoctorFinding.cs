namespace RgPolicy.Cli.Doctor;

/// <summary>One thing that is not as it should be.</summary>
/// <param name="Name">What.</param>
/// <param name="IsNeeded">False when governing works without it, only less well.</param>
/// <param name="Problem">What is wrong and what is lost.</param>
/// <param name="Fix">The command that mends it, or null.</param>
internal sealed record DoctorFinding(string Name, bool IsNeeded, string Problem, string? Fix);
