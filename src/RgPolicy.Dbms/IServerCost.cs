namespace RgPolicy.Dbms;

/// <summary>An observer that knows what its own sessions cost the DBMS.</summary>
public interface IServerCost
{
    /// <summary>
    /// Processor time of all its sessions' processes since it began; null where they cannot be told
    /// apart or are on another host.
    /// </summary>
    TimeSpan? ServerCpu { get; }
}
