using RgPolicy.Plans;

namespace RgPolicy.Dbms.MySql;

/// <summary>How a MySQL or MariaDB is observed.</summary>
public sealed record MySqlObserverOptions
{
    /// <summary>The wish for the time between two polls.</summary>
    public TimeSpan PollInterval { get; init; } = TimeSpan.FromMilliseconds(100);

    /// <summary>What plans are judged by.</summary>
    public PlanReaderOptions PlanReader { get; init; } = new();
}
