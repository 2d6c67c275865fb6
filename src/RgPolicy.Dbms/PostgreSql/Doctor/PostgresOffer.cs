namespace RgPolicy.Dbms.PostgreSql;

/// <summary>How much RgPolicy's role is let read; each costs and brings more than the one before it.</summary>
internal enum PostgresOffer
{
    /// <summary>Statistics alone: no plans; classes by kind of statement, history, session and text.</summary>
    Statistics,

    /// <summary>Also SELECT on schemas that the DBA chooses: plans of statements on them.</summary>
    Schemas,

    /// <summary>Also <c>pg_read_all_data</c>: plans of statements on all tables of trusted roles.</summary>
    Everything,
}
