using System.Diagnostics;
using System.Runtime.InteropServices;
using Microsoft.Extensions.Logging;
using RgPolicy.Cli.Configure;
using RgPolicy.Dbms.Connecting;
using RgPolicy.Host.Protocol;
using RgPolicy.Service.Composing;
using RgPolicy.Service.Hosting;
using RgPolicy.Service.Logging;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Minutes;
using RgPolicy.Service.Settings;

namespace RgPolicy.Cli.Live;

/// <summary><c>rgp run</c>: watches a server and governs it by a policy, or plays a recording.</summary>
internal sealed class RunCommand(CliContext context)
{
    private static readonly Argument<string> Policy = new("POLICY") { Description = "The policy, a .rgp file." };

    private static readonly Option<string?> Reactions = new("--reactions")
    {
        Description = "Writes how fast each query was governed to this file, one JSON object per line.",
        HelpName = "FILE",
    };

    private static readonly Option<string?> Audit = new("--audit")
    {
        Description =
            "Appends everything that is changed, by whom and why, to this file as a chain of lines: see rgp audit.",
        HelpName = "FILE",
    };

    private static readonly Option<string?> Listen = new("--listen")
    {
        Description = "Serves the console and the metrics: a port on loopback, or ADDRESS:PORT.",
        HelpName = "[ADDRESS:]PORT",
    };

    private static readonly Option<string?> TokenFile = new("--token-file")
    {
        Description =
            "With --listen: takes orders from the console that carry the first line of this file, of mode 600.",
        HelpName = "FILE",
    };

    private static readonly Option<string?> Minutes = new("--minutes")
    {
        Description = "With --listen: keeps what happens in this file, minute by minute for 30 days; else in memory.",
        HelpName = "FILE",
    };

    private static readonly Option<string?> Simulated = new("--simulated")
    {
        Description = "With --listen: shows this simulation (rgp simulate --output json) beside what was measured.",
        HelpName = "FILE",
    };

    private static readonly Option<string> Sidecar = new("--sidecar")
    {
        Description = "The sidecar's socket.",
        HelpName = "PATH",
        DefaultValueFactory = _ => SidecarDefaults.SocketPath,
    };

    private static readonly Option<string> StateDirectory = new("--state-dir")
    {
        Description = "The directory of the sidecar's journal.",
        HelpName = "DIR",
        DefaultValueFactory = _ => SidecarDefaults.StateDirectory,
    };

    private static readonly Option<bool> AllowCancel = new("--allow-cancel")
    {
        Description = "Lets rules with `cancel` end queries; without it they only say that they would.",
    };

    private static readonly Option<bool> ApprovePolicy = new("--approve-policy")
    {
        Description = "A changed policy waits until it is approved: on the console, or by rgp reload.",
    };

    private static readonly Option<bool> Verbose = new("--verbose") { Description = "Logs every decision." };

    private static readonly Option<string> Level = CreateLevel();
    private static readonly Option<string?> Recording = LiveOptions.Recording();
    private static readonly Option<string?> Connect = LiveOptions.Connect();
    private static readonly Option<string?> PasswordFile = LiveOptions.PasswordFile();
    private static readonly Option<string[]> TrustedRoles = LiveOptions.TrustedRoles();
    private static readonly Option<string[]> ClientTypes = LiveOptions.ClientBackendTypes();
    private static readonly Option<TimeSpan?> CancelGrace = LiveOptions.CancelGrace();
    private static readonly Option<string?> ShowText = LiveOptions.ShowText();
    private static readonly Option<string[]> Exempt = LiveOptions.ExemptLogins();
    private static readonly Option<string[]> Governed = LiveOptions.GovernedLogins();
    private static readonly Option<double?> Speed = LiveOptions.Speed();
    private static readonly Option<TimeSpan?> Duration = LiveOptions.For();
    private static readonly Option<string?> StatusSocket = LiveOptions.StatusSocketPath();
    private static readonly Option<string?> PauseFile = LiveOptions.PauseFile();
    private static readonly Option<string?> Journal = ServerOptions.Journal();
    private static readonly Option<TimeSpan?> Wait = LiveOptions.Wait();

    private static readonly Option[] All =
    [
        Recording,
        Connect,
        TrustedRoles,
        ClientTypes,
        Exempt,
        Governed,
        PasswordFile,
        Wait,
        Level,
        Speed,
        Duration,
        Sidecar,
        StateDirectory,
        StatusSocket,
        PauseFile,
        Journal,
        Listen,
        TokenFile,
        Minutes,
        Simulated,
        Audit,
        Reactions,
        ApprovePolicy,
        AllowCancel,
        CancelGrace,
        ShowText,
        Verbose,
    ];

