namespace RgPolicy.Cli.Doctor;

/// <summary>One thing that governing needs and that is not there.</summary>
/// <param name="Name">What.</param>
/// <param name="Problem">What is wrong.</param>
/// <param name="Fix">The command or statement that fixes it, or null.</param>
internal sealed record MissingPart(string Name, string Problem, string? Fix);
