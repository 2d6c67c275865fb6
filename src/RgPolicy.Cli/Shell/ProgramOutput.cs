namespace RgPolicy.Cli.Shell;

/// <summary>How a program ended.</summary>
/// <param name="ExitCode">0 where it went well.</param>
/// <param name="Output">Its standard output.</param>
/// <param name="Error">Its standard error.</param>
internal sealed record ProgramOutput(int ExitCode, byte[] Output, string Error);
