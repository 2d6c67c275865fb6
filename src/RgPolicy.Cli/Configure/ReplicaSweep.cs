using System.Collections.Immutable;
using RgPolicy.Cli.Shell;
using RgPolicy.Dbms.Configure;

namespace RgPolicy.Cli.Configure;

/// <summary>Does the same at each replica behind a connection, one after the other.</summary>
internal static class ReplicaSweep
{
    private const string Schema = "rgp/replicas/1";

    /// <summary>Does it at all of them; one that is away is said, and does not keep the others from their
    /// turn.</summary>
    /// <param name="context">Where it is told.</param>
    /// <param name="server">The listener, or one of the replicas.</param>
    /// <param name="json">One document instead of text.</param>
    /// <param name="run">Does it at one, and tells it there.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns>What went wrong at one of them, else the highest exit code.</returns>
    public static async Task<int> RunAsync(
        CliContext context,
        ServerChoice server,
        bool json,
        Func<CliContext, ServerChoice, Task<int>> run,
        CancellationToken cancellationToken
    )
    {
        var (replicas, exitCode) = await FindAsync(context, server, cancellationToken);
        var documents = new List<(Replica, string)>();
        foreach (var replica in replicas)
        {
            var place = At(server, replica);
            if (!json)
            {
                Head(context, replica);
                exitCode = Worse(exitCode, await run(context, place));
                continue;
            }

            using var document = new StringWriter();
            exitCode = Worse(exitCode, await run(context with { Output = document }, place));
            documents.Add((replica, document.ToString()));
        }

        if (json && replicas.Length > 0)
        {
            Write(context, documents);
        }

        return exitCode;
    }

    /// <summary>The replicas; none, and the exit code, after a problem was printed.</summary>
    public static async Task<(ImmutableArray<Replica> Replicas, int ExitCode)> FindAsync(
        CliContext context,
        ServerChoice server,
        CancellationToken cancellationToken
    )
    {
        ImmutableArray<Replica> replicas = [];
        var exitCode = await ServerCommand.RunAsync(
            context,
            server with
            {
                AllReplicas = false,
            },
            configurator =>
            {
                replicas = configurator is IReplicaHolder holder ? holder.Replicas : [];
                return Task.FromResult(
                    replicas.IsEmpty ? FailWithoutReplicas(context, configurator) : ExitCode.Success
                );
            },
            cancellationToken
        );
        return (replicas, exitCode);
    }

    /// <summary>A replica that could not be asked is not outdone by what the others tell.</summary>
    private static int Worse(int one, int other) => Severity(one) >= Severity(other) ? one : other;

    private static int Severity(int exitCode) =>
        exitCode is ExitCode.Usage or ExitCode.Unreachable ? exitCode + ExitCode.NothingEnforced : exitCode;

    private static int FailWithoutReplicas(CliContext context, IConfigurator configurator) =>
        configurator is IReplicaHolder
            ? context.Fail(
                ExitCode.Usage,
                $"{configurator.Server.Name} is in no availability group that this login may see",
                "Leave --replicas out, or grant VIEW ANY DEFINITION."
            )
            : context.Fail(
                ExitCode.Usage,
                "--replicas is for availability groups of SQL Server",
                "Name each server with --server."
            );

    /// <summary>One replica in place of the listener.</summary>
    public static ServerChoice At(ServerChoice server, Replica replica) =>
        server with
        {
            Target = replica.Target,
            AllReplicas = false,
            Replica = replica.Name,
        };

    /// <summary>Says which replica comes next.</summary>
    public static void Head(CliContext context, Replica replica) => context.Output.WriteLine($"== {replica.Name}");

    /// <summary>One document of those of the replicas; null for one that gave none.</summary>
    public static void Write(CliContext context, IReadOnlyCollection<(Replica Replica, string Document)> documents) =>
        JsonOutput.WriteDocument(
            context,
            Schema,
            json =>
            {
                json.WriteStartObject("replicas");
                foreach (var (replica, document) in documents)
                {
                    json.WritePropertyName(replica.Name);
                    json.WriteRawValue(document.Length == 0 ? "null" : Inner(document), skipInputValidation: true);
                }

                json.WriteEndObject();
            }
        );

    /// <summary>A document that was just written, two levels deeper: no text in JSON holds a line's end.</summary>
    private static string Inner(string document) =>
        document.TrimEnd().Replace("\n", "\n    ", StringComparison.Ordinal);
}
