using RgPolicy.Cli.Connections;
using RgPolicy.Dbms.MySql.Trials;
using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Dbms.PostgreSql.Trials;
using RgPolicy.Dbms.PostgreSql.Trials.Pgbench;
using RgPolicy.Dbms.SqlServer.Trials;
using RgPolicy.Dbms.Trials;

namespace RgPolicy.Cli.Characterise;

/// <summary>A server of one kind: how its workloads read, and how it is reached.</summary>
/// <param name="ReadWorkload">Reads the text of a workload.</param>
/// <param name="ConnectAsync">Connects; fails with a <see cref="TrialException"/>.</param>
internal sealed record TrialTarget(
    Func<string, (TrialWorkload? Workload, string? Problem)> ReadWorkload,
    Func<TrialWorkload, Task<ITrialServer>> ConnectAsync
)
{
    /// <summary>Its workloads may be scripts of pgbench.</summary>
    public bool TakesScripts => Kind == "postgresql";

    /// <summary>The kind of server; <c>mysql</c> for MariaDB too.</summary>
    public required string Kind { get; init; }

    /// <summary>The statement of a recorded text, or null where it cannot be run as it stands.</summary>
    public required Func<string, TrialStatement?> ReadWhole { get; init; }

    /// <summary>The database that the connection names; empty for none.</summary>
    public required string Database { get; init; }

    /// <summary>Whether recordings of a kind of server are of such a server.</summary>
    public bool IsOf(string kind) => (kind == "mariadb" ? "mysql" : kind) == Kind;

    /// <summary>What a connection names, or why it cannot be.</summary>
    public static (TrialTarget? Target, string? Problem) Of(
        CliContext context,
        (string Uri, string? PasswordFile) connect,
        PgbenchLoad load,
        string? pgbench
    ) =>
        ConnectionReader.Match<(TrialTarget?, string?)>(
            context,
            connect.Uri,
            connect.PasswordFile,
            options =>
                (
                    new TrialTarget(
                        PostgresWorkload.Read,
                        workload => ConnectPostgresAsync(context, options, workload, load, pgbench)
                    )
                    {
                        ReadWhole = PostgresWorkload.ReadWhole,
                        Kind = "postgresql",
                        Database = DatabaseOf(connect.Uri),
                    },
                    null
                ),
            options =>
                (
                    new TrialTarget(
                        MySqlWorkload.Read,
                        async _ =>
                            await MySqlTrialServer.ConnectAsync(options, load.Clients, load.Limit, context.Interrupt)
                    )
                    {
                        ReadWhole = MySqlWorkload.ReadWhole,
                        Kind = "mysql",
                        Database = DatabaseOf(connect.Uri),
                    },
                    null
                ),
            options =>
                (
                    new TrialTarget(
                        SqlServerWorkload.Read,
                        async _ =>
                            await SqlServerTrialServer.ConnectAsync(
                                options,
                                load.Clients,
                                load.Limit,
                                context.Interrupt
                            )
                    )
                    {
                        ReadWhole = SqlServerWorkload.ReadWhole,
                        Kind = "sqlserver",
                        Database = "",
                    },
                    null
                ),
            problem => (null, problem),
            mayNameDatabase: true
        );

    /// <summary>By pgbench where there are scripts.</summary>
    private static async Task<ITrialServer> ConnectPostgresAsync(
        CliContext context,
        PostgresConnectionOptions options,
        TrialWorkload workload,
        PgbenchLoad load,
        string? pgbench
    ) =>
        workload.Scripts.IsEmpty
            ? await PostgresTrialServer.ConnectAsync(options, load.Clients, load.Limit, context.Interrupt)
            : await PgbenchTrialServer.ConnectAsync(
                new PgbenchProgram(PgbenchPath.Find(context, pgbench), context.Programs),
                options,
                workload,
                load,
                context.Time,
                context.Interrupt
            );

    private static string DatabaseOf(string connect) =>
        Uri.TryCreate(connect, UriKind.Absolute, out var uri) ? Uri.UnescapeDataString(uri.AbsolutePath.Trim('/')) : "";
}
