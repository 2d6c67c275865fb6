namespace RgPolicy.Dbms.Tests.SqlServer.Configure;

/// <summary>How many policies are drawn, and which: each number of RGPOLICY_SEED draws others.</summary>
internal static class DrawnCount
{
    private const int Usual = 50;

    /// <summary>50, or RGPOLICY_POLICIES.</summary>
    public static int Value { get; } = Number("RGPOLICY_POLICIES") ?? Usual;

    /// <summary>What is added to the seeds: 0, or RGPOLICY_SEED.</summary>
    public static int Seed { get; } = Number("RGPOLICY_SEED") ?? 0;

    private static int? Number(string variable) =>
        int.TryParse(
            Environment.GetEnvironmentVariable(variable),
            NumberStyles.None,
            CultureInfo.InvariantCulture,
            out var number
        )
            ? number
            : null;
}
