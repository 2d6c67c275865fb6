using RgPolicy.Cli.Connections;
using RgPolicy.Cli.Shell;
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

        return MySqlServerConnection.IsOne(request.Connect) ? MySql(context, request) : Postgres(context, request);
    }

    private static (TrialTarget? Target, string? Problem) MySql(CliContext context, CharacteriseRequest request)
    {
        var read = ConnectionReader.ReadMySqlDatabase(context, request.Connect, request.PasswordFile);
        return read.Options is { } options
            ? (
                new TrialTarget(
                    MySqlWorkload.Read,
                    async token =>
                        await MySqlTrialServer.ConnectAsync(options, request.Clients, request.StatementLimit, token)
                ),
                null
            )
            : (null, read.Problem);
    }

    private static (TrialTarget? Target, string? Problem) Postgres(CliContext context, CharacteriseRequest request)
    {
        var read = ConnectionReader.ReadPostgres(context, request.Connect, request.PasswordFile);
        return read.Options is { } options
            ? (
                new TrialTarget(
                    PostgresWorkload.Read,
                    async token =>
                        await PostgresTrialServer.ConnectAsync(options, request.Clients, request.StatementLimit, token)
                ),
                null
            )
            : (null, read.Problem);
    }
}
