using System.Collections.Immutable;

namespace RgPolicy.Dbms.SqlServer.Compile;

/// <summary>A release of SQL Server.</summary>
/// <param name="Year">Its name.</param>
/// <param name="Major">The first part of its version.</param>
internal sealed record SqlServerRelease(int Year, int Major)
{
    /// <summary>Major version of SQL Server 2016.</summary>
    public const int Of2016 = 13;

    /// <summary>Major version of SQL Server 2017.</summary>
    public const int Of2017 = 14;

    /// <summary>Major version of SQL Server 2019.</summary>
    public const int First2019 = 15;

    /// <summary>The first version with query hints in the Query Store and contained availability groups.</summary>
    public const int First2022 = 16;

    /// <summary>Major version of SQL Server 2025.</summary>
    public const int First2025 = 17;

    /// <summary>The releases that are supported, oldest first.</summary>
    public static ImmutableArray<SqlServerRelease> All { get; } =
    [new(2016, Of2016), new(2017, Of2017), new(2019, First2019), new(2022, First2022), new(2025, First2025)];
}
