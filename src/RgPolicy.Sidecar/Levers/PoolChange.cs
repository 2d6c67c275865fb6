using RgPolicy.Sidecar.Changing;

namespace RgPolicy.Sidecar.Levers;

/// <summary>
/// A change of all pools, cgroups and resctrl together: it takes effect as a whole, or what cannot be
/// had is left out and the rest is tried again.
/// </summary>
internal static class PoolChange
{
    /// <summary>Carries it out; the parts know afterwards what there is.</summary>
    internal static void Run(ChangeExecutor executor, IReadOnlyList<IChangePart> parts)
    {
        while (true)
        {
            ChangeOperation[] steps = [.. parts.SelectMany(p => p.Plan())];
            var outcome = executor.Run(steps);
            if (outcome.FailedAt is not { } step || !parts.Any(p => p.LeaveOut(step, outcome)) || !outcome.IsClean)
            {
                return;
            }
        }
    }
}
