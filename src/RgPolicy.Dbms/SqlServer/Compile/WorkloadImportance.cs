namespace RgPolicy.Dbms.SqlServer.Compile;

/// <summary>IMPORTANCE of a workload group, among the groups of its pool.</summary>
internal enum WorkloadImportance
{
    /// <summary>LOW</summary>
    Low,

    /// <summary>MEDIUM, the server's default.</summary>
    Medium,

    /// <summary>HIGH</summary>
    High,
}
