using System.Collections.Immutable;
using RgPolicy.Dbms.SqlServer.Connect;

namespace RgPolicy.Dbms.SqlServer.Hints;

/// <summary>Where the hints of a database are written, and for whose executions.</summary>
/// <param name="Link">The server whose Query Store can be written: the primary replica's, or this one's.</param>
/// <param name="ReplicaGroup">The group of replicas whose executions they are for; null for those of the server that
/// writes.</param>
internal sealed record HintPlace(OwnLink Link, long? ReplicaGroup)
{
    /// <summary>The groups that are told apart from the writing server's own; empty where hints have none.</summary>
    public ImmutableArray<long> Others { get; init; } = [];

    /// <summary>Why no hint can be set there, or null.</summary>
    public string? Refusal { get; init; }

    /// <summary>What a query adds to its condition so that it sees the hints of one group only.</summary>
    /// <param name="group">The group; null for that of the server that writes.</param>
    public string Only(long? group) =>
        group is { } number ? FormattableString.Invariant($" AND h.replica_group_id = {number}")
        : Others.IsEmpty ? ""
        : $" AND h.replica_group_id NOT IN ({string.Join(", ", Others.Select(each => FormattableString.Invariant($"{each}")))})";
}
