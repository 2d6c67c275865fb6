namespace RgPolicy.Testing.SqlServer.Servers;

/// <summary>
/// Which server tests run against: the one that RGPOLICY_TEST_SQLSERVER names, else the stand-in where
/// it is there, else the small one that is part of the tests.
/// </summary>
internal static class ServerChoice
{
    private static readonly Lazy<GivenTraits> Traits = new(() => GivenTraits.Read(Given ?? ""));

    /// <summary>The driver's connection string of a server that is given, or null.</summary>
    public static string? Given { get; } =
        Environment.GetEnvironmentVariable("RGPOLICY_TEST_SQLSERVER") is { Length: > 0 } text ? text : null;

    /// <summary>Why a test cannot run here, or null when it can. A server that is played can do everything; one that is
    /// given is what it is.</summary>
    public static string? Missing(ServerNeeds needs) =>
        Given is null
            ? MissingOfPlayed(needs)
            : needs switch
            {
                ServerNeeds.Encrypted =>
                    "this test wants a certificate that nobody has signed, and RGPOLICY_TEST_SQLSERVER names a server "
                        + "that is what it is",
                ServerNeeds.Played =>
                    "this test chooses a release, a workload or a fault, and RGPOLICY_TEST_SQLSERVER names a server "
                        + "that is what it is",
                ServerNeeds.Hints when !Traits.Value.HasHints =>
                    "the server that RGPOLICY_TEST_SQLSERVER names has no hints in its Query Store, or keeps no "
                        + "plans of what its clients execute",
                ServerNeeds.Plans when !Traits.Value.KeepsPlans =>
                    "the server that RGPOLICY_TEST_SQLSERVER names keeps no plans of what its clients execute",
                _ => null,
            };

    private static string? MissingOfPlayed(ServerNeeds needs) =>
        needs == ServerNeeds.Encrypted && StandInPlace.Folder is null
            ? "the tests' own server speaks without encryption only (RGPOLICY_SQLSERVER_STANDIN names one that "
                + "encrypts)"
            : null;
}
