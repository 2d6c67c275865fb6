namespace RgPolicy.Testing.SqlServer.Servers;

/// <summary>What a test needs of its server.</summary>
internal enum ServerNeeds
{
    /// <summary>Any server will do.</summary>
    Any,

    /// <summary>One that keeps plans and statistics of what its clients execute.</summary>
    Plans,

    /// <summary>One with hints in its Query Store: SQL Server 2022 or later.</summary>
    Hints,

    /// <summary>One that is played: the test chooses a release or a workload that no other test has, or
    /// lets something go wrong.</summary>
    Played,

    /// <summary>One that takes encrypted connections only, with a certificate that no authority has signed.</summary>
    Encrypted,
}
