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
internal sealed class RunCommand(CliContext context, ParseResult result)
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
            .Takes(Policy, Recording, Connect, TrustedRoles, ClientTypes, Exempt, Governed, PasswordFile, Wait, Level)
            .Takes(Speed, Duration, Sidecar, StateDirectory, StatusSocket, PauseFile, Journal, Listen, TokenFile)
            .Takes(Minutes, Simulated, Audit, Reactions, ApprovePolicy, AllowCancel, CancelGrace, ShowText, Verbose)
            .Does(result => new RunCommand(context, result).RunAsync());

    private LoopRequest Request() =>
        new()
        {
            Options = new LoopOptions
            {
                Policy = result.GetRequiredValue(Policy),
                ApprovePolicy = result.GetValue(ApprovePolicy),
                Level = LevelOf(result.GetRequiredValue(Level)),
                MayCancel = result.GetValue(AllowCancel),
                CancelGrace = result.GetValue(CancelGrace) ?? LoopOptions.UsualCancelGrace,
                ShowText = LiveOptions.ShowTextOf(result, ShowText),
                Audit = Path(Audit),
            },
            Connect = LiveOptions.ConnectOf(result, Connect, TrustedRoles, ClientTypes) is { } uri
                ? ConnectionText.WithLogins(uri, result.GetValue(Exempt) ?? [], result.GetValue(Governed) ?? [])
                : null,
            For = result.GetValue(Duration),
            Sidecar = new SidecarPlace(
                result.GetRequiredValue(Sidecar),
                context.Resolve(result.GetRequiredValue(StateDirectory)),
                context.InstallDirectory
            ),
            PauseFile = LiveOptions.PauseFileOf(context, result.GetValue(PauseFile), result.GetValue(StatusSocket)),
            ChangesDirectory = JournalPlace.Of(context, result.GetValue(Journal)),
            Reactions = Path(Reactions),
        };

    private string? Path(Option<string?> option) => result.GetValue(option) is { } path ? context.Resolve(path) : null;

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
    private async Task<int> RunAsync()
    {
        var request = Request();
        if (Misuse(request) is { } misuse)
            return context.Fail(ExitCode.Usage, misuse, "See rgp run --help for two examples.");

        using var logs = LogSetup.ToWriter(context.Error, result.GetValue(Verbose));
        var logger = logs.CreateLogger("rgp");
        var start = new StartLog(logger, context.Time);
        var opened = await new ServerWait(result.GetValue(Wait), context.Time, start).OpenAsync(
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

    private string? Misuse(LoopRequest request) =>
        (result.GetValue(Recording), request.Connect) switch
        {
            (null, null) => "there is nothing to watch: give --server URI or --recording FILE",
            ({ }, { }) => "--server and --recording exclude each other",
            ({ }, null) when request.Options.Level == GovernorLevel.Enforce =>
                "a recording cannot be governed: use --level advise",
            _ when request.Options.MayCancel && request.Options.Level != GovernorLevel.Enforce =>
                "--allow-cancel is for --level enforce only",
            _ when result.GetValue(Listen) is { } place && ListenAddress.Parse(place) is null =>
                $"--listen {place}: give a port, 127.0.0.1:PORT or [::1]:PORT",
            _ when result.GetValue(Listen) is null
                    && Array.Find([Minutes, TokenFile, Simulated], each => result.GetValue(each) is not null)
                        is { } of => $"{of.Name} is for --listen only",
            ({ }, null) when result.GetValue(Wait) is not null => "--wait is for a live server only",
            (null, { }) when result.GetValue(Speed) is not null => "--speed is for recordings only",
            _ => null,
        };

    private async Task<Opened> OpenAsync(LoopRequest request, StartLog start) =>
        request.Connect is { } uri
            ? await ObserverOpener.ConnectAsync(
                context,
                uri,
                result.GetValue(PasswordFile),
                (start, request.Options.MayCancel)
            )
            : ObserverOpener.Recording(context, result.GetValue(Recording) ?? "", result.GetValue(Speed));

    private async Task<int> RunAsync(
        LoopRequest request,
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
        await using var socket = side.Socket(
            LiveOptions.StatusSocketOf(context, result.GetValue(StatusSocket)),
            broker,
            logger
        );
        if (request.Connect is not null || result.GetValue(Speed) is not null)
        {
            await socket.StartAsync(context.Interrupt);
            broker.Watch(socket.Name, () => socket.Problem);
        }

        await using var minutes = result.GetValue(Listen) is null
            ? null
            : new MinuteFollower(broker, Path(Minutes), context.Time, logger);
        await using var pages = Pages(side, broker, minutes, logger);
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

    private SideService? Pages(SideServices side, StatusBroker broker, MinuteFollower? minutes, ILogger logger)
    {
        if (
            result.GetValue(Listen) is not { } place
            || ListenAddress.Parse(place) is not { } address
            || minutes is null
        )
            return null;

        var pages = side.Pages(
            address,
            [new SiteTarget("", broker) { Simulated = Path(Simulated) }],
            new Dictionary<string, MinuteStore>(StringComparer.Ordinal) { [""] = minutes.Store },
            Path(TokenFile),
            logger
        );
        broker.Watch(pages.Name, () => pages.Problem);
        return pages;
    }

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

    private int Conclude(LoopRequest request, IObserver observer, LoopSummary summary)
    {
        if (result.WantsJson())
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
