namespace RgPolicy.Dbms.SqlServer.Resources;

/// <summary>A scheduler of user tasks.</summary>
/// <param name="Id">Its number.</param>
/// <param name="Cpu">The number of its CPU.</param>
/// <param name="Status">In the server's words.</param>
internal sealed record SchedulerRow(int Id, int Cpu, string Status)
{
    /// <summary>It takes tasks of users.</summary>
    public bool IsOnline =>
        Status.StartsWith("VISIBLE ONLINE", StringComparison.Ordinal)
        && !Status.Contains("DAC", StringComparison.Ordinal);

    /// <summary>It came with a CPU that was added while the server ran.</summary>
    public bool IsHotAdded => Status.StartsWith("HOT_ADDED", StringComparison.Ordinal);
}
