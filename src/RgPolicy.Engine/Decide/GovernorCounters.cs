namespace RgPolicy.Engine.Decide;

/// <summary>What a governor has done since it was made.</summary>
/// <param name="Turns">Observations decided.</param>
/// <param name="Queries">Queries seen for the first time.</param>
/// <param name="Decisions">Classifications carried out.</param>
/// <param name="Moves">Moves into a pool that were asked for.</param>
/// <param name="Releases">Releases that were asked for.</param>
/// <param name="Failures">Moves and releases that failed.</param>
/// <param name="BlockerReleases">Queries released because they blocked others.</param>
/// <param name="DroppedEvents">Events beyond the limit of a turn.</param>
/// <param name="TooShort">Queries that ended within <see cref="ShortLife.Limit"/>, before their class
/// was final.</param>
public readonly record struct GovernorCounters(
    long Turns,
    long Queries,
    long Decisions,
    long Moves,
    long Releases,
    long Failures,
    long BlockerReleases,
    long DroppedEvents,
    long TooShort
);
