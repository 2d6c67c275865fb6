namespace RgPolicy.Testing.SqlServer.Servers;

/// <summary>
/// Where the stand-in for SQL Server is: an independent program that speaks the server's protocol.
/// RGPOLICY_SQLSERVER_STANDIN, or ../shared/sqlserver-standin beside the repository; null where neither is there, and
/// where the variable says <c>none</c>.
/// </summary>
internal static class StandInPlace
{
    private const string Name = "shared/sqlserver-standin";

    public static string? Folder { get; } = Find();

    private static string? Find()
    {
        if (Environment.GetEnvironmentVariable("RGPOLICY_SQLSERVER_STANDIN") is { Length: > 0 } given)
            return given == "none" ? null : given;

        for (var folder = new DirectoryInfo(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            var place = Path.Combine(folder.FullName, Name);
            if (File.Exists(Path.Combine(place, "run.sh")))
                return place;
        }

        return null;
    }
}
