using System.Diagnostics;
using RgPolicy.Dbms.SqlServer;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;
using RgPolicy.Language.Checking;

namespace RgPolicy.Bench.SqlServer;

/// <summary>
/// What observing a SQL Server costs here, and how long it takes from the first poll that sees a request to its
/// decision: with a plan that is kept, and with one that has to be fetched. A reaction counts from the beginning of
/// that poll; what is allocated and held is told for each sixth of the time, so that growth would show. What the
/// slowest waited for is asked of the runtime and of Linux, which costs more than a poll does.
/// </summary>
internal sealed class ObserveMeasurement
{
    private const int Parts = 6;
    private const int Slowest = 3;

    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(100);

    private readonly SqlServerObserver _observer;
    private readonly bool _tellsCauses;
    private readonly Governor _governor;
    private readonly List<SlowReaction> _kept = [];
    private readonly List<SlowReaction> _fetched = [];
    private readonly Stopwatch _clock = new();
    private PollCost _poll;
    private readonly Dictionary<(int ProcessId, DateTimeOffset Started), long> _waiting = [];

    private ObserveMeasurement(SqlServerObserver observer, PolicyProgram program, bool tellsCauses)
    {
        (_observer, _tellsCauses) = (observer, tellsCauses);
        _governor = new Governor(program, new GovernorOptions());
    }

    public static async Task RunAsync(TextWriter output, string uri, int seconds, bool tellsCauses)
    {
        var parsed = SqlServerConnection.Parse(uri, Environment.GetEnvironmentVariable);
        if (parsed.Options is not { } connection)
        {
            output.WriteLine(parsed.Problem);
            return;
        }

        await using var observer = await SqlServerObserver.ConnectAsync(
            connection,
            TimeProvider.System,
            new SqlServerObserverOptions(),
            CancellationToken.None
        );
        await observer.WarmUpAsync(CancellationToken.None);
        var measurement = new ObserveMeasurement(observer, await ProgramAsync(observer), tellsCauses);
        await measurement.MeasureAsync(output, seconds);
        measurement.Report(output);
    }

    private static async Task<PolicyProgram> ProgramAsync(SqlServerObserver observer)
    {
        var text = await File.ReadAllTextAsync(Path.Combine(AppContext.BaseDirectory, "htap.rgp"));
        var check = PolicyReader.Check(text, "htap.rgp", observer.Profile);
        return PolicyProgram.Compile(
            check.Policy ?? throw new InvalidOperationException("the policy does not fit"),
            observer.Profile
        );
    }

    private async Task MeasureAsync(TextWriter output, int seconds)
    {
        var part = UsePart.Begin();
        _clock.Start();
        while (_clock.Elapsed < TimeSpan.FromSeconds(seconds))
        {
            var before = Cost();
            var began = Stopwatch.GetTimestamp();
            var seen = await _observer.PollAsync(false, CancellationToken.None);
            var known = _kept.Count;
            Follow(seen, began, isPoll: true);
            // Afterwards, for asking takes about as long as a decision.
            _poll = Cost().Since(before);
            for (; known < _kept.Count; known++)
                _kept[known] = _kept[known] with { Poll = _poll };
            part.Polls++;
            if (_clock.Elapsed > TimeSpan.FromSeconds(part.Number * (double)seconds / Parts))
                part = part.End(output);
            await RestAsync(began);
        }
    }

    private PollCost Cost() => _tellsCauses ? PollCost.Now() : default;

    private async Task RestAsync(long began)
    {
        while (Stopwatch.GetElapsedTime(began) is var past && past < Interval)
        {
            using var pause = new CancellationTokenSource(Interval - past);
            try
            {
                await _observer.WaitForPlanAsync(pause.Token);
                Follow(_observer.Refresh(), 0, isPoll: false);
            }
            catch (OperationCanceledException)
            {
                return;
            }
        }
    }

    private void Follow(Observation observation, long at, bool isPoll)
    {
        _governor.Decide(observation);
        foreach (var query in observation.Queries)
        {
            var key = (query.ProcessId, query.Started);
            var isNew = isPoll && _waiting.TryAdd(key, at);
            if (query.Plan.State != PlanState.Known || _waiting[key] == 0)
                continue;
            (isNew ? _kept : _fetched).Add(
                new SlowReaction(Stopwatch.GetElapsedTime(_waiting[key]), _clock.Elapsed, _poll)
            );
            _waiting[key] = 0;
        }
    }

    private void Report(TextWriter output)
    {
        output.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"queries {_governor.Queries.Count}, polled every "
                    + $"{_observer.PollInterval.TotalMilliseconds} ms at the end"
            )
        );
        Report(output, "reaction, plan kept     ", _kept);
        Report(output, "reaction, plan fetched  ", _fetched);
    }

    private void Report(TextWriter output, string what, List<SlowReaction> reactions)
    {
        reactions.Sort((left, right) => left.Took.CompareTo(right.Took));
        if (reactions is [])
        {
            output.WriteLine($"{what}none");
            return;
        }

        output.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{what}p50 {At(0.5):0.0} ms, p95 {At(0.95):0.0} ms, longest {reactions[^1].Took.TotalMilliseconds:0.0} ms of {reactions.Count}"
            )
        );
        foreach (var reaction in reactions.TakeLast(_tellsCauses ? Slowest : 0).Reverse())
            output.WriteLine("  " + reaction);

        double At(double part) => reactions[(int)(part * reactions.Count)].Took.TotalMilliseconds;
    }
}
