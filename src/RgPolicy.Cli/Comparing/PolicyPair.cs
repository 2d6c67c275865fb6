using RgPolicy.Language.Checking;
using RgPolicy.Language.Model;

namespace RgPolicy.Cli.Comparing;

/// <summary>Two policies for one target.</summary>
internal sealed record PolicyPair(Policy Old, Policy New, TargetProfile Target)
{
    public static async Task<PolicyPair> LoadAsync(
        CliContext context,
        string oldPath,
        string newPath,
        string? targetName
    )
    {
        var profile = await TargetResolver.FindAsync(context, targetName);
        return new PolicyPair(
            await PolicyLoader.LoadAsync(context, oldPath, profile),
            await PolicyLoader.LoadAsync(context, newPath, profile),
            profile with
            {
                IsAssumed = targetName is null,
            }
        );
    }
}

/// <summary>For which hosts an answer about policies holds.</summary>
/// <param name="Target">The target that the policies were read for.</param>
/// <param name="IsEvery">Whether it holds on every host.</param>
internal sealed record ProvedHost(TargetProfile Target, bool IsEvery)
{
    /// <summary>The target where it matters, as the end of a sentence; else nothing.</summary>
    public string Ending => IsEvery ? "" : $" on the target {Name}";

    /// <summary>A line of its own for an answer that holds for the target only; null for one that holds
    /// everywhere.</summary>
    public string? Line =>
        IsEvery
            ? null
            : $"All this is for the target {Name}: facts of the host play a part, so ask with "
                + "`--profile` for each of your hosts.";

    private string Name => $"`{Target.Name}` ({NamedHostFacts.Describe(Target)})";

    /// <summary>Writes <c>target</c> and <c>every_host</c>.</summary>
    public void Write(Utf8JsonWriter json)
    {
        json.WriteString("target", Target.Name);
        json.WriteBoolean("every_host", IsEvery);
    }
}

/// <summary>How much of a recording changes class.</summary>
internal sealed record WorkloadShare(long Queries, long Changed)
{
    /// <summary>From 0 to 1.</summary>
    public double Share => Queries == 0 ? 0 : (double)Changed / Queries;
}
