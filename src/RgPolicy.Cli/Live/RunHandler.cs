using System.Diagnostics;
using System.Runtime.InteropServices;
using Microsoft.Extensions.Logging;
using RgPolicy.Cli.Configure;
using RgPolicy.Cli.Shell;
using RgPolicy.Dbms;
using RgPolicy.Language.Targets;
using RgPolicy.Service.Composing;
using RgPolicy.Service.Hosting;
using RgPolicy.Service.Logging;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Minutes;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status;

namespace RgPolicy.Cli.Live;

/// <summary>Puts the loop together, runs it and says what it did.</summary>
internal sealed class RunHandler(CliContext context)
{
    /// <summary>Runs until the time is up, the recording ends or it is interrupted.</summary>
    /// <returns>The exit code.</returns>
    public async Task<int> RunAsync(RunRequest request, CancellationToken cancellationToken)
    {
        if (Misuse(request) is { } misuse)
        {
            return context.Fail(ExitCode.Usage, misuse, "See rgp run --help for two examples.");
        }

        using var logs = LogSetup.ToWriter(context.Error, request.Verbose);
        var logger = logs.CreateLogger("rgp");
        var start = new StartLog(logger, context.Time);
        var opened = await new ServerWait(request.Wait, context.Time, start).OpenAsync(
            () => OpenAsync(request, start, cancellationToken),
            cancellationToken
        );
        if (opened.Observer is not { } observer)
        {
            return context.Fail(opened.Refusal);
        }

        await using (observer)
        {
            return
                await Readiness.CheckAsync(request.Level, request.Sidecar, observer, start, cancellationToken)
                    is { } refusal
                ? context.Fail(refusal)
                : await RunAsync(request, observer, opened.Target, (logger, start), cancellationToken);
        }
    }

    private EnforceReadiness Readiness => new(context.Place, context.Error.WriteLine);

    private static string? Misuse(RunRequest request) =>
        (request.Recording, request.Connect) switch
        {
            (null, null) => "there is nothing to watch: give --server URI or --recording FILE",
            ({ }, { }) => "--server and --recording exclude each other",
            ({ }, null) when request.Level == GovernorLevel.Enforce =>
                "a recording cannot be governed: use --level advise",
            _ when request.MayCancel && request.Level != GovernorLevel.Enforce =>
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

    private async Task<Opened> OpenAsync(RunRequest request, StartLog start, CancellationToken cancellationToken) =>
        request.Connect is { } uri
            ? await ObserverOpener.ConnectAsync(
                context,
                uri,
                request.PasswordFile,
                (start, request.MayCancel),
                cancellationToken
            )
            : ObserverOpener.Recording(context, request.Recording ?? "", request.Speed);

    private async Task<int> RunAsync(
        RunRequest request,
        IObserver observer,
        TargetProfile target,
        (ILogger Logger, StartLog Start) log,
        CancellationToken cancellationToken
    )
    {
        var policy = await LivePolicy.LoadAsync(
            context,
            request.Policy,
            target,
            request.Level == GovernorLevel.Enforce,
            cancellationToken
        );
        if (policy.Program is not { } program)
        {
            return policy.ExitCode;
        }

        var logger = log.Logger;
        var broker = new StatusBroker();
        var side = new SideServices(context.Time);
        await using var socket = side.Socket(request.StatusSocket, broker, logger);
        if (request.Recording is null || request.Speed is not null)
        {
            await socket.StartAsync(cancellationToken);
            broker.Watch(socket.Name, () => socket.Problem);
        }

        await using var minutes = request.Listen is null
            ? null
            : new MinuteFollower(broker, Resolved(request.Minutes), context.Time, logger);
        await using var pages = Pages(request, side, broker, minutes, logger);
        using var hangup = ReloadAtHangup(broker, cancellationToken);
        var (summary, refusal) = await new LoopRun(context.Place).RunAsync(
            LoopOf(request),
            observer,
            program,
            policy.File,
            // The pages are served from the first turn on: making them takes time that the first moves need.
            new LoopLinks(broker, logger, pages is null ? null : pages.Begin, Start: log.Start),
            cancellationToken
        );
        return (summary, refusal) switch
        {
            ({ } done, _) => Conclude(request, observer, done),
            (_, { } why) => context.Fail(why),
            _ => throw new UnreachableException(),
        };
    }

    private SideService? Pages(
        RunRequest request,
        SideServices side,
        StatusBroker broker,
        MinuteFollower? minutes,
        ILogger logger
    )
    {
        if (request.Listen is not { } place || ListenAddress.Parse(place) is not { } address || minutes is null)
        {
            return null;
        }

        var pages = side.Pages(
            address,
            [new SiteTarget("", broker) { Simulated = Resolved(request.Simulated) }],
            new Dictionary<string, MinuteStore>(StringComparer.Ordinal) { [""] = minutes.Store },
            Resolved(request.TokenFile),
            logger
        );
        broker.Watch(pages.Name, () => pages.Problem);
        return pages;
    }

    private LoopRequest LoopOf(RunRequest request) =>
        new()
        {
            Policy = request.Policy,
            ApprovePolicy = request.ApprovePolicy,
            Connect = request.Connect,
            Level = request.Level,
            MayCancel = request.MayCancel,
            CancelGrace = request.CancelGrace,
            ShowText = request.ShowText,
            For = request.For,
            Sidecar = request.Sidecar,
            PauseFile = request.PauseFile,
            ChangesDirectory = JournalPlace.Of(context, request.Journal),
            Audit = Resolved(request.Audit),
            Reactions = Resolved(request.Reactions),
        };

    private string? Resolved(string? path) => path is null ? null : context.Resolve(path);

    // What service managers send for "read your configuration again".
    private static PosixSignalRegistration ReloadAtHangup(StatusBroker broker, CancellationToken cancellationToken) =>
        PosixSignalRegistration.Create(
            PosixSignal.SIGHUP,
            signal =>
            {
                signal.Cancel = true;
                _ = broker.AskAsync(new StatusQuestion(StatusQuestionKind.Reload) { By = "SIGHUP" }, cancellationToken);
            }
        );

    private int Conclude(RunRequest request, IObserver observer, LoopSummary summary)
    {
        if (request.Json)
        {
            RunJson.Write(context, request, observer, summary);
        }
        else
        {
            RunText.Write(context, summary, observer.Server.Kind);
        }

        if (summary.End == LoopEnd.Cancelled)
        {
            return context.Finish(ExitCode.Interrupted, "Interrupted; nothing is governed any more.");
        }

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
