using RgPolicy.Cli.Policies;
using RgPolicy.Cli.Shell;
using RgPolicy.Dbms.Configure;
using RgPolicy.Engine.Compile;

namespace RgPolicy.Cli.Configure;

/// <summary>Makes the plan of a policy for a server that is open.</summary>
internal static class PlanMaking
{
    /// <summary>The plan, or null and the exit code after a problem was printed.</summary>
    public static async Task<(ChangePlan? Plan, int ExitCode)> MakeAsync(
        CliContext context,
        IConfigurator configurator,
        string policyPath,
        bool takesOver,
        CancellationToken cancellationToken
    )
    {
        var choice = await PolicyLoader.LoadAsync(context, policyPath, configurator.Profile, cancellationToken);
        if (choice.Policy is not { } policy)
        {
            return (null, choice.ExitCode);
        }

        var program = PolicyProgram.Compile(policy, configurator.Profile);
        return (await configurator.PlanAsync(program, takesOver, cancellationToken), ExitCode.Success);
    }
}
