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

/// <summary>What an exit code of a command means.</summary>
/// <param name="Code">One of <see cref="ExitCode"/>.</param>
/// <param name="Text">When the command ends with it.</param>
internal sealed record ExitMeaning(int Code, string Text)
{
    public static ImmutableArray<ExitMeaning> OfAll { get; } =
    [
        new(ExitCode.Success, "Done."),
        new(ExitCode.Usage, "The command line, the settings or a policy is wrong."),
        new(ExitCode.Unreachable, "Something cannot be reached or read, or RgPolicy failed."),
        new(ExitCode.Interrupted, "Ctrl-C ended it."),
    ];

    /// <summary>All that a command can end with, in the order of the codes.</summary>
    public static ImmutableArray<ExitMeaning> Of(RgpCommand command) =>
        [
            .. command
                .Ends.Concat(OfAll.Where(common => command.Ends.All(own => own.Code != common.Code)))
                .OrderBy(each => each.Code),
        ];
}
