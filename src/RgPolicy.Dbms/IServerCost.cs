namespace RgPolicy.Dbms;

/// <summary>An observer that knows what its own sessions cost the DBMS.</summary>
public interface IServerCost
{
    /// <summary>
    /// Processor time of all its sessions since it began, by their processes or as the DBMS counts it; null where
    /// neither can be read.
    /// </summary>
    TimeSpan? ServerCpu { get; }
}
