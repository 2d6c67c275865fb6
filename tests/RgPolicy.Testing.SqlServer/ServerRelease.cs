namespace RgPolicy.Testing.SqlServer;

/// <summary>A release and edition.</summary>
/// <param name="Version">The version's number.</param>
/// <param name="Edition">The edition as the server names it.</param>
/// <param name="Engine">The number of the engine's edition.</param>
internal sealed record ServerRelease(Version Version, string Edition, int Engine)
{
    private const int EnterpriseEngine = 3;
    private const int StandardEngine = 2;
    private const int ManagedInstanceEngine = 8;

    /// <summary>The major version of SQL Server 2019.</summary>
    public const int Major2019 = 15;

    /// <summary>The major version of SQL Server 2022.</summary>
    public const int Major2022 = 16;

    /// <summary>The major version of SQL Server 2025.</summary>
    public const int Major2025 = 17;

    /// <summary>The major version whose features it has, whatever it says of itself.</summary>
    public int Major { get; private init; } = Version.Major;

    /// <summary>Resource Governor can be used.</summary>
    public bool HasGovernor =>
        Engine is EnterpriseEngine or ManagedInstanceEngine
        || (
            Engine == StandardEngine
            && Version.Major >= Major2025
            && !Edition.StartsWith("Web", StringComparison.Ordinal)
        );

    /// <summary>A release by its year and its edition's word.</summary>
    public static ServerRelease Of(int year, string edition)
    {
        var version = year switch
        {
            2016 => new Version(13, 0, 6300, 2),
            2017 => new Version(14, 0, 3456, 2),
            2019 => new Version(Major2019, 0, 4355, 3),
            2022 => new Version(Major2022, 0, 4165, 4),
            2025 => new Version(Major2025, 0, 1000, 7),
            _ => throw new ArgumentOutOfRangeException(nameof(year), year, "There is no such release."),
        };
        return edition switch
        {
            "enterprise" => new ServerRelease(
                version,
                "Enterprise Edition: Core-based Licensing (64-bit)",
                EnterpriseEngine
            ),
            "developer" => new ServerRelease(version, "Developer Edition (64-bit)", EnterpriseEngine),
            "standard" => new ServerRelease(version, "Standard Edition (64-bit)", StandardEngine),
            "web" => new ServerRelease(version, "Web Edition (64-bit)", StandardEngine),
            "managedinstance" => new ServerRelease(new Version(12, 0, 2000, 8), "SQL Azure", ManagedInstanceEngine)
            {
                Major = version.Major,
            },
            "express" => new ServerRelease(version, "Express Edition (64-bit)", 4),
            _ => throw new ArgumentOutOfRangeException(nameof(edition), edition, "There is no such edition."),
        };
    }
}
