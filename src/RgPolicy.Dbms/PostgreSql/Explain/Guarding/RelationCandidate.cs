namespace RgPolicy.Dbms.PostgreSql.Explain.Guarding;

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
    /// <summary>The oids below came with the server.</summary>
    public const uint FirstOwnOid = 16384;

    /// <summary>Its name as it is written into a statement.</summary>
    public string Quoted => PostgresSetup.Quote(Schema) + "." + PostgresSetup.Quote(Name);

    /// <summary>True for what LOCK TABLE takes and anybody but the server made.</summary>
    public bool IsLockable => IsOwn && Kind is "r" or "v" or "p";

    /// <summary>True for what is locked by reading it: materialized views, and what of them views read.</summary>
    public bool IsLockedByReading => IsOwn && Kind is "v" or "m";

    private bool IsOwn => Oid >= FirstOwnOid;

    /// <summary>True for a temporary table of some session.</summary>
    public bool IsTemporary => Schema.StartsWith("pg_temp_", StringComparison.Ordinal);
}
