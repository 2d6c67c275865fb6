using RgPolicy.Dbms.Trials;
using RgPolicy.Engine.Sensitivity;

namespace RgPolicy.Service.Characterising;

/// <summary>Carries a sweep out, run by run; each is kept as soon as it is done.</summary>
/// <param name="server">Where the workload runs.</param>
/// <param name="sidecar">Limits what the host gives; null where no lever needs it.</param>
/// <param name="topology">The host's processors.</param>
/// <param name="journal">Keeps the runs.</param>
/// <param name="time">The clock.</param>
internal sealed class SweepRunner(
    ITrialServer server,
    ISidecar? sidecar,
    Topology topology,
    RunJournal journal,
    TimeProvider time
)
{
    // A cell that fails is left out; one after the other means that something else is wrong.
    private const int MostFailuresInARow = 5;

    private readonly TrialRun _trial = new(server, sidecar is null ? null : new HostLevers(sidecar, topology), time);

    /// <summary>Runs what is not done yet.</summary>
    /// <param name="request">What.</param>
    /// <param name="progress">Told before each run; may be null.</param>
    /// <param name="cancellationToken">Ends it; what is done is kept.</param>
    public async Task<SweepOutcome> RunAsync(
        SweepRequest request,
        IProgress<SweepProgress>? progress,
        CancellationToken cancellationToken
    )
    {
        var plan = request.Plan();
        var state = new SweepState(plan, journal.Runs, request.Limit, time);
        await WarmUpAsync(request, state, cancellationToken);
        foreach (var run in state.Missing)
        {
            if (state.Stopped is not null || state.CheckTime() || cancellationToken.IsCancellationRequested)
                break;

            progress?.Report(state.Progress(run));
            await OneAsync(request, run, state, cancellationToken);
            if (state.FailuresInARow >= MostFailuresInARow)
                state.Stop(Invariant($"{MostFailuresInARow} runs failed one after the other"));
        }

        if (cancellationToken.IsCancellationRequested)
            state.Stop("it was interrupted");

        return state.Outcome();
    }

    /// <summary>The first executions read what later ones find in memory, and count for nothing.</summary>
    private async Task WarmUpAsync(SweepRequest request, SweepState state, CancellationToken cancellationToken)
    {
        if (!state.Missing.IsEmpty)
        {
            await AttemptAsync(
                state,
                "the workload cannot be run",
                () => _trial.RunAsync(new PlannedRun(-1, null, null, 0), request, cancellationToken),
                cancellationToken
            );
        }
    }

    private async Task OneAsync(
        SweepRequest request,
        PlannedRun run,
        SweepState state,
        CancellationToken cancellationToken
    )
    {
        var measured = await AttemptAsync(
            state,
            null,
            () => _trial.RunAsync(run, request, cancellationToken),
            cancellationToken,
            SweepState.NameOf(run)
        );
        if (measured is not null)
            Keep(measured, state);
    }

    private void Keep(MeasuredRun run, SweepState state)
    {
        try
        {
            journal.Add(run);
            state.Add(run);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            state.Stop($"a run cannot be kept: {e.Message}");
        }
    }

    private static async Task<MeasuredRun?> AttemptAsync(
        SweepState state,
        string? stops,
        Func<Task<MeasuredRun>> attempt,
        CancellationToken cancellationToken,
        string name = ""
    )
    {
        try
        {
            return await attempt();
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return null;
        }
        catch (TrialException e)
        {
            if (stops is not null || e.IsOver)
                state.Stop(stops is null ? e.Message : $"{stops}: {e.Message}");
            else
                state.Fail($"{name}: {e.Message}");
        }
        catch (SidecarException e)
        {
            state.Stop(e.Message);
        }

        return null;
    }
}

/// <summary>How far a sweep is.</summary>
/// <param name="Done">Runs that are done.</param>
/// <param name="Planned">Runs that were planned.</param>
/// <param name="Left">How long the rest will take, as far as can be told.</param>
/// <param name="Now">What runs now, such as <c>maxdop 4</c>.</param>
internal sealed record SweepProgress(int Done, int Planned, TimeSpan? Left, string Now);

/// <summary>How far a sweep has come.</summary>
internal sealed class SweepState
{
    private readonly ImmutableArray<PlannedRun> _plan;
    private readonly List<MeasuredRun> _runs;
    private readonly List<string> _failures = [];
    private readonly TimeSpan? _limit;
    private readonly TimeProvider _time;
    private readonly long _begun;
    private int _doneNow;
    private bool _isTimeUp;

    public SweepState(
        ImmutableArray<PlannedRun> plan,
        IReadOnlyList<MeasuredRun> done,
        TimeSpan? limit,
        TimeProvider time
    )
    {
        (_plan, _runs, _limit, _time, _begun) = (plan, [.. done], limit, time, time.GetTimestamp());
        var numbers = done.Select(run => run.Run.Number).ToHashSet();
        Missing = [.. plan.Where(run => !numbers.Contains(run.Number))];
    }

    /// <summary>What is not done yet.</summary>
    public ImmutableArray<PlannedRun> Missing { get; }

    /// <summary>Why it ends early, or null.</summary>
    public string? Stopped { get; private set; }

    /// <summary>Failures since the last run that was measured.</summary>
    public int FailuresInARow { get; private set; }

    /// <summary>What a run is called, such as <c>maxdop 4</c>.</summary>
    public static string NameOf(PlannedRun run) =>
        run is { Lever: { } lever, Setting: { } setting }
            ? $"{SweepLeverName.Of(lever)} {setting.Text}"
                + (run.With is { } with ? $", {SweepLeverName.Of(with.Lever)} {with.Setting.Text}" : "")
            : "baseline";

    public void Add(MeasuredRun run)
    {
        _runs.Add(run);
        (_doneNow, FailuresInARow) = (_doneNow + 1, 0);
    }

    public void Fail(string reason)
    {
        _failures.Add(reason);
        FailuresInARow++;
    }

    public void Stop(string reason) => Stopped ??= reason;

    /// <summary>True once the time is up, which is a reason to stop.</summary>
    public bool CheckTime()
    {
        if (_limit is { } limit && _time.GetElapsedTime(_begun) >= limit)
        {
            _isTimeUp = true;
            Stop("the time that was given is over");
        }

        return _isTimeUp;
    }

    public SweepProgress Progress(PlannedRun next) =>
        new(
            _runs.Count,
            _plan.Length,
            _doneNow == 0
                ? null
                : _time.GetElapsedTime(_begun) / _doneNow * (Missing.Length - _doneNow - _failures.Count),
            NameOf(next)
        );

    public SweepOutcome Outcome() =>
        new(_plan.Length, [.. _runs.OrderBy(run => run.Run.Number)], [.. _failures], Stopped, _isTimeUp);
}
