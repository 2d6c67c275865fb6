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
internal static class ObserveMeasurement
{
    private const int Parts = 6;

    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(100);

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
        var check = PolicyReader.Check(
            await File.ReadAllTextAsync(Path.Combine(AppContext.BaseDirectory, "htap.rgp")),
            "htap.rgp",
            observer.Profile
        );
        var program = PolicyProgram.Compile(
            check.Policy ?? throw new InvalidOperationException("the policy does not fit"),
            observer.Profile
        );
        GovernorWarmUp.Run(program);
        var governor = new Governor(program, new GovernorOptions());
        var (kept, fetched, waiting) = (
            new List<double>(),
            new List<double>(),
            new Dictionary<(int ProcessId, DateTimeOffset Started), long>()
        );
        var (part, clock) = (UsePart.Begin(), Stopwatch.StartNew());
        while (clock.Elapsed < TimeSpan.FromSeconds(seconds))
        {
            var began = Stopwatch.GetTimestamp();
            var seen = await observer.PollAsync(false, CancellationToken.None);
            Follow(seen, began, isPoll: true);
            part.Polls++;
            if (clock.Elapsed > TimeSpan.FromSeconds(part.Number * (double)seconds / Parts))
                part = part.End(output);
            await RestAsync(began);
        }

        output.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"queries {governor.Queries.Count}, polled every "
                    + $"{observer.PollInterval.TotalMilliseconds} ms at the end"
            )
        );
        output.WriteLine("reaction, plan kept     " + Quantiles(kept));
        output.WriteLine("reaction, plan fetched  " + Quantiles(fetched));

        async Task RestAsync(long began)
        {
            while (Stopwatch.GetElapsedTime(began) is var past && past < Interval)
            {
                using var pause = new CancellationTokenSource(Interval - past);
                try
                {
                    await observer.WaitForPlanAsync(pause.Token);
                    Follow(observer.Refresh(), 0, isPoll: false);
                }
                catch (OperationCanceledException)
                {
                    return;
                }
            }
        }

        void Follow(Observation observation, long at, bool isPoll)
        {
            governor.Decide(observation);
            foreach (var query in observation.Queries)
            {
                var key = (query.ProcessId, query.Started);
                var isNew = isPoll && waiting.TryAdd(key, at);
                if (query.Plan.State != PlanState.Known || waiting[key] == 0)
                    continue;
                (isNew ? kept : fetched).Add(Stopwatch.GetElapsedTime(waiting[key]).TotalMilliseconds);
                waiting[key] = 0;
            }
        }
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

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
