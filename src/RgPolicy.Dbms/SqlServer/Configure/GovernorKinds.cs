namespace RgPolicy.Dbms.SqlServer.Configure;

/// <summary>The kinds of objects in a plan for SQL Server.</summary>
internal static class GovernorKinds
{
    public const string ResourcePool = "resource_pool";
    public const string WorkloadGroup = "workload_group";
    public const string Classifier = "classifier";
    public const string Governor = "resource_governor";
}
