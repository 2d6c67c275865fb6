namespace RgPolicy.Cli.Shell;

/// <summary>How a program that was run ended, with what it printed.</summary>
internal sealed record ProgramResult(int ExitCode, string Output, string Error);
