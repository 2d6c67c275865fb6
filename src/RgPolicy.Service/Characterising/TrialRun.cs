using System.Collections.Immutable;
using RgPolicy.Dbms.Trials;
using RgPolicy.Engine.Sensitivity;

namespace RgPolicy.Service.Characterising;

/// <summary>Runs the workload once under one setting, on all sessions at the same time.</summary>
internal sealed class TrialRun(ITrialServer server, HostLevers? levers, TimeProvider time)
{
    // A third of the sidecar's lease.
    private static readonly TimeSpan Beat = TimeSpan.FromMilliseconds(500);

    private bool _isLimited;

    /// <summary>Runs it; nothing is limited in a baseline.</summary>
    /// <exception cref="TrialException">A statement failed, or the setting has no effect.</exception>
    public async Task<MeasuredRun> RunAsync(PlannedRun run, SweepRequest request, CancellationToken cancellationToken)
    {
        await SetAsync(run, cancellationToken);
        var random = new Random(request.Seed + run.Number);
        var clients = server.Sessions.Select(session => NewClient(session, request, random)).ToArray();
        var times = await WithBeatsAsync(token => ClientTurn.RunAsync(clients, token), cancellationToken);
        return new MeasuredRun(run, times, clients.Length);
    }

    private static TrialClient NewClient(ITrialSession session, SweepRequest request, Random random)
    {
        var statements = request.Workload.Statements.ToArray();
        random.Shuffle(statements);
        return new TrialClient(session, [.. statements]);
    }

    private async Task SetAsync(PlannedRun run, CancellationToken cancellationToken)
    {
        var settings = new TrialSettings(
            run is { Lever: SweepLever.MaxDop, Setting: { } dop } ? (int)dop.Value : null,
            run is { Lever: SweepLever.Grant, Setting: { } grant } ? grant.Value : null
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
        if (run is { Lever: { } lever and not (SweepLever.MaxDop or SweepLever.Grant), Setting: { } setting })
        {
            _isLimited = true;
            if (await host.SetAsync(lever, setting.Value, cancellationToken) is { } problem)
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
