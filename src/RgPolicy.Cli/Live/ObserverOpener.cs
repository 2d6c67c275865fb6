using RgPolicy.Cli.Connections;
using RgPolicy.Dbms.MySql;
using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Dbms.Recording;
using RgPolicy.Dbms.Replay;
using RgPolicy.Dbms.SqlServer;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.Starting;
using RgPolicy.Engine.Observe;
using RgPolicy.Service.Composing;

namespace RgPolicy.Cli.Live;

internal static class ObserverOpener
{
    private const string Doctor = "Then try again; `rgp doctor` says what this host and server offer and lack.";

    public static Opened Recording(CliContext context, string path, double? speed) =>
        Recording(RecordingReader.Open(context.Resolve(path)), context.Time, speed);

    public static Opened Recording(RecordingResult opening, TimeProvider time, double? speed) =>
        opening.Reader is { } reader
            ? Opened.Of(new ReplayObserver(reader, time, speed), reader.Header.Host)
            : Opened.Failed(RefusalKind.Unreachable, opening.Problem?.Message ?? "", "Then run this command again.");

    public static async Task<(IObserver Observer, TargetProfile Target)> NeedAsync(
        CliContext context,
        string uri,
        string? passwordFile
    )
    {
        var opened = await ConnectAsync(context, uri, passwordFile, (null, false));
        return opened.Observer is { } observer ? (observer, opened.Target) : throw new CommandException(opened.Refusal);
    }

    /// <summary>A recording without which the command ends.</summary>
    public static (ReplayObserver Observer, TargetProfile Target) Replay(
        CliContext context,
        string path,
        double? speed = null
    )
    {
        var opened = Recording(context, path, speed);
        return opened.Observer is ReplayObserver observer
            ? (observer, opened.Target)
            : throw new CommandException(opened.Refusal);
    }

    /// <summary>A live server; how its start goes on is reported, and what it lacks for rules that cancel.</summary>
    public static Task<Opened> ConnectAsync(
        CliContext context,
        string uri,
        string? passwordFile,
        (IStartReport? Report, bool MayCancel) start
    ) =>
        ConnectionReader.Match(
            context,
            uri,
            passwordFile,
            postgres => TryAsync(() => ConnectAsync(context, postgres, start)),
            mySql => TryAsync(() => ConnectAsync(context, mySql)),
            sqlServer => TryAsync(() => ConnectAsync(context, sqlServer)),
            problem => Task.FromResult(Opened.Failed(RefusalKind.Usage, problem, ConnectionReader.Next))
        );

    public static HostFacts ReadHost(CliContext context) => HostProbe.Read(context.HostRoot, context.IsRoot, null);

    private static async Task<Opened> TryAsync(Func<Task<Opened>> connect)
    {
        try
        {
            return await connect();
        }
        catch (ObserveException failure)
        {
            return Opened.Failed(RefusalKind.Unreachable, failure.Message, Doctor) with { Lack = failure.Lack };
        }
    }

    private static async Task<Opened> ConnectAsync(
        CliContext context,
        PostgresConnectionOptions connection,
        (IStartReport? Report, bool MayCancel) start
    )
    {
        var host = ReadHost(context);
        var options = new PostgresObserverOptions
        {
            PlanReader = PlanJudging.Options(HostOf(host)),
            StartReport = start.Report,
            MayCancel = start.MayCancel,
        };
        var observer = await PostgresObserver.ConnectAsync(connection, context.Time, options, context.Interrupt);
        try
        {
            await observer.WarmUpAsync(context.Interrupt);
        }
        catch (ObserveException)
        {
            // Not waited for: the server may answer nothing any more.
            _ = Task.Run(() => observer.DisposeAsync().AsTask(), CancellationToken.None);
            throw;
        }

        return Opened.Of(observer, TargetOf(observer.Server, host, context.HostRoot));
    }

    private static async Task<Opened> ConnectAsync(CliContext context, SqlServerConnectionOptions connection)
    {
        var options = new SqlServerObserverOptions();
        var observer = await SqlServerObserver.ConnectAsync(connection, context.Time, options, context.Interrupt);
        await observer.WarmUpAsync(context.Interrupt);
        return Opened.Of(observer, CoreControls.OnThisHost(context.Place, connection, observer.Profile));
    }

    private static async Task<Opened> ConnectAsync(CliContext context, MySqlConnectionOptions connection)
    {
        var host = ReadHost(context);
        var options = new MySqlObserverOptions { PlanReader = PlanJudging.Options(HostOf(host)) };
        var observer = await MySqlObserver.ConnectAsync(connection, context.Time, options, context.Interrupt);
        return Opened.Of(observer, TargetOf(observer.Server, host, context.HostRoot));
    }

    public static TargetProfile TargetOf(Dbms.ServerFacts server, HostFacts host, FileRoot root) =>
        ConnectedProfile.Of(server.Target, server.Kind, server.VersionParts, server.IsLocal ? host : null) with
        {
            ServerCpus = server.IsLocal ? AllowedCpus.Of(root, server.ProcessId ?? server.OwnBackend) : null,
        };

    public static TargetProfile HostOf(HostFacts host) => ConnectedProfile.OfHost(host);
}

/// <summary>The target that a connected server is.</summary>
internal static class ConnectedProfile
{
    /// <summary>Of a server on another host nothing is known but its kind and version: it offers no levers from
    /// here.</summary>
    /// <param name="name">The server's name.</param>
    /// <param name="kind">Its kind, such as <c>postgresql</c>.</param>
    /// <param name="version">Its version.</param>
    /// <param name="host">Its host; null where that is another one than this.</param>
    public static TargetProfile Of(string name, string kind, ImmutableArray<long> version, HostFacts? host)
    {
        var profile = host is not null
            ? OfHost(host)
            : TargetProfile.Generic with
            {
                LlcWays = 0,
                ClassesOfService = 0,
                HasMemoryBandwidthAllocation = false,
            };
        return profile with { Name = name, DbmsKind = kind, DbmsVersion = version };
    }

    /// <summary>This host, with a PostgreSQL as in <c>generic</c>.</summary>
    public static TargetProfile OfHost(HostFacts host) => HostProfile.Of(host, "this_host", "linux");
}
