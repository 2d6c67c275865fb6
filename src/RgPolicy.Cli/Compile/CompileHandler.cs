using RgPolicy.Cli.Policies;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Targets;
using RgPolicy.Engine.Compile;

namespace RgPolicy.Cli.Compile;

/// <summary>Compiles a policy for a target and prints what goes where.</summary>
internal sealed class CompileHandler(CliContext context)
{
    /// <summary>Compiles and prints.</summary>
    /// <returns>The exit code.</returns>
    public async Task<int> RunAsync(string path, string? targetName, bool json, CancellationToken cancellationToken)
    {
        var target = await TargetResolver.FindAsync(context, targetName, cancellationToken);
        if (target.Profile is not { } profile)
        {
            return context.Fail(target.ExitCode, target.Problem ?? "", TargetResolver.Next);
        }

        var choice = await PolicyLoader.LoadAsync(context, path, profile, cancellationToken);
        if (choice.Policy is not { } policy)
        {
            return choice.ExitCode;
        }

        var program = PolicyProgram.Compile(policy, profile);
        if (json)
        {
            CompileJson.Write(context, program);
        }
        else
        {
            new CompileText(context).Write(program);
        }

        return ExitCode.Success;
    }
}
