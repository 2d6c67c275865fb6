using RgPolicy.Cli.Policies;
using RgPolicy.Cli.Shell;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Targets;
using RgPolicy.Service.Policies;

namespace RgPolicy.Cli.Live;

/// <summary>The policy of a command that cannot go on without one; after a problem was printed, only
/// the exit code counts.</summary>
/// <param name="Program">Compiled for the target; null after a problem.</param>
/// <param name="File">Can be looked at for changes.</param>
/// <param name="ExitCode">What the problem ends with.</param>
internal sealed record LivePolicy(PolicyProgram? Program, PolicyFile File, int ExitCode)
{
    /// <summary>Reads and compiles it.</summary>
    /// <param name="context">The world outside.</param>
    /// <param name="path">As the user gave it.</param>
    /// <param name="target">What it is compiled for.</param>
    /// <param name="isGuarded">A file that every user of the host may change is refused.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    public static async Task<LivePolicy> LoadAsync(
        CliContext context,
        string path,
        TargetProfile target,
        bool isGuarded,
        CancellationToken cancellationToken
    )
    {
        var file = new PolicyFile(context.Resolve(path), target, context.Time, isGuarded);
        if (isGuarded && WritableByAll.Reason(file.Path) is { } reason)
        {
            return new LivePolicy(
                null,
                file,
                context.Fail(Shell.ExitCode.Usage, reason, "Or watch only, with --level observe or advise.")
            );
        }

        if (file.Load(cancellationToken).Program is { } program)
        {
            return new LivePolicy(program, file, Shell.ExitCode.Success);
        }

        var choice = await PolicyLoader.LoadAsync(context, path, target, cancellationToken);
        var late = choice.Policy is null ? null : PolicyProgram.Compile(choice.Policy, target);
        return new LivePolicy(late, file, choice.ExitCode);
    }
}
