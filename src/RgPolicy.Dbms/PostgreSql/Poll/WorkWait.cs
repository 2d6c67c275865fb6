namespace RgPolicy.Dbms.PostgreSql.Poll;

/// <summary>What a backend's wait tells of the operator that it is in.</summary>
internal enum WorkWait
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>It writes or reads a temporary file: some operator keeps more than fits into its memory.</summary>
    TemporaryFile,

    /// <summary>It waits for the other processes that build or share a hash table of a join.</summary>
    SharedHash,
}