    public static Command Create(CliContext context) =>
        new RgpCommand(
            "run",
            "Watches a server and governs it by a policy.",
            "rgp run policies/htap.rgp --server postgres://rgpolicy@localhost/postgres --level advise",
            "rgp run policies/htap.rgp --server postgres://rgpolicy@localhost/postgres --level enforce --for 10min"
        )
        {
            Details = "Or plays a recording. It runs until it is interrupted.",
        }
            .Takes([Policy, .. All])
            .Does(result => new RunCommand(context).RunAsync(RequestOf(context, result)));

    private static RunRequest RequestOf(CliContext context, ParseResult result) =>
        new RunRequest
        {
            Options = new LoopOptions
            {
                Policy = result.GetRequiredValue(Policy),
                ApprovePolicy = result.GetValue(ApprovePolicy),
                Level = LevelOf(result.GetRequiredValue(Level)),
                MayCancel = result.GetValue(AllowCancel),
                CancelGrace = result.GetValue(CancelGrace) ?? LoopOptions.UsualCancelGrace,
                ShowText = LiveOptions.ShowTextOf(result, ShowText),
                Audit = Resolved(context, result.GetValue(Audit)),
            },
            Recording = result.GetValue(Recording),
            Connect = LiveOptions.ConnectOf(result, Connect, TrustedRoles, ClientTypes) is { } uri
                ? ConnectionText.WithLogins(uri, result.GetValue(Exempt) ?? [], result.GetValue(Governed) ?? [])
                : null,
            PasswordFile = result.GetValue(PasswordFile),
            Speed = result.GetValue(Speed),
            For = result.GetValue(Duration),
            Wait = result.GetValue(Wait),
            Sidecar = new SidecarPlace(
                result.GetRequiredValue(Sidecar),
                context.Resolve(result.GetRequiredValue(StateDirectory)),
                context.InstallDirectory
            ),
            StatusSocket = LiveOptions.StatusSocketOf(context, result.GetValue(StatusSocket)),
            PauseFile = LiveOptions.PauseFileOf(context, result.GetValue(PauseFile), result.GetValue(StatusSocket)),
            Listen = result.GetValue(Listen),
            TokenFile = Resolved(context, result.GetValue(TokenFile)),
            Minutes = Resolved(context, result.GetValue(Minutes)),
            Simulated = Resolved(context, result.GetValue(Simulated)),
            ChangesDirectory = JournalPlace.Of(context, result.GetValue(Journal)),
            Reactions = Resolved(context, result.GetValue(Reactions)),
            Verbose = result.GetValue(Verbose),
            Json = result.WantsJson(),
        };

    private static Option<string> CreateLevel()
    {
        var level = new Option<string>("--level")
        {
            Description = "observe: only watch; advise: say what would be done; enforce: do it.",
            HelpName = "observe|advise|enforce",
            DefaultValueFactory = _ => "observe",
        };
        level.AcceptOnlyFromAmong("observe", "advise", "enforce");
        return level;
    }

    private static GovernorLevel LevelOf(string word) =>
        word switch
        {
            "enforce" => GovernorLevel.Enforce,
            "advise" => GovernorLevel.Advise,
            _ => GovernorLevel.Observe,
        };

    /// <summary>Runs until the time is up, the recording ends or it is interrupted.</summary>
    private async Task<int> RunAsync(RunRequest request)
    {
        if (Misuse(request) is { } misuse)
            return context.Fail(ExitCode.Usage, misuse, "See rgp run --help for two examples.");

        using var logs = LogSetup.ToWriter(context.Error, request.Verbose);
        var logger = logs.CreateLogger("rgp");
        var start = new StartLog(logger, context.Time);
        var opened = await new ServerWait(request.Wait, context.Time, start).OpenAsync(
            () => OpenAsync(request, start),
            context.Interrupt
        );
        if (opened.Observer is not { } observer)
            return context.Fail(opened.Refusal);

        await using (observer)
        {
            return
                await Readiness.CheckAsync(request.Options.Level, request.Sidecar, observer, start, context.Interrupt)
                    is { } refusal
                ? context.Fail(refusal)
                : await RunAsync(request, observer, opened.Target, (logger, start));
        }
    }

    private EnforceReadiness Readiness => new(context.Place, context.Error.WriteLine);

