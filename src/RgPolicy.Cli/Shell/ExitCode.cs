using RgPolicy.Service.Composing;

namespace RgPolicy.Cli.Shell;

/// <summary>The exit codes that scripts rely on (docs/reference/cli.md).</summary>
internal static class ExitCode
{
    /// <summary>Clean, nothing to do, success.</summary>
    public const int Success = 0;

    /// <summary>Findings at or above the fail level, something needed is missing.</summary>
    public const int Findings = 1;

    /// <summary>Usage, configuration or policy error.</summary>
    public const int Usage = 2;

    /// <summary>Something cannot be reached or read, or an internal failure.</summary>
    public const int Unreachable = 3;

    /// <summary>Changes are pending; only with <c>--detailed-exitcode</c>.</summary>
    public const int ChangesPending = 10;

    /// <summary><c>drift</c> found no difference, or <c>apply</c> nothing to do, because the server's own configuration
    /// carries out nothing of the policy.</summary>
    public const int NothingEnforced = 11;

    /// <summary>Ended by Ctrl-C.</summary>
    public const int Interrupted = 130;

    /// <summary>What a command ends with that does not begin.</summary>
    public static int Of(RefusalKind kind) =>
        kind switch
        {
            RefusalKind.Usage => Usage,
            RefusalKind.Unreachable => Unreachable,
            _ => throw new ArgumentOutOfRangeException(nameof(kind)),
        };
}
