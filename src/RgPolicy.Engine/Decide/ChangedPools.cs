using RgPolicy.Engine.Compile;

namespace RgPolicy.Engine.Decide;

/// <summary>Which numbers mean other pools in one program than in another.</summary>
internal static class ChangedPools
{
    /// <summary>Says of a number whether a process there has to be put there again.</summary>
    public static Func<int, bool> Between(PolicyProgram replaced, PolicyProgram program)
    {
        var before = replaced.ThrottlingPools.ToDictionary(pool => pool.Number);
        var after = program.ThrottlingPools.ToDictionary(pool => pool.Number);
        return number =>
            !before.TryGetValue(number, out var old)
            || !after.TryGetValue(number, out var now)
            || !old.GivesTheSameAs(now);
    }
}
