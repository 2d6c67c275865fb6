namespace RgPolicy.Service.Characterising;

/// <summary>How far a sweep is.</summary>
/// <param name="Done">Runs that are done.</param>
/// <param name="Planned">Runs that were planned.</param>
/// <param name="Left">How long the rest will take, as far as can be told.</param>
/// <param name="Now">What runs now, such as <c>maxdop 4</c>.</param>
public sealed record SweepProgress(int Done, int Planned, TimeSpan? Left, string Now);
