using System.Diagnostics;
using System.Globalization;
using RgPolicy.Dbms.SqlServer;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;
using RgPolicy.Language.Checking;

namespace RgPolicy.Bench.SqlServer;

/// <summary>
/// What observing a SQL Server costs here, and how long it takes from the first poll that sees a
/// request to its decision: with a plan that is kept, and with one that has to be fetched. A reaction counts from the
/// beginning of that poll; what is allocated and held is told for each sixth of the time, so that growth would show.
/// </summary>
internal sealed class ObserveMeasurement
{
    private const int Parts = 6;

    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(100);

    private readonly SqlServerObserver _observer;
    private readonly Governor _governor;
    private readonly List<double> _kept = [];
    private readonly List<double> _fetched = [];
    private readonly Dictionary<(int ProcessId, DateTimeOffset Started), long> _waiting = [];

    private ObserveMeasurement(SqlServerObserver observer, PolicyProgram program)
    {
        _observer = observer;
        GovernorWarmUp.Run(program);
        _governor = new Governor(program, new GovernorOptions());
    }

    public static async Task RunAsync(TextWriter output, string uri, int seconds)
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
        var measurement = new ObserveMeasurement(observer, await ProgramAsync(observer));
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
        var (part, clock) = (UsePart.Begin(), Stopwatch.StartNew());
        while (clock.Elapsed < TimeSpan.FromSeconds(seconds))
        {
            var began = Stopwatch.GetTimestamp();
            var seen = await _observer.PollAsync(false, CancellationToken.None);
            Follow(seen, began, isPoll: true);
            part.Polls++;
            if (clock.Elapsed > TimeSpan.FromSeconds(part.Number * (double)seconds / Parts))
                part = part.End(output);
            await RestAsync(began);
        }
    }

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
            (isNew ? _kept : _fetched).Add(Stopwatch.GetElapsedTime(_waiting[key]).TotalMilliseconds);
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
        output.WriteLine("reaction, plan kept     " + Quantiles(_kept));
        output.WriteLine("reaction, plan fetched  " + Quantiles(_fetched));
    }

    private static string Quantiles(List<double> milliseconds)
    {
        if (milliseconds.Count == 0)
            return "none";
        milliseconds.Sort();
        return string.Create(
            CultureInfo.InvariantCulture,
            $"p50 {milliseconds[milliseconds.Count / 2]:0.0} ms, p95 "
                + $"{milliseconds[(int)(milliseconds.Count * 0.95)]:0.0} ms, longest {milliseconds[^1]:0.0} ms of "
                + $"{milliseconds.Count}"
        );
    }
}
