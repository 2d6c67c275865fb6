using System.Text;
using RgPolicy.Cli.Connections;
using RgPolicy.Cli.Files;
using RgPolicy.Cli.Shell;
using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.MySql.Configure;
using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Dbms.PostgreSql.Configure;
using RgPolicy.Dbms.SqlServer.Configure;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Host.Facts;
using RgPolicy.Language.Targets;
using RgPolicy.Service.ThisHost;

namespace RgPolicy.Cli.Configure;

/// <summary>Opens the server that <c>--server URI</c> names.</summary>
internal static class ConfiguratorOpener
{
    private const int MostBytesOfFacts = 64 * 1024 * 1024;
    private const string Next =
        "Write --server sqlserver://login@host:1433, --server postgres://role@host/database or "
        + "--server mysql://login@host:3306.";

    /// <summary>Opens it; a problem is printed.</summary>
    public static Task<ConfiguratorResult> OpenAsync(
        CliContext context,
        ServerChoice server,
        CancellationToken cancellationToken
    ) =>
        server.Facts is { } facts ? OpenFactsAsync(context, facts, cancellationToken)
        : server.Target.StartsWith("postgres", StringComparison.OrdinalIgnoreCase)
            ? OpenPostgresAsync(context, server, cancellationToken)
        : MySqlServerConnection.IsOne(server.Target) ? OpenMySqlAsync(context, server, cancellationToken)
        : OpenSqlServerAsync(context, server, cancellationToken);

    private static async Task<ConfiguratorResult> OpenFactsAsync(
        CliContext context,
        string file,
        CancellationToken cancellationToken
    )
    {
        const string Made = "Name a file that `rgp facts --server URI --out FILE` wrote.";
        var content = await FileContent.ReadAsync(
            context,
            new InputFile(file, context.Resolve(file)),
            MostBytesOfFacts,
            cancellationToken
        );
        return content.Bytes is not { } bytes ? Failed(context, ExitCode.Unreachable, content.Problem ?? "", Made)
            : SavedConfigurator.Open(Encoding.UTF8.GetString(bytes)) is { } saved
                ? new ConfiguratorResult(saved, ExitCode.Success)
            : Failed(
                context,
                ExitCode.Usage,
                $"{file}: it holds no facts of a server, or those of another version",
                Made
            );
    }

    private static async Task<ConfiguratorResult> OpenPostgresAsync(
        CliContext context,
        ServerChoice server,
        CancellationToken cancellationToken
    )
    {
        var parsed = ConnectionReader.ReadPostgres(context, server.Target, server.PasswordFile);
        return parsed.Options is not { } options
            ? Failed(context, ExitCode.Usage, parsed.Problem ?? "", Next)
            : await ConnectAsync(
                context,
                () => PostgresConfigurator.ConnectAsync(options, HostOf(context, options.IsLocal), cancellationToken)
            );
    }

    private static async Task<ConfiguratorResult> OpenMySqlAsync(
        CliContext context,
        ServerChoice server,
        CancellationToken cancellationToken
    )
    {
        var parsed = ConnectionReader.ReadMySql(context, server.Target, server.PasswordFile);
        return parsed.Options is not { } options
            ? Failed(context, ExitCode.Usage, parsed.Problem ?? "", Next)
            : await ConnectAsync(
                context,
                () =>
                    MySqlConfigurator.ConnectAsync(
                        options,
                        HostOf(context, options.IsLocal),
                        JournalPlace.Of(context, server.Journal),
                        cancellationToken
                    )
            );
    }

    /// <summary>Of another host nothing is known.</summary>
    private static TargetProfile HostOf(CliContext context, bool isLocal) =>
        isLocal
            ? HostProfile.Of(HostProbe.Read(context.HostRoot, context.IsRoot, null), "this_host", "linux")
            : TargetProfile.Generic;

    private static async Task<ConfiguratorResult> OpenSqlServerAsync(
        CliContext context,
        ServerChoice server,
        CancellationToken cancellationToken
    )
    {
        var parsed = ConnectionReader.ReadSqlServer(context, server.Target, server.PasswordFile);
        if (parsed.Options is not { } options)
        {
            return Failed(context, ExitCode.Usage, parsed.Problem ?? "", Next);
        }

        var opening = await ConnectAsync(
            context,
            () =>
                SqlServerConfigurator.ConnectAsync(
                    options with
                    {
                        IsOneOfSeveral = server.Replica is not null,
                    },
                    QuotaOf(context, options),
                    cancellationToken
                )
        );
        if (server.Replica is { } name)
        {
            return await OnlyAsync(context, opening, name);
        }

        if (opening.Configurator is not null && options.WhyUnguarded is { } unguarded)
        {
            await context.Error.WriteLineAsync("warning: " + unguarded);
        }

        return opening;
    }

    /// <summary>A replica's address may lead to another one: that would have its turn twice.</summary>
    private static async Task<ConfiguratorResult> OnlyAsync(CliContext context, ConfiguratorResult opening, string name)
    {
        if (
            opening.Configurator is not { } configurator
            || configurator.Server.Name.Equals(name, StringComparison.OrdinalIgnoreCase)
        )
        {
            return opening;
        }

        await using (configurator)
        {
            return Failed(
                context,
                ExitCode.Unreachable,
                $"the address of {name} leads to {configurator.Server.Name}",
                $"Fix the name of {name}, or its READ_ONLY_ROUTING_URL in the availability group."
            );
        }
    }

    /// <summary>The server tells nothing of it: only its own host does.</summary>
    private static double? QuotaOf(CliContext context, SqlServerConnectionOptions options) =>
        options.IsThisHost ? SqlServerProcess.Find(context.HostRoot)?.QuotaCpus(context.HostRoot) : null;

    private static async Task<ConfiguratorResult> ConnectAsync<TConfigurator>(
        CliContext context,
        Func<Task<TConfigurator>> connect
    )
        where TConfigurator : IConfigurator
    {
        try
        {
            return new ConfiguratorResult(await connect(), ExitCode.Success);
        }
        catch (ConfigureException failure)
        {
            return Failed(context, ExitCode.Unreachable, failure.Message, failure.Next);
        }
    }

    private static ConfiguratorResult Failed(CliContext context, int exitCode, string problem, string next) =>
        new(null, context.Fail(exitCode, problem, next));
}

/// <summary>A server whose configuration can be read and changed, or the exit code after the problem
/// was printed.</summary>
internal sealed record ConfiguratorResult(IConfigurator? Configurator, int ExitCode);
