using RgPolicy.Cli.Policies;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Targets;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Cli.Comparing;

/// <summary>Two policies read for one target, or the exit code after their problems have been printed.</summary>
internal sealed record PolicyPair(Policy? Old, Policy? New, TargetProfile Target, int ExitCode)
{
    public static async Task<PolicyPair> LoadAsync(
        CliContext context,
        string oldPath,
        string newPath,
        string? targetName,
        CancellationToken cancellationToken
    )
    {
        var target = await TargetResolver.FindAsync(context, targetName, cancellationToken);
        if (target.Profile is not { } profile)
        {
            var code = context.Fail(target.ExitCode, target.Problem ?? "", TargetResolver.Next);
            return new PolicyPair(null, null, TargetProfile.Generic, code);
        }

        var old = await PolicyLoader.LoadAsync(context, oldPath, profile, cancellationToken);
        if (old.Policy is null)
        {
            return new PolicyPair(null, null, profile, old.ExitCode);
        }

        var @new = await PolicyLoader.LoadAsync(context, newPath, profile, cancellationToken);
        return new PolicyPair(old.Policy, @new.Policy, profile with { IsAssumed = targetName is null }, @new.ExitCode);
    }
}
