using System.Collections.Immutable;

namespace RgPolicy.Engine.Sharing;

/// <summary>Divides the host's classes of service among servers: who wants few gets all of them, and the others share
/// what is left evenly.</summary>
internal static class ClassParts
{
    /// <param name="free">Classes beside the default one.</param>
    /// <param name="wanted">What each server would use if it were alone.</param>
    /// <returns>What each gets, in the same order; never more than it wants.</returns>
    public static ImmutableArray<int> Of(int free, ImmutableArray<int> wanted)
    {
        var given = new int[wanted.Length];
        var left = Math.Max(0, free);
        for (var isShort = false; left > 0 && !isShort; )
        {
            isShort = true;
            for (var index = 0; index < given.Length && left > 0; index++)
            {
                if (given[index] < wanted[index])
                {
                    (given[index], left, isShort) = (given[index] + 1, left - 1, false);
                }
            }
        }

        return [.. given];
    }
}