    private static string? Misuse(RunRequest request) =>
        (request.Recording, request.Connect) switch
        {
            (null, null) => "there is nothing to watch: give --server URI or --recording FILE",
            ({ }, { }) => "--server and --recording exclude each other",
            ({ }, null) when request.Options.Level == GovernorLevel.Enforce =>
                "a recording cannot be governed: use --level advise",
            _ when request.Options.MayCancel && request.Options.Level != GovernorLevel.Enforce =>
                "--allow-cancel is for --level enforce only",
            _ when request.Listen is { } place && ListenAddress.Parse(place) is null =>
                $"--listen {place}: give a port, 127.0.0.1:PORT or [::1]:PORT",
            _ when request is { Minutes: not null, Listen: null } => "--minutes is for --listen only",
            _ when request is { TokenFile: not null, Listen: null } => "--token-file is for --listen only",
            _ when request is { Simulated: not null, Listen: null } => "--simulated is for --listen only",
            ({ }, null) when request.Wait is not null => "--wait is for a live server only",
            (null, { }) when request.Speed is not null => "--speed is for recordings only",
            _ => null,
        };

    private async Task<Opened> OpenAsync(RunRequest request, StartLog start) =>
        request.Connect is { } uri
            ? await ObserverOpener.ConnectAsync(context, uri, request.PasswordFile, (start, request.Options.MayCancel))
            : ObserverOpener.Recording(context, request.Recording ?? "", request.Speed);

    private async Task<int> RunAsync(
        RunRequest request,
        IObserver observer,
        TargetProfile target,
        (ILogger Logger, StartLog Start) log
    )
    {
        var policy = await LivePolicy.LoadAsync(
            context,
            request.Options.Policy,
            target,
            request.Options.Level == GovernorLevel.Enforce
        );

        var logger = log.Logger;
        var broker = new StatusBroker();
        var side = new SideServices(context.Time);
        await using var socket = side.Socket(request.StatusSocket, broker, logger);
        if (request.Recording is null || request.Speed is not null)
        {
            await socket.StartAsync(context.Interrupt);
            broker.Watch(socket.Name, () => socket.Problem);
        }

        await using var minutes = request.Listen is null
            ? null
            : new MinuteFollower(broker, request.Minutes, context.Time, logger);
        await using var pages = Pages(request, side, broker, minutes, logger);
        using var hangup = ReloadAtHangup(broker);
        var (summary, refusal) = await new LoopRun(context.Place).RunAsync(
            request,
            observer,
            policy.Program,
            policy.File,
            // The pages are served from the first turn on: making them takes time that the first moves need.
            new LoopLinks(broker, logger, pages is null ? null : pages.Begin, Start: log.Start),
            context.Interrupt
        );
        return (summary, refusal) switch
        {
            ({ } done, _) => Conclude(request, observer, done),
            (_, { } why) => context.Fail(why),
            _ => throw new UnreachableException(),
        };
    }

    private static SideService? Pages(
        RunRequest request,
        SideServices side,
        StatusBroker broker,
        MinuteFollower? minutes,
        ILogger logger
    )
    {
        if (request.Listen is not { } place || ListenAddress.Parse(place) is not { } address || minutes is null)
            return null;

        var pages = side.Pages(
            address,
            [new SiteTarget("", broker) { Simulated = request.Simulated }],
            new Dictionary<string, MinuteStore>(StringComparer.Ordinal) { [""] = minutes.Store },
            request.TokenFile,
            logger
        );
        broker.Watch(pages.Name, () => pages.Problem);
        return pages;
    }

    private static string? Resolved(CliContext context, string? path) => path is null ? null : context.Resolve(path);

    // What service managers send for "read your configuration again".
    private PosixSignalRegistration ReloadAtHangup(StatusBroker broker) =>
        PosixSignalRegistration.Create(
            PosixSignal.SIGHUP,
            signal =>
            {
                signal.Cancel = true;
                _ = broker.AskAsync(new StatusQuestion(StatusQuestionKind.Reload) { By = "SIGHUP" }, context.Interrupt);
            }
        );

    private int Conclude(RunRequest request, IObserver observer, LoopSummary summary)
    {
        if (request.Json)
            RunJson.Write(context, request, observer, summary);
        else
            RunText.Write(context, summary, observer.Server.Kind);

        if (summary.End == LoopEnd.Cancelled)
            return context.Finish(ExitCode.Interrupted, "Interrupted; nothing is governed any more.");

        return DamageOf(observer) is { } damage
            ? context.Fail(ExitCode.Unreachable, damage, "The figures above are of what could be read.")
            : ExitCode.Success;
    }

    /// <summary>A cut-off recording is only noted; one with damaged contents did not play what was recorded.</summary>
    private static string? DamageOf(IObserver observer) =>
        observer
            is Dbms.Replay.ReplayObserver
            {
                Problem: { Kind: not Dbms.Recording.RecordingProblemKind.Truncated } problem
            }
            ? problem.Message
            : null;
}
