namespace RgPolicy.Dbms.MySql.Connect;

/// <summary>What is known of a server from the beginning of a connection on.</summary>
internal sealed record MySqlServerTraits
{
    private const int FirstMinorWithPlans = 9;
    private const int FirstPatchWithMemory = 31;
    private const int FirstPatchWithCpu = 28;

    public required string Kind { get; init; }
    public required string Version { get; init; }
    public required ImmutableArray<long> VersionParts { get; init; }
    public required string DataDirectory { get; init; }
    public string PidFile { get; init; } = "";
    public bool HasPerformanceSchema { get; init; }
    public bool HidesPerformanceSchema { get; init; }

    /// <summary>performance_schema tells of each running statement when it began (events_statements_current).</summary>
    public bool HasStatementEvents { get; init; }

    /// <summary>How connections get threads, such as <c>one-thread-per-connection</c>.</summary>
    public required string ThreadHandling { get; init; }

    public MetadataLockSource MetadataLocks { get; init; }

    /// <summary>The thread of the connection that was asked; 0 where the server does not tell.</summary>
    public int ThreadId { get; init; }

    /// <summary>The server's process on this host; null where it is not here, or not seen.</summary>
    public int? ProcessId { get; init; }

    /// <summary>Plans of running statements are shown as JSON: by MariaDB from 10.9 on. MySQL shows those of others to
    /// accounts with every static privilege only, and none of prepared statements and procedures.</summary>
    public bool ShowsPlans => IsMariaDb && VersionParts is [> 10, ..] or [10, >= FirstMinorWithPlans, ..];

    /// <summary>What a statement does is counted while it runs, by MySQL.</summary>
    public bool CountsLive => !IsMariaDb && HasPerformanceSchema && HasStatementEvents;

    /// <summary>The threads' memory is told, by MySQL from 8.0.31 on.</summary>
    public bool TellsMemory =>
        !IsMariaDb && VersionParts is [> 8, ..] or [8, > 0, ..] or [8, 0, >= FirstPatchWithMemory, ..];

    /// <summary>The processor time of statements is counted where the consumer events_statements_cpu is on, by MySQL from
    /// 8.0.28 on.</summary>
    public bool CountsCpu =>
        !IsMariaDb && VersionParts is [> 8, ..] or [8, > 0, ..] or [8, 0, >= FirstPatchWithCpu, ..];

    public bool IsMariaDb => Kind == "mariadb";

    public bool HasThreadPerSession => ThreadHandling == "one-thread-per-connection";

    public ServerFacts FactsAt(string target) =>
        new(Kind, Version, VersionParts, target, DataDirectory, ProcessId is not null)
        {
            ProcessId = ProcessId,
            HasThreads = true,
        };
}

/// <summary>Where a server tells which sessions hold metadata locks.</summary>
internal enum MetadataLockSource
{
    None,

    /// <summary>MariaDB's plugin metadata_lock_info.</summary>
    Plugin,

    PerformanceSchema,
}

/// <summary>What a server's traits mean for its user.</summary>
internal static class MySqlTraitNotes
{
    public const string UnreportedTexts =
        "clients run prepared statements, whose texts performance_schema of this server does not tell: the list of "
        + "sessions is read in its place, and polls cost the server more";

    public static string[] Of(MySqlServerTraits traits) => [.. All(traits)];

    private static IEnumerable<string> All(MySqlServerTraits traits)
    {
        if (traits.HidesPerformanceSchema)
            yield return "performance_schema is on and may not be read; rgp doctor prints the statement that grants it";
        else if (!traits.HasPerformanceSchema)
            yield return "performance_schema is off: applications' names are not known, and polls cost the server more";
        else if (!traits.HasStatementEvents)
            yield return "performance_schema has no consumer events_statements_current: statements are told apart by "
                + "text, and their age is known to the second"
                + (traits.IsMariaDb ? "" : "; their shapes are not known");
        if (traits.MetadataLocks == MetadataLockSource.None)
            yield return "the holders of metadata locks are not shown: while a session waits for one, every "
                + "running statement counts as its blocker (rgp doctor)";
        if (!traits.HasThreadPerSession)
            yield return $"thread_handling is {traits.ThreadHandling}: sessions have no threads of their own that could "
                + "be governed";
    }
}
