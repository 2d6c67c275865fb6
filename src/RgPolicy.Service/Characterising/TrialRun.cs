using System.Collections.Immutable;
using RgPolicy.Dbms.Trials;
using RgPolicy.Engine.Sensitivity;

namespace RgPolicy.Service.Characterising;

/// <summary>Runs the workload once under one setting, on all sessions at the same time.</summary>
internal sealed class TrialRun(ITrialServer server, HostLevers? levers, TimeProvider time)
{
    // A third of the sidecar's lease.
    private static readonly TimeSpan Beat = TimeSpan.FromMilliseconds(500);

    private const int ClientsApart = 1_000_003;
    private const int UnitsApart = 7_919;

    private bool _isLimited;

    /// <summary>Runs it; nothing is limited in a baseline.</summary>
    /// <exception cref="TrialException">A statement failed, or the setting has no effect.</exception>
    public async Task<MeasuredRun> RunAsync(PlannedRun run, SweepRequest request, CancellationToken cancellationToken)
    {
        await SetAsync(run, cancellationToken);
        var random = new Random(request.Seed + run.Number);
        var clients = server.Sessions.Select((_, number) => NewClient(number, request, random)).ToArray();
        var times = await WithBeatsAsync(token => ClientTurn.RunAsync(clients, token), cancellationToken);
        return new MeasuredRun(run, times, clients.Length);
    }

    private TrialClient NewClient(int number, SweepRequest request, Random random)
    {
        // By the places in the workload: the order of a run must not change what is drawn.
        var units = request
            .Workload.Units.Select(
                (unit, place) =>
                    (unit, new Random(unchecked(request.Seed + (number * ClientsApart) + (place * UnitsApart))))
            )
            .ToArray();
        random.Shuffle(units);
        return new TrialClient(server.Sessions[number], [.. units], time, number);
    }

    private async Task SetAsync(PlannedRun run, CancellationToken cancellationToken)
    {
        var settings = new TrialSettings(
            (int?)run.ValueOf(SweepLever.MaxDop),
            run.ValueOf(SweepLever.Grant),
            (int?)run.ValueOf(SweepLever.GrantShare)
        );
        foreach (var session in server.Sessions)
        {
            await session.SetAsync(settings, cancellationToken);
        }

        if (levers is not null)
        {
            await LimitAsync(levers, run, cancellationToken);
        }
    }

    private async Task LimitAsync(HostLevers host, PlannedRun run, CancellationToken cancellationToken)
    {
        if (HostLevers.All.Any(lever => run.ValueOf(lever) is not null))
        {
            _isLimited = true;
            if (await host.SetAsync(run, cancellationToken) is { } problem)
            {
                throw new TrialException(problem, false, null);
            }
        }
        else if (_isLimited)
        {
            await host.ClearAsync(cancellationToken);
            _isLimited = false;
        }
    }

    private async Task<ImmutableArray<StatementTime>> WithBeatsAsync(
        Func<CancellationToken, Task<ImmutableArray<StatementTime>>> start,
        CancellationToken cancellationToken
    )
    {
        using var end = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var run = start(end.Token);
        try
        {
            while (levers is not null && _isLimited && !run.IsCompleted)
            {
                await Task.WhenAny(run, Task.Delay(Beat, time, CancellationToken.None));
                await levers.BeatAsync(cancellationToken);
            }
        }
        catch
        {
            // Without the sidecar the statements would run on unattended.
            await end.CancelAsync();
            await Task.WhenAny(run);
            throw;
        }

        return await run;
    }
}
