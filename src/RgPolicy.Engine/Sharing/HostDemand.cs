using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Sharing;

/// <summary>What the policy of one server would use of the host if the server were alone on it.</summary>
/// <param name="Classes">Classes of service beside the default one.</param>
/// <param name="Free">Classes of service that the host has beside the default one.</param>
/// <param name="Weight">The highest CPU weight; null where no pool has one.</param>
internal sealed record HostDemand(int Classes, int Free, double? Weight)
{
    public static HostDemand Nothing { get; } = new(0, 0, null);

    public static HostDemand Of(PolicyProgram program)
    {
        var free = Math.Max(0, program.Target.ClassesOfService - 1);
        return new HostDemand(
            Math.Min(free, Wanted(program)),
            free,
            PoolAllotter.HighestWeight(program.Policy, program.Target)
        );
    }

    // A strategy may give each pool masks of its own, and those that wait a common one.
    private static int Wanted(PolicyProgram program) =>
        program.Policy.CacheStrategy is { Kind: not CacheStrategyKind.Static }
            ? program.Policy.Pools.Count(pool => pool.Find(SettingName.Cache) is not null) + 1
            : program.Layout.Classes.Length;
}
