namespace RgPolicy.HtapBench.Load;

/// <summary>One execution of an analytic query.</summary>
/// <param name="Query">The query's place in the list.</param>
/// <param name="Start">Seconds since the load began.</param>
/// <param name="End">Seconds since the load began.</param>
internal readonly record struct AnalyticRun(int Query, double Start, double End)
{
    public double Seconds => End - Start;

    /// <summary>The part of it, 0 to 1, that lies between two moments.</summary>
    public double Share(double from, double to) =>
        Seconds <= 0 ? 0 : Math.Max(0, Math.Min(End, to) - Math.Max(Start, from)) / Seconds;
}
