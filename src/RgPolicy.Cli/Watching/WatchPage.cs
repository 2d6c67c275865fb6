namespace RgPolicy.Cli.Watching;

/// <summary>What the live view shows.</summary>
internal enum WatchPage
{
    /// <summary>The queries that run now.</summary>
    Queries,

    /// <summary>Why the selected query has its class.</summary>
    Why,

    /// <summary>Pools and levers.</summary>
    Levers,

    /// <summary>The keys.</summary>
    Help,
}
