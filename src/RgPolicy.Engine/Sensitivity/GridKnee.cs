namespace RgPolicy.Engine.Sensitivity;

/// <summary>The smallest pair of settings that reaches a share of the best: the one with the smallest
/// product.</summary>
/// <param name="Share">The share, such as 0.95.</param>
/// <param name="Kind">Whether there is one.</param>
/// <param name="Pair">The pair.</param>
/// <param name="Sure">The smallest pair that is enough with 95 % confidence; null where none is.</param>
public sealed record GridKnee(double Share, KneeKind Kind, GridPoint Pair, GridPoint? Sure);
