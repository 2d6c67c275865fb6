namespace RgPolicy.Testing.SqlServer.Governor;

/// <summary>An option that came with SQL Server 2025.</summary>
/// <param name="Statement">Where its statement begins in the batch.</param>
/// <param name="Name">Its name.</param>
/// <param name="Value">Its value; null for NULL, which lifts the limit.</param>
internal sealed record NewestOption(int Statement, string Name, double? Value)
{
    /// <summary>The group with it.</summary>
    public GroupRow Apply(GroupRow group) =>
        Name == "GROUP_MAX_TEMPDB_DATA_MB"
            ? group with
            {
                TempdbMegabytes = Value,
            }
            : group with
            {
                TempdbPercent = Value,
            };
}
