using RgPolicy.Service.Policies;

namespace RgPolicy.Cli.Live;

/// <summary>The policy of a command that cannot go on without one.</summary>
internal sealed record LivePolicy(PolicyProgram Program, PolicyFile File)
{
    /// <summary>Reads and compiles it.</summary>
    /// <param name="context">The world outside.</param>
    /// <param name="path">As the user gave it.</param>
    /// <param name="target">What it is compiled for.</param>
    /// <param name="isGuarded">A file that every user of the host may change is refused.</param>
    public static async Task<LivePolicy> LoadAsync(
        CliContext context,
        string path,
        TargetProfile target,
        bool isGuarded
    )
    {
        var file = new PolicyFile(context.Resolve(path), target, context.Time, isGuarded);
        if (isGuarded && WritableByAll.Reason(file.Path) is { } reason)
            throw new CommandException(ExitCode.Usage, reason, "Or watch only, with --level observe or advise.");

        var program =
            file.Load(context.Interrupt).Program
            ?? PolicyProgram.Compile(await PolicyLoader.LoadAsync(context, path, target), target);
        return new LivePolicy(program, file);
    }
}
