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

    /// <summary>What a request's connection names, or why it cannot be.</summary>
    public static (TrialTarget? Target, string? Problem) Of(CliContext context, CharacteriseRequest request)
    {
        var (uri, clients, longest) = (request.Connect, request.Clients, request.StatementLimit);
        return ConnectionReader.Match<(TrialTarget?, string?)>(
            context,
            uri,
            request.PasswordFile,
            options =>
                (
                    new TrialTarget(
                        PostgresWorkload.Read,
                        workload => ConnectPostgresAsync(context, request, options, workload)
                    )
                    {
                        ReadWhole = PostgresWorkload.ReadWhole,
                        Kind = "postgresql",
                        Database = DatabaseOf(uri),
                    },
                    null
                ),
            options =>
                (
                    new TrialTarget(
                        MySqlWorkload.Read,
                        async _ => await MySqlTrialServer.ConnectAsync(options, clients, longest, context.Interrupt)
                    )
                    {
                        ReadWhole = MySqlWorkload.ReadWhole,
                        Kind = "mysql",
                        Database = DatabaseOf(uri),
                    },
                    null
                ),
            options =>
                (
                    new TrialTarget(
                        SqlServerWorkload.Read,
                        async _ => await SqlServerTrialServer.ConnectAsync(options, clients, longest, context.Interrupt)
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
    }

    /// <summary>By pgbench where there are scripts.</summary>
    private static async Task<ITrialServer> ConnectPostgresAsync(
        CliContext context,
        CharacteriseRequest request,
        PostgresConnectionOptions options,
        TrialWorkload workload
    ) =>
        workload.Scripts.IsEmpty
            ? await PostgresTrialServer.ConnectAsync(
                options,
                request.Clients,
                request.StatementLimit,
                context.Interrupt
            )
            : await PgbenchTrialServer.ConnectAsync(
                new PgbenchProgram(PgbenchPath.Find(context, request.Workload.Pgbench), context.Programs),
                options,
                workload,
                new PgbenchLoad(request.Clients, request.Seed, request.StatementLimit),
                context.Time,
                context.Interrupt
            );

    private static string DatabaseOf(string connect) =>
        Uri.TryCreate(connect, UriKind.Absolute, out var uri) ? Uri.UnescapeDataString(uri.AbsolutePath.Trim('/')) : "";
}

/// <summary>A command line of <c>rgp characterise</c>.</summary>
/// <param name="Connect">The server.</param>
/// <param name="PasswordFile">Where its password is, or null.</param>
/// <param name="Workload">What is run.</param>
/// <param name="Choices">What is swept.</param>
/// <param name="Clients">Clients at the same time.</param>
/// <param name="Repeats">Runs of each cell.</param>
/// <param name="Seed">Draws the order.</param>
/// <param name="Limit">How long it may take; null for no limit.</param>
/// <param name="StatementLimit">How long one statement may take.</param>
/// <param name="Directory">Where runs and reports go.</param>
/// <param name="AllowProduction">Others may have sessions.</param>
/// <param name="Sidecar">The sidecar's socket.</param>
/// <param name="Json">Prints JSON.</param>
internal sealed record CharacteriseRequest(
    string Connect,
    string? PasswordFile,
    WorkloadChoice Workload,
    SweepChoices Choices,
    int Clients,
    int Repeats,
    int Seed,
    TimeSpan? Limit,
    TimeSpan StatementLimit,
    string Directory,
    bool AllowProduction,
    string Sidecar,
    bool Json
);
