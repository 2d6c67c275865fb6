namespace RgPolicy.Dbms.MySql.Connect;

/// <summary>Where a server tells which sessions hold metadata locks.</summary>
internal enum MetadataLockSource
{
    /// <summary>Nowhere.</summary>
    None,

    /// <summary>MariaDB's plugin metadata_lock_info.</summary>
    Plugin,

    /// <summary>performance_schema.metadata_locks.</summary>
    PerformanceSchema,
}
