using RgPolicy.Dbms.SqlServer.Configure;

namespace RgPolicy.Cli.Configure;

/// <summary>Does the same at each replica behind a connection, one after the other.</summary>
internal static class ReplicaSweep
{
    private const string Schema = "rgp/replicas/1";

    /// <summary>Makes of what a command does at one server what it does as it was called.</summary>
    /// <param name="context">Where it is told.</param>
    /// <param name="options">The command's options for a server.</param>
    /// <param name="run">Does it at one, and tells it there.</param>
    public static Func<ParseResult, Task<int>> Of(
        CliContext context,
        ServerOptions options,
        Func<CliContext, ParseResult, ServerChoice, Task<int>> run
    ) =>
        result =>
            RunAsync(context, options.Read(result), result.WantsJson(), (each, place) => run(each, result, place));

    /// <summary>Does it at the server, or at all replicas behind it; one that is away is said, and does not keep the
    /// others from their turn.</summary>
    /// <param name="context">Where it is told.</param>
    /// <param name="server">A server, or one of the replicas or their listener.</param>
    /// <param name="json">One document instead of text.</param>
    /// <param name="run">Does it at one, and tells it there.</param>
    /// <returns>What went wrong at one of them, else the highest exit code.</returns>
    public static async Task<int> RunAsync(
        CliContext context,
        ServerChoice server,
        bool json,
        Func<CliContext, ServerChoice, Task<int>> run
    )
    {
        if (!server.AllReplicas)
            return await run(context, server);

        var exitCode = ExitCode.Success;
        var documents = new List<(Replica, string)>();
        foreach (var replica in await FindAsync(context, server))
        {
            using var document = new StringWriter();
            var each = json ? context with { Output = document } : context;
            if (!json)
                Head(context, replica);

            exitCode = Worse(exitCode, await CommandException.EndAsync(context, () => run(each, At(server, replica))));
            documents.Add((replica, document.ToString()));
        }

        if (json)
            Write(context, documents);

        return exitCode;
    }

    public static async Task<ImmutableArray<Replica>> FindAsync(CliContext context, ServerChoice server)
    {
        await using var configurator = await ConfiguratorOpener.OpenAsync(context, server);
        return configurator switch
        {
            SqlServerConfigurator { Replicas: { IsEmpty: false } replicas } => replicas,
            SqlServerConfigurator => throw new CommandException(
                ExitCode.Usage,
                $"{configurator.Server.Name} is in no availability group that this login may see",
                "Leave --replicas out, or grant VIEW ANY DEFINITION."
            ),
            _ => throw new CommandException(
                ExitCode.Usage,
                "--replicas is for availability groups of SQL Server",
                "Name each server with --server."
            ),
        };
    }

    // A replica that could not be asked is not outdone by what the others tell.
    private static int Worse(int one, int other) => Severity(one) >= Severity(other) ? one : other;

    private static int Severity(int exitCode) =>
        exitCode is ExitCode.Usage or ExitCode.Unreachable ? exitCode + ExitCode.NothingEnforced : exitCode;

    public static ServerChoice At(ServerChoice server, Replica replica) =>
        server with
        {
            Target = replica.Target,
            AllReplicas = false,
            Replica = replica.Name,
        };

    public static void Head(CliContext context, Replica replica) => context.Output.WriteLine($"== {replica.Name}");

    /// <summary>One document of those of the replicas; null for one that gave none.</summary>
    public static void Write(CliContext context, IReadOnlyCollection<(Replica Replica, string Document)> documents) =>
        new JsonReport(context, Schema).Write(json =>
        {
            json.WriteStartObject("replicas");
            foreach (var (replica, document) in documents)
            {
                json.WritePropertyName(replica.Name);
                json.WriteRawValue(document.Length == 0 ? "null" : Inner(document), skipInputValidation: true);
            }

            json.WriteEndObject();
        });

    // A document that was just written, two levels deeper: no text in JSON holds a line's end.
    private static string Inner(string document) =>
        document.TrimEnd().Replace("\n", "\n    ", StringComparison.Ordinal);
}
