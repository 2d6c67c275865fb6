using Microsoft.Data.SqlClient;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.Trials;

namespace RgPolicy.Dbms.SqlServer.Trials;

/// <summary>A SQL Server on which a workload is tried, as the login of the connection.</summary>
internal static class SqlServerTrialServer
{
    private const string Application = "rgpolicy trial";

    // Without the right each login sees its own sessions only; then there may be any number of others.
    private const string FactsSql = """
        SELECT CONVERT(nvarchar(128), SERVERPROPERTY('ProductVersion')),
               ISNULL(HAS_PERMS_BY_NAME(NULL, NULL, N'VIEW SERVER STATE'), 0);
        SELECT COUNT(*) FROM sys.dm_exec_sessions AS s WHERE s.is_user_process = 1 AND s.session_id <> @@SPID;
        SELECT COUNT(*) FROM sys.dm_os_schedulers AS s WHERE s.status = 'VISIBLE ONLINE';
        """;

    /// <exception cref="TrialException">The server cannot be reached, or the login may not see who else is
    /// there.</exception>
    public static async Task<ITrialServer> ConnectAsync(
        SqlServerConnectionOptions options,
        int clients,
        TimeSpan limit,
        CancellationToken cancellationToken
    ) =>
        await TrialServer<SqlServerTrialSession>.ConnectAsync(
            () => ReadFactsAsync(options, cancellationToken),
            async () =>
            {
                var connection = options.NewConnection(Application);
                await ConnectionOpener.OpenAsync(connection, cancellationToken);
                return new SqlServerTrialSession(connection, limit);
            },
            clients,
            e =>
                SqlServerError.IsExpected(e) && !cancellationToken.IsCancellationRequested
                    ? SqlServerError.Of(options.Target, e).Message
                    : null
        );

    private static async Task<TrialFacts> ReadFactsAsync(
        SqlServerConnectionOptions options,
        CancellationToken cancellationToken
    )
    {
        await using var connection = options.NewConnection(Application);
        await ConnectionOpener.OpenAsync(connection, cancellationToken);
        await using var command = new SqlCommand(FactsSql, connection);
        await using var reader = await command.ExecuteReaderAsync(cancellationToken);
        await reader.ReadAsync(cancellationToken);
        var version = reader.GetString(0);
        if (reader.Int(1) == 0)
            throw new TrialException(
                $"{options.Target}: the login sees no sessions of others; grant it VIEW SERVER STATE",
                true,
                null
            );
        var others = await NextAsync(reader, cancellationToken);
        return new TrialFacts(
            options.Target,
            "SQL Server " + version,
            others,
            Math.Max(0, await NextAsync(reader, cancellationToken) - 1),
            options.IsThisHost,
            true
        )
        {
            Kind = "sqlserver",
            VersionParts = [.. version.Split('.').Select(part => long.Parse(part, CultureInfo.InvariantCulture))],
        };
    }

    private static async Task<int> NextAsync(SqlDataReader reader, CancellationToken cancellationToken)
    {
        await reader.NextResultAsync(cancellationToken);
        await reader.ReadAsync(cancellationToken);
        return reader.Int(0);
    }
}
