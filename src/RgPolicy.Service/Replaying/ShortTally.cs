namespace RgPolicy.Service.Replaying;

/// <summary>Queries of a replay that ended within 300 ms, before their class was final.</summary>
/// <param name="Queries">How many.</param>
/// <param name="Share">Their share of all queries, 0 to 1.</param>
/// <param name="Seconds">How long they were seen to run, together.</param>
public sealed record ShortTally(long Queries, double Share, double Seconds);
