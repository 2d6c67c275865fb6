using RgPolicy.Simulation.Outcomes;

namespace RgPolicy.Simulation.Optimizing;

/// <summary>What a policy is searched for.</summary>
/// <param name="Kind">Whose gain.</param>
/// <param name="Query">The query, for <see cref="OptimizeGoalKind.Query"/>.</param>
/// <param name="MostLoss">No query may be slower than ungoverned by more than this part.</param>
internal sealed record OptimizeGoal(OptimizeGoalKind Kind, string? Query, double MostLoss)
{
    /// <summary>The goal's gain, from the gains of all queries.</summary>
    public double Of(IReadOnlyCollection<QueryGain> gains)
    {
        return Kind switch
        {
            OptimizeGoalKind.Worst => gains.Min(Known),
            OptimizeGoalKind.Query => Known(gains.First(each => each.Name == Query)),
            _ => Math.Exp(gains.Average(each => Math.Log(Math.Max(1e-9, 1 + Known(each))))) - 1,
        };
    }

    /// <summary>By how much the worst query loses more than it may; 0 where none does.</summary>
    internal double Excess(IReadOnlyCollection<QueryGain> gains) => Math.Max(0, -gains.Min(Known) - MostLoss);

    private static double Known(QueryGain gain) => gain.Gain ?? 0;
}

/// <summary>Whose gain counts.</summary>
internal enum OptimizeGoalKind
{
    /// <summary>The geometric mean of all queries.</summary>
    Mean,

    /// <summary>The query that gains least.</summary>
    Worst,

    /// <summary>One query.</summary>
    Query,
}
