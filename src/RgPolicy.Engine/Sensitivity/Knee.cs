namespace RgPolicy.Engine.Sensitivity;

/// <summary>The smallest setting that reaches a share of the best (HPCA 2018, table 4).</summary>
/// <param name="Share">The share, such as 0.9.</param>
/// <param name="Kind">Whether there is one.</param>
/// <param name="Setting">Its place among the settings, from 0: the first for an insensitive workload, the last while it
/// still rises.</param>
/// <param name="Least">The smallest that cannot be ruled out with 95 % confidence.</param>
/// <param name="Most">The smallest that is enough with that confidence; null where none is.</param>
public sealed record Knee(double Share, KneeKind Kind, int Setting, int Least, int? Most);
