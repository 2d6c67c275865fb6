using RgPolicy.Dbms.SqlServer.Connect;

namespace RgPolicy.Testing.SqlServer.Servers;

/// <summary>What a server that is given can do. One that cannot be reached is said to do everything, so that tests run
/// and say why they cannot.</summary>
/// <param name="KeepsPlans">It keeps plans and statistics of what its clients execute; every real one does.</param>
/// <param name="HasHints">It has hints in its Query Store as well.</param>
internal sealed record GivenTraits(bool KeepsPlans, bool HasHints)
{
    private const int FirstWithHints = 16;

    /// <summary>Asks it.</summary>
    public static GivenTraits Read(string connection) => Task.Run(() => ReadAsync(connection)).GetAwaiter().GetResult();

    private static async Task<GivenTraits> ReadAsync(string connection)
    {
        try
        {
            await using var link = new SqlServerLink(GivenConnection.Read(connection), LinkSettings.Configure);
            await link.ReopenAsync(CancellationToken.None);
            var keeps =
                (
                    await link.QueryAsync(
                        "SELECT COUNT(*) FROM sys.dm_exec_query_stats",
                        row => row.GetInt32(0),
                        CancellationToken.None
                    )
                )[0] > 0;
            var version = (
                await link.QueryAsync(
                    "SELECT CONVERT(nvarchar(128), SERVERPROPERTY(N'ProductVersion'))",
                    row => row.GetString(0),
                    CancellationToken.None
                )
            )[0];
            return new GivenTraits(
                keeps,
                keeps && int.Parse(version.Split('.')[0], CultureInfo.InvariantCulture) >= FirstWithHints
            );
        }
        catch (Dbms.Configure.ConfigureException)
        {
            return new GivenTraits(true, true);
        }
    }
}
