namespace RgPolicy.Service.Replaying;

/// <summary>What came to one class in a replay.</summary>
/// <param name="Class">The class's name.</param>
/// <param name="Pool">Its pool's name.</param>
/// <param name="Queries">Queries whose last decision was this class.</param>
/// <param name="Share">Their share of all queries, 0 to 1.</param>
/// <param name="Seconds">How long they were seen to run, together.</param>
public sealed record ReplayedClass(string Class, string Pool, long Queries, double Share, double Seconds);
