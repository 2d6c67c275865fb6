namespace RgPolicy.Engine.Sensitivity;

/// <summary>How a workload, or one of its statements, answers to two levers.</summary>
/// <param name="Grid">The levers with their settings.</param>
/// <param name="Statement">The statement's name; null for the whole workload.</param>
/// <param name="Points">Pairs with at least one run, the first lever's settings within the second's.</param>
/// <param name="Knees">For 90 and 95 % of the best; empty where a pair was measured fewer than three times.</param>
/// <param name="Interaction">Whether the levers help each other; null where a corner is missing.</param>
internal sealed record GridSurface(
    SweepGrid Grid,
    string? Statement,
    ImmutableArray<GridPoint> Points,
    ImmutableArray<GridKnee> Knees,
    GridInteraction? Interaction
);

/// <summary>The smallest pair of settings that reaches a share of the best: the one with the smallest
/// product.</summary>
/// <param name="Share">The share, such as 0.95.</param>
/// <param name="Kind">Whether there is one.</param>
/// <param name="Pair">The pair.</param>
/// <param name="Sure">The smallest pair that is enough with 95 % confidence; null where none is.</param>
internal sealed record GridKnee(double Share, KneeKind Kind, GridPoint Pair, GridPoint? Sure);

/// <summary>
/// Whether two levers help each other: how many times faster the workload is with the most of both than with the least
/// of both, against what each brings alone with the least of the other. Independent levers multiply.
/// </summary>
/// <param name="Both">How many times faster with both.</param>
/// <param name="First">How many times with the first alone.</param>
/// <param name="Second">How many times with the second alone.</param>
/// <param name="Low">The lower end of the 95 % interval of both against the product of each.</param>
/// <param name="High">The upper end.</param>
internal sealed record GridInteraction(double Both, double First, double Second, double Low, double High)
{
    /// <summary>With 95 % confidence both together are not what they are apart.</summary>
    public bool Interacts => Low > 1 || High < 1;
}

/// <summary>What was measured under two settings together.</summary>
/// <param name="Column">The place of the first lever's setting, from 0.</param>
/// <param name="Row">The place of the second lever's setting, from 0.</param>
/// <param name="Runs">How often.</param>
/// <param name="Median">Statements per second.</param>
/// <param name="Low">The lower end of the median's 95 % interval.</param>
/// <param name="High">The upper end.</param>
internal sealed record GridPoint(int Column, int Row, int Runs, double Median, double Low, double High);
