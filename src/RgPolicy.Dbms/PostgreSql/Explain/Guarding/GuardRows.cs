using Npgsql;

namespace RgPolicy.Dbms.PostgreSql.Explain.Guarding;

/// <summary>Reads the answers of the guard's statements.</summary>
internal static class GuardRows
{
    public static async Task<List<SchemaTrust>> SchemasAsync(
        NpgsqlDataReader reader,
        CancellationToken cancellationToken
    )
    {
        var found = new List<SchemaTrust>();
        while (await reader.ReadAsync(cancellationToken))
            found.Add(
                new SchemaTrust(
                    reader.GetString(0),
                    reader.GetFieldValue<uint>(1),
                    TextOrNull(reader, 2),
                    TextOrNull(reader, 3),
                    reader.GetBoolean(4)
                )
            );
        return found;
    }

    public static async Task<List<RelationCandidate>> CandidatesAsync(
        NpgsqlDataReader reader,
        CancellationToken cancellationToken
    )
    {
        var found = new List<RelationCandidate>();
        while (await reader.ReadAsync(cancellationToken))
            found.Add(
                new RelationCandidate(
                    reader.GetInt32(0),
                    reader.GetFieldValue<uint>(1),
                    reader.GetString(2),
                    reader.GetString(3),
                    reader.GetString(4),
                    reader.GetBoolean(5),
                    reader.GetInt32(6)
                )
            );
        return found;
    }

    public static string? TextOrNull(NpgsqlDataReader reader, int column) =>
        reader.IsDBNull(column) ? null : reader.GetString(column);
}

/// <summary>A schema, and who could change what its names mean.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Oid">Its oid.</param>
/// <param name="UntrustedOwner">Its owner where that is not trusted, else null.</param>
/// <param name="UntrustedMaker">A role that is not trusted and may make something in it, or null.</param>
/// <param name="IsUsable">RgPolicy's role may look names up in it.</param>
internal sealed record SchemaTrust(string Name, uint Oid, string? UntrustedOwner, string? UntrustedMaker, bool IsUsable)
{
    public bool IsTrusted => UntrustedOwner is null && UntrustedMaker is null;
}

/// <summary>A relation that a place in a text could mean.</summary>
/// <param name="Place">The place's number, from 1.</param>
/// <param name="Oid">Its oid.</param>
/// <param name="Schema">Its schema's name.</param>
/// <param name="Name">Its name.</param>
/// <param name="Kind">The server's letter for its kind.</param>
/// <param name="IsReadable">RgPolicy's role may read it.</param>
/// <param name="Children">Its partitions and children, down to the last; counted until they are more than may
/// be locked.</param>
internal sealed record RelationCandidate(
    int Place,
    uint Oid,
    string Schema,
    string Name,
    string Kind,
    bool IsReadable,
    int Children
)
{
    public const uint FirstOwnOid = 16384;

    public string Quoted => PostgresSetup.Quote(Schema) + "." + PostgresSetup.Quote(Name);

    /// <summary>True for what LOCK TABLE takes and anybody but the server made.</summary>
    public bool IsLockable => IsOwn && Kind is "r" or "v" or "p";

    /// <summary>True for what is locked by reading it: materialized views, and what of them views read.</summary>
    public bool IsLockedByReading => IsOwn && Kind is "v" or "m";

    private bool IsOwn => Oid >= FirstOwnOid;

    public bool IsTemporary => Schema.StartsWith("pg_temp_", StringComparison.Ordinal);
}
