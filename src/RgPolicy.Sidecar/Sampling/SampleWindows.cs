using System.Collections.Immutable;

namespace RgPolicy.Sidecar.Sampling;

/// <summary>Which windows a sample's budget pays for.</summary>
internal static class SampleWindows
{
    /// <summary>A hot set and how fast it grows need two points.</summary>
    internal const int Fewest = 2;

    private static readonly ImmutableArray<int> All = [10, 30, 100, 300, 1000, 3000];

    /// <summary>The longest windows that a budget pays for, shortest first; empty when it pays for too few.</summary>
    /// <param name="budget">Microseconds for one walk that clears and one for each window.</param>
    /// <param name="walk">Microseconds of a walk.</param>
    internal static ImmutableArray<int> For(double budget, double walk)
    {
        var paid = (int)Math.Min(All.Length, (budget / Math.Max(walk, 1)) - 1);
        return paid < Fewest ? [] : All[^paid..];
    }
}
