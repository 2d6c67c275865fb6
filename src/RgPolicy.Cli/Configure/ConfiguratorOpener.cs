using RgPolicy.Cli.Connections;
using RgPolicy.Dbms.MySql.Configure;
using RgPolicy.Dbms.PostgreSql.Configure;
using RgPolicy.Dbms.SqlServer.Configure;
using RgPolicy.Dbms.SqlServer.Connect;

namespace RgPolicy.Cli.Configure;

/// <summary>Opens the server that <c>--server URI</c> names.</summary>
internal static class ConfiguratorOpener
{
    private const int MostBytesOfFacts = 64 * 1024 * 1024;

    public static Task<IConfigurator> OpenAsync(CliContext context, ServerChoice server) =>
        server.Facts is { } facts
            ? OpenFactsAsync(context, facts)
            : ConnectionReader.Match<Task<IConfigurator>>(
                context,
                server.Target ?? "",
                server.PasswordFile,
                async postgres =>
                    await PostgresConfigurator.ConnectAsync(
                        postgres,
                        HostOf(context, postgres.IsLocal),
                        context.Interrupt
                    ),
                async mySql =>
                    await MySqlConfigurator.ConnectAsync(
                        mySql,
                        HostOf(context, mySql.IsLocal),
                        JournalPlace.Of(context, server.Journal),
                        context.Interrupt
                    ),
                sqlServer => OpenSqlServerAsync(context, sqlServer, server.Replica),
                problem => throw new CommandException(ExitCode.Usage, problem, ConnectionReader.Next)
            );

    private static async Task<IConfigurator> OpenFactsAsync(CliContext context, string file)
    {
        const string Made = "Name a file that `rgp facts --server URI --out FILE` wrote.";
        var bytes = await FileContent.NeedAsync(context, InputFile.Named(context, file), MostBytesOfFacts, Made);
        return SavedConfigurator.Open(Encoding.UTF8.GetString(bytes))
            ?? throw new CommandException(
                ExitCode.Usage,
                $"{file}: it holds no facts of a server, or those of another version",
                Made
            );
    }

    // Of another host nothing is known.
    private static TargetProfile HostOf(CliContext context, bool isLocal) =>
        isLocal
            ? HostProfile.Of(HostProbe.Read(context.HostRoot, context.IsRoot, null), "this_host", "linux")
            : TargetProfile.Generic;

    private static async Task<IConfigurator> OpenSqlServerAsync(
        CliContext context,
        SqlServerConnectionOptions options,
        string? replica
    )
    {
        var configurator = await SqlServerConfigurator.ConnectAsync(
            options with
            {
                IsOneOfSeveral = replica is not null,
            },
            // The server tells nothing of it: only its own host does.
            options.IsThisHost
                ? SqlServerProcess.Find(context.HostRoot)?.QuotaCpus(context.HostRoot)
                : null,
            context.Interrupt
        );
        // A replica's address may lead to another one: that would have its turn twice.
        if (replica is not null && !configurator.Server.Name.Equals(replica, StringComparison.OrdinalIgnoreCase))
        {
            await configurator.DisposeAsync();
            throw new CommandException(
                ExitCode.Unreachable,
                $"the address of {replica} leads to {configurator.Server.Name}",
                $"Fix the name of {replica}, or its READ_ONLY_ROUTING_URL in the availability group."
            );
        }

        if (replica is null && options.WhyUnguarded is { } unguarded)
            await context.Error.WriteLineAsync("warning: " + unguarded);

        return configurator;
    }
}
