using System.Globalization;

namespace RgPolicy.Dbms.Tests.SqlServer.Configure;

/// <summary>How many policies are drawn: 50, or RGPOLICY_POLICIES.</summary>
internal static class DrawnCount
{
    public static int Value { get; } =
        int.TryParse(
            Environment.GetEnvironmentVariable("RGPOLICY_POLICIES"),
            NumberStyles.None,
            CultureInfo.InvariantCulture,
            out var count
        )
            ? count
            : 50;
}
