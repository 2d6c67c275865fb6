namespace RgPolicy.Engine.Sensitivity;

/// <summary>A resource of which a workload is given less or more, as Sen and Ramachandra do (HPCA 2018).</summary>
public enum SweepLever
{
    /// <summary>Logical processors: the first socket's cores, then the next one's, then their second threads.</summary>
    Cores,

    /// <summary>Ways of the last-level cache in every domain, nested from the first way on; at least two.</summary>
    Llc,

    /// <summary>Memory bandwidth in percent, where the host offers it.</summary>
    Bandwidth,

    /// <summary>Bytes per second that the workload reads from each disk.</summary>
    Read,

    /// <summary>Degree of parallelism: the leader and its workers.</summary>
    MaxDop,

    /// <summary>Bytes of memory for each sort, hash table or the like.</summary>
    Grant,

    /// <summary>Memory of a query in percent of the most that one may have, at SQL Server.</summary>
    GrantShare,
}
