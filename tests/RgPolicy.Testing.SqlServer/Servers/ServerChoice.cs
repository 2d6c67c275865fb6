namespace RgPolicy.Testing.SqlServer.Servers;

/// <summary>
/// Which server tests run against: the one that RGPOLICY_TEST_SQLSERVER names, else the stand-in where it is there, else the small one
/// that is part of the tests.
/// </summary>
public static class ServerChoice
{
    /// <summary>The driver's connection string of a server that is given, or null.</summary>
    public static string? Given { get; } = Environment.GetEnvironmentVariable("RGPOLICY_TEST_SQLSERVER") is { Length: > 0 } text ? text : null;

    /// <summary>True where releases, editions, workloads and faults can be chosen; a server that is given is what it is.</summary>
    public static bool IsPlayed => Given is null;
}
