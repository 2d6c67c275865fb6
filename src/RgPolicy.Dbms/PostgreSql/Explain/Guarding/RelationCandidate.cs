namespace RgPolicy.Dbms.PostgreSql.Explain.Guarding;

/// <summary>A schema, and who could change what its names mean.</summary>
/// <remarks><c>UntrustedOwner</c>: its owner where that is not trusted, else null. <c>UntrustedMaker</c>: a role that
/// is not trusted and may make something in it, or null. <c>IsUsable</c>: RgPolicy's role may look names up in
/// it.</remarks>
internal sealed record SchemaTrust(string Name, uint Oid, string? UntrustedOwner, string? UntrustedMaker, bool IsUsable)
{
    public bool IsTrusted => UntrustedOwner is null && UntrustedMaker is null;

    public static SchemaTrust Read(DbDataReader row) =>
        new(row.GetString(0), row.GetFieldValue<uint>(1), row.TextOrNull(2), row.TextOrNull(3), row.GetBoolean(4));
}

/// <summary>A relation that a place in a text could mean.</summary>
/// <remarks><c>Place</c>: the place's number, from 1. <c>Kind</c>: the server's letter for its kind. <c>Children</c>:
/// its partitions and children, down to the last; counted until they are more than may be locked.</remarks>
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

    public static RelationCandidate Read(DbDataReader row) =>
        new(
            row.GetInt32(0),
            row.GetFieldValue<uint>(1),
            row.GetString(2),
            row.GetString(3),
            row.GetString(4),
            row.GetBoolean(5),
            row.GetInt32(6)
        );

    public bool IsTemporary => Schema.StartsWith("pg_temp_", StringComparison.Ordinal);
}
