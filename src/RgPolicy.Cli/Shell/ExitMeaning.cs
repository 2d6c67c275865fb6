using System.Collections.Immutable;

namespace RgPolicy.Cli.Shell;

/// <summary>What an exit code of a command means.</summary>
/// <param name="Code">One of <see cref="ExitCode"/>.</param>
/// <param name="Text">When the command ends with it.</param>
internal sealed record ExitMeaning(int Code, string Text)
{
    /// <summary>Those of every command.</summary>
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
