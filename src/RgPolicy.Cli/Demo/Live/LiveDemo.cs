using System.Runtime.InteropServices;
using Npgsql;
using RgPolicy.Documents.Demo;

namespace RgPolicy.Cli.Demo.Live;

/// <summary><c>rgp demo --live</c>: a server of its own under load, governed and not in turn; then it is all gone.</summary>
internal sealed class LiveDemo(CliContext context, TimeSpan length, bool isJson)
{
    /// <summary>Off and on in turn, so that what changes on the machine meanwhile changes both.</summary>
    public const int Segments = 6;

    private const string LeftTo = "the next rgp demo --live";
    private static readonly TimeSpan Settling = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan Between = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan ForcePatience = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan ClosePatience = TimeSpan.FromSeconds(10);

    private readonly ProgressLine _progress = new(context);
    private string? _problem;
    private string? _lever;

    /// <summary>Runs it.</summary>
    /// <returns>The exit code: 1 where the policy was not in force.</returns>
    public Task<int> RunAsync() => context.Unfinished.RunAsync(RunBoundAsync, LeftTo);

    private async Task<int> RunBoundAsync()
    {
        using var end = CancellationTokenSource.CreateLinkedTokenSource(context.Interrupt);
        // A terminal that is closed ends it as Ctrl-C does.
        using var hangUp = PosixSignalRegistration.Create(
            PosixSignal.SIGHUP,
            signal =>
            {
                signal.Cancel = true;
                end.Cancel();
            }
        );
        try
        {
            return Conclude(await MakeAsync(context with { Interrupt = end.Token }));
        }
        catch (Exception) when (end.IsCancellationRequested)
        {
            return ExitCode.Interrupted;
        }
        catch (NpgsqlException failure)
        {
            throw DemoServer.Failed(
                "the demo's server failed",
                failure is PostgresException told ? told.MessageText : failure.Message
            );
        }
        finally
        {
            _progress.Clear();
        }
    }

    private async Task<LiveDemoDocument> MakeAsync(CliContext bound)
    {
        var programs = FindPrograms();
        var rights = GoverningRights.Find(context);
        var before = context.HostRoot.ReadTrimmed("/proc/loadavg")?.Split(' ')[0];
        await using var directory = await DemoDirectory.MakeAsync(bound, rights);
        _progress.Show(() => $"Making a server of its own with {programs.Folder}, about 10 s ...");
        await using var server = await DemoServer.StartAsync(bound, directory, programs);
        await using var governor = await DemoGovernor.StartAsync(bound, directory, server);
        _progress.Clear();
        var figures = new DemoFigures(context.Time);
        var load = new DemoLoad(server, figures, Environment.ProcessorCount);
        var setting = new LiveDemoDocument(
            "rgp/demo-live/1",
            server.Version,
            Environment.ProcessorCount,
            load.Analysts,
            DemoLoad.ShortPerSecond,
            length.TotalSeconds,
            before
        );
        await MeasureAsync(governor, load, figures, setting, bound.Interrupt);
        _progress.Show(() => "Removing everything ...");
        return DemoOutcome.Of(setting with { Lever = _lever, Problem = _problem }, figures.Segments);
    }

    private ServerPrograms FindPrograms() =>
        !OperatingSystem.IsLinux()
            ? throw new CommandException(
                ExitCode.Unreachable,
                "rgp demo --live governs processes, which works on Linux only",
                "Without a server, anywhere: rgp demo"
            )
        : ServerPrograms.Find(context.HostRoot, context.EnvironmentVariable("PATH")) is { } programs ? programs
        : throw new CommandException(
            ExitCode.Unreachable,
            "PostgreSQL's programs initdb and postgres, version 14 or later, are not here",
            ServerPrograms.HowToInstall(context.HostRoot)
        );

    private async Task MeasureAsync(
        DemoGovernor governor,
        DemoLoad load,
        DemoFigures figures,
        LiveDemoDocument setting,
        CancellationToken cancellationToken
    )
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var shorts = load.RunShortAsync(stop.Token);
        var analysts = load.RunAnalystsAsync(stop.Token);
        try
        {
            await await Task.WhenAny(PlayAsync(governor, figures, setting, stop.Token), shorts, analysts);
            load.Close();
            await await Task.WhenAny(analysts, shorts, Task.Delay(ClosePatience, context.Time, stop.Token));
        }
        finally
        {
            await stop.CancelAsync();
            await Task.WhenAll(shorts, analysts).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    private async Task PlayAsync(
        DemoGovernor governor,
        DemoFigures figures,
        LiveDemoDocument setting,
        CancellationToken cancellationToken
    )
    {
        await ComeIntoForceAsync(governor, figures, cancellationToken);
        using var view = new DemoView(context, setting, isShown: !isJson);
        for (var number = 0; number < Segments; number++)
        {
            var isGoverned = number % 2 == 1;
            await governor.OrderAsync(isGoverned, cancellationToken);
            var part = length / Segments;
            var segment = figures.Begin(isGoverned, part / 4 < Settling ? part / 4 : Settling, part);
            while (figures.Now < segment.To)
            {
                await figures.WaitUntilAsync(figures.Now + Between, cancellationToken);
                var reading = await governor.ReadAsync(cancellationToken);
                Note(segment, reading, figures.Now);
                view.Show(figures.Segments, reading, figures.Now);
            }

            view.End(segment);
        }
    }

    // Before a minute is spent on it.
    private static async Task ComeIntoForceAsync(
        DemoGovernor governor,
        DemoFigures figures,
        CancellationToken cancellationToken
    )
    {
        while ((await governor.ReadAsync(cancellationToken)) is { Lever: null } reading)
        {
            if (figures.Now > ForcePatience)
                throw NotInForce(reading.Problem);

            await figures.WaitUntilAsync(figures.Now + Between, cancellationToken);
        }
    }

    private void Note(DemoSegment segment, DemoReading reading, TimeSpan now)
    {
        if (now < segment.From || now >= segment.To)
            return;

        var isAsOrdered = segment.IsGoverned ? reading.Lever is not null : reading.IsLetGo;
        segment.AddReading(isAsOrdered);
        _lever = segment.IsGoverned ? reading.Lever ?? _lever : _lever;
        _problem = isAsOrdered ? _problem : reading.Problem ?? _problem;
    }

    private int Conclude(LiveDemoDocument outcome)
    {
        _progress.Clear();
        if (isJson)
            JsonOutput.WriteDocument(context, outcome, DocumentFormat.LiveDemo);
        else
            DemoOutcome.Write(context, outcome);

        return outcome.InForce == true ? ExitCode.Success : throw NotInForce(outcome.Problem);
    }

    private static CommandException NotInForce(string? problem) =>
        new(
            ExitCode.Findings,
            "the policy was not in force as ordered, by what was read back" + (problem is null ? "" : $": {problem}"),
            "The figures say nothing of RgPolicy. See what this host lacks with: rgp doctor"
        );
}
