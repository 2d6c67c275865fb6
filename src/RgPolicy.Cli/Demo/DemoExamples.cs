using RgPolicy.Engine.Observe;
using RgPolicy.Service.Loop;

namespace RgPolicy.Cli.Demo;

/// <summary>Picks one query of each class while the recording plays: the first with a plan that was
/// decided for good.</summary>
internal sealed class DemoExamples
{
    private readonly Dictionary<int, DemoExample> _byClass = [];

    public void Take(TurnReport report)
    {
        foreach (var each in report.Governor.Queries)
        {
            var isTelling = !each.Decision.IsProvisional && each.Query.Plan.State == PlanState.Known;
            if (
                isTelling
                && !_byClass.ContainsKey(each.Decision.ClassIndex)
                && report.Governor.Explain(each.Query.ProcessId) is { } explanation
            )
            {
                _byClass.Add(each.Decision.ClassIndex, new DemoExample(each, explanation));
            }
        }
    }

    /// <summary>At most so many, of different pools first.</summary>
    public IReadOnlyList<DemoExample> Choose(int most)
    {
        var inOrder = _byClass.OrderBy(each => each.Key).Select(each => each.Value).ToList();
        var firstOfPool = inOrder.DistinctBy(each => each.Explanation.Pool, StringComparer.Ordinal).ToList();
        return [.. firstOfPool.Concat(inOrder.Except(firstOfPool)).Take(most)];
    }
}
