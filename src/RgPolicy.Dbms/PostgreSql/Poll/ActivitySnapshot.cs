namespace RgPolicy.Dbms.PostgreSql.Poll;

/// <summary>What one poll returned; the lists are used again by the next one.</summary>
internal sealed class ActivitySnapshot
{
    /// <summary>Running queries of client backends.</summary>
    public List<ActivityRow> Backends { get; } = [];

    /// <summary>Parallel workers.</summary>
    public List<ActivityRow> Workers { get; } = [];

    /// <summary>Processes that run no client's query and wait for a lock: autovacuum, a replica's
    /// apply, a walsender.</summary>
    public List<ActivityRow> OtherWaiters { get; } = [];

    /// <summary>Client backends that are idle and worked within the last 3 s; null when that was left out.</summary>
    public int[]? RecentlyIdle { get; set; }

    /// <summary>The server's clock.</summary>
    public DateTime Time { get; set; }

    /// <summary>What the poll took by the server's own clock.</summary>
    public TimeSpan Elapsed { get; set; }

    /// <summary>True when backends that were idle a moment ago were left out.</summary>
    public bool IsLean { get; set; }

    /// <summary>The role may still see other users' queries.</summary>
    public bool ReadsAllStatistics { get; set; } = true;

    /// <summary>Forgets what the last poll returned.</summary>
    public void Clear()
    {
        Backends.Clear();
        Workers.Clear();
        OtherWaiters.Clear();
    }
}
