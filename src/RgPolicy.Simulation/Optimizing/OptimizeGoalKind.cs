namespace RgPolicy.Simulation.Optimizing;

/// <summary>Whose gain counts.</summary>
public enum OptimizeGoalKind
{
    /// <summary>The geometric mean of all queries.</summary>
    Mean,

    /// <summary>The query that gains least.</summary>
    Worst,

    /// <summary>One query.</summary>
    Query,
}
