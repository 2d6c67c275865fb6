using System.Collections.Immutable;
using RgPolicy.Engine.Sensitivity;

namespace RgPolicy.Service.Characterising;

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
