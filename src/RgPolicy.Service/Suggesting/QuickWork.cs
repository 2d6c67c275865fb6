using System.Collections.Immutable;
using RgPolicy.Engine.Workloads;
using RgPolicy.Language.Signals;
using RgPolicy.Plans;

namespace RgPolicy.Service.Suggesting;

/// <summary>
/// Statements that people or programs wait for although their plan has the shape of long work: a small aggregation that
/// an application asks again and again. They are kept out of the pools that throttle where a question tells them from the
/// rest.
/// </summary>
internal static class QuickWork
{
    /// <summary>A statement that never took longer, in seconds, is quick.</summary>
    public const double Longest = 1;

    // Fewer tell nothing: a statement that once took half a second may take an hour tomorrow.
    private const int FewestExecutions = 20;

    private static readonly ImmutableArray<string> Shapes = SignalCatalog.Get("plan.shape").Words;

    // Of so many that a server has counted, one has waited for a lock or a disk.
    private const int ManyExecutions = 1_000;
    private const double UsualOfMany = 0.05;

    /// <summary>Whether it is asked again and again, and is over soon each time.</summary>
    public static bool Is(StatementGroup group) =>
        (group.Longest <= Longest && group.Executions >= FewestExecutions)
        || (group.IsCounted && group.Executions >= ManyExecutions && group.Seconds <= UsualOfMany * group.Executions);

    /// <summary>The class that keeps them apart, or null where there are none or no question tells them.</summary>
    /// <param name="throttled">Everything that the other classes would throttle.</param>
    /// <param name="tellsHours">The hours at which statements run are theirs, not those of a short recording.</param>
    public static SuggestedClass? ClassOf(ImmutableArray<StatementGroup> throttled, bool tellsHours)
    {
        var shapes = throttled
            .Where(Is)
            .GroupBy(ShapeOf)
            .Select(same => new QuickShape(
                $"plan.shape = {Shapes[(int)same.Key]}",
                [.. same],
                [.. throttled.Where(group => ShapeOf(group) == same.Key && !Is(group))],
                tellsHours
            ))
            .Where(shape => !shape.Taken.IsEmpty)
            .ToList();
        return shapes.Count == 0
            ? null
            : new SuggestedClass(
                "quick",
                SuggestedPool.Critical,
                string.Join(" or ", shapes.SelectMany(shape => shape.Conditions)),
                [.. shapes.SelectMany(shape => shape.Taken)]
            )
            {
                Windows = [.. shapes.SelectMany(shape => shape.Windows).Distinct()],
            };
    }

    private static PlanShape ShapeOf(StatementGroup group) => group.Plan.Profile?.Shape ?? PlanShape.Unknown;
}
