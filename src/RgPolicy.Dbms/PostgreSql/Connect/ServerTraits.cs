using System.Collections.Immutable;

namespace RgPolicy.Dbms.PostgreSql.Connect;

/// <summary>What is asked of a server once, when it is connected.</summary>
internal sealed record ServerTraits
{
    /// <summary>The version as a number, such as 150013.</summary>
    public required int VersionNumber { get; init; }

    /// <summary>The version as text, such as 15.13.</summary>
    public required string Version { get; init; }

    /// <summary>The role may see other users' queries.</summary>
    public required bool ReadsAllStatistics { get; init; }

    /// <summary>The role is a superuser.</summary>
    public required bool IsSuperuser { get; init; }

    /// <summary>The role may cancel other users' queries.</summary>
    public bool CancelsQueries { get; init; }

    /// <summary>The server shows what runs.</summary>
    public bool TracksActivities { get; init; } = true;

    /// <summary>Its sessions have others read for them: io_method is not sync, from PostgreSQL 18 on.</summary>
    public bool ReadsAside { get; init; }

    /// <summary>The server is a standby.</summary>
    public required bool IsInRecovery { get; init; }

    /// <summary>Bytes kept of a statement's text.</summary>
    public required int TextSize { get; init; }

    /// <summary>compute_query_id: on, off, auto, regress.</summary>
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

    /// <summary>True when the server fills query ids, as far as can be told.</summary>
    public bool ComputesQueryIds =>
        ComputeQueryId == "on" || (ComputeQueryId == "auto" && StatementsSchema is not null);

    /// <summary>What it tells of the server at an address.</summary>
    /// <param name="target">The address.</param>
    /// <param name="ownBackend">The process that answers there; null where it is not on this host.</param>
    public ServerFacts FactsAt(string target, int? ownBackend) =>
        new("postgresql", Version, VersionParts, target, DataDirectory, ownBackend is not null)
        {
            OwnBackend = ownBackend,
            ReadsAside = ReadsAside,
        };
}
