using RgPolicy.Cli.Connections;
using RgPolicy.Cli.Shell;
using RgPolicy.Dbms.Connecting;
using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Dbms.MySql.Trials;
using RgPolicy.Dbms.PostgreSql.Trials;
using RgPolicy.Dbms.Trials;

namespace RgPolicy.Cli.Characterise;

/// <summary>A server of one kind: how its workloads read, and how it is reached.</summary>
/// <param name="ReadWorkload">Reads the text of a workload.</param>
/// <param name="ConnectAsync">Connects; fails with a <see cref="TrialException"/>.</param>
internal sealed record TrialTarget(
    Func<string, (TrialWorkload? Workload, string? Problem)> ReadWorkload,
    Func<CancellationToken, Task<ITrialServer>> ConnectAsync
)
{
    /// <summary>What a request's connection names, or why it cannot be.</summary>
    public static (TrialTarget? Target, string? Problem) Of(CliContext context, CharacteriseRequest request)
    {
        if (ConnectionReader.IsSqlServer(request.Connect))
        {
            return (null, "a SQL Server cannot be characterised so far: PostgreSQL, MariaDB and MySQL can");
        }

        return MySqlServerConnection.IsOne(request.Connect)
            ? Of(
                ConnectionReader.ReadMySqlDatabase(context, request.Connect, request.PasswordFile),
                MySqlWorkload.Read,
                async (options, token) =>
                    await MySqlTrialServer.ConnectAsync(options, request.Clients, request.StatementLimit, token)
            )
            : Of(
                ConnectionReader.ReadPostgres(context, request.Connect, request.PasswordFile),
                PostgresWorkload.Read,
                async (options, token) =>
                    await PostgresTrialServer.ConnectAsync(options, request.Clients, request.StatementLimit, token)
            );
    }

    private static (TrialTarget? Target, string? Problem) Of<TOptions>(
        ConnectionResult<TOptions> read,
        Func<string, (TrialWorkload? Workload, string? Problem)> readWorkload,
        Func<TOptions, CancellationToken, Task<ITrialServer>> connect
    )
        where TOptions : class =>
        read.Options is { } options
            ? (new TrialTarget(readWorkload, token => connect(options, token)), null)
            : (null, read.Problem);
}
