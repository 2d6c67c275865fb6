namespace RgPolicy.Dbms.PostgreSql.Connect;

/// <summary>What is asked of a server once, when it is connected.</summary>
internal sealed record ServerTraits
{
    /// <summary>The version as a number, such as 150013.</summary>
    public required int VersionNumber { get; init; }

    /// <summary>The version as text, such as 15.13.</summary>
    public required string Version { get; init; }

    public required bool ReadsAllStatistics { get; init; }
    public required bool IsSuperuser { get; init; }
    public bool CancelsQueries { get; init; }
    public bool TracksActivities { get; init; } = true;

    /// <summary>Its sessions have others read for them: io_method is not sync, from PostgreSQL 18 on.</summary>
    public bool ReadsAside { get; init; }

    public required bool IsInRecovery { get; init; }
    public required int TextSize { get; init; }
    public required string ComputeQueryId { get; init; }

    /// <summary>The data directory where the role may see it, or null.</summary>
    public required string? DataDirectory { get; init; }

    /// <summary>The schema of pg_stat_statements in the connected database, or null.</summary>
    public required string? StatementsSchema { get; init; }

    /// <summary>The schema of pg_show_plans in the connected database, or null.</summary>
    public required string? ShowPlansSchema { get; init; }

    /// <summary>Schemas of those two extensions that belong to a role that is not trusted: nothing in
    /// them is called.</summary>
    public ImmutableArray<string> UntrustedSchemas { get; init; } = [];

    /// <summary>The version's numbers, such as 15, 13.</summary>
    public ImmutableArray<long> VersionParts => [VersionNumber / 10000, VersionNumber % 10000];

    public bool ComputesQueryIds =>
        ComputeQueryId == "on" || (ComputeQueryId == "auto" && StatementsSchema is not null);

    /// <remarks><c>ownBackend</c>: the process that answers there; null where it is not on this host.</remarks>
    public ServerFacts FactsAt(string target, int? ownBackend) =>
        new("postgresql", Version, VersionParts, target, DataDirectory, ownBackend is not null)
        {
            OwnBackend = ownBackend,
            ReadsAside = ReadsAside,
        };
}

/// <summary>What a server's traits cost, for the user.</summary>
internal static class TraitNotes
{
    private const int WantedTextSize = 16384;

    public static IEnumerable<string> Of(ServerTraits traits, PostgresObserverOptions options, string user)
    {
        if (options.MayCancel && !traits.CancelsQueries)
            yield return $"rules may cancel queries, and '{user}' may not; run: GRANT pg_signal_backend TO "
                + $"{PastedSql.Name(user)};";
        if (!traits.TracksActivities)
            yield return "track_activities is off: the server shows nothing of what runs, so nothing is seen or "
                + "governed; rgp doctor prints how it is turned on";
        if (options.FetchPlans && traits.IsSuperuser)
            yield return "plans are not fetched: RgPolicy's role is a superuser, and planning can run functions; "
                + "connect as a role without that";
        if (traits.TextSize < WantedTextSize)
            yield return $"track_activity_query_size is {traits.TextSize} bytes: longer statements get no plan at "
                + "their first execution, and none without pg_stat_statements; "
                + "set it to 16kB and restart the server";
        if (!traits.ComputesQueryIds)
            yield return "the server gives no query ids (compute_query_id): statements are told apart by their "
                + "normalised text, which costs more";
        if (traits.StatementsSchema is null)
            yield return "pg_stat_statements is not installed in the connected database: history is not available";
        foreach (var schema in traits.UntrustedSchemas.Distinct(StringComparer.Ordinal))
            yield return $"schema {schema} of pg_stat_statements or pg_show_plans belongs to a role that is not "
                + "trusted, so nothing in it is called; "
                + "ALTER EXTENSION ... SET SCHEMA moves it to one of a superuser's";
        if (traits.IsInRecovery)
            yield return "the server is a standby";
    }
}
