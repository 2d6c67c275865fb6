using RgPolicy.Dbms.Trials;
using RgPolicy.Engine.Sensitivity;

namespace RgPolicy.Service.Characterising;

/// <summary>Runs the workload once under one setting, by all clients at the same time.</summary>
internal sealed class TrialRun(ITrialServer server, HostLevers? levers, TimeProvider time)
{
    // A third of the sidecar's lease.
    private static readonly TimeSpan Beat = TimeSpan.FromMilliseconds(500);

    private bool _isLimited;

    /// <summary>Runs it; nothing is limited in a baseline.</summary>
    /// <exception cref="TrialException">A statement failed, or the setting has no effect.</exception>
    public async Task<MeasuredRun> RunAsync(PlannedRun run, SweepRequest request, CancellationToken cancellationToken)
    {
        var settings = new TrialSettings(
            (int?)run.ValueOf(SweepLever.MaxDop),
            run.ValueOf(SweepLever.Grant),
            (int?)run.ValueOf(SweepLever.GrantShare)
        );
        var times = server.Bench is { } bench
            ? await RunAsync(bench, settings, run, cancellationToken)
            : await RunAsync(server.Sessions, settings, run, request, cancellationToken);
        return new MeasuredRun(run, times, request.Clients);
    }

    private async Task<ImmutableArray<StatementTime>> RunAsync(
        IReadOnlyList<ITrialSession> sessions,
        TrialSettings settings,
        PlannedRun run,
        SweepRequest request,
        CancellationToken cancellationToken
    )
    {
        foreach (var session in sessions)
            await session.SetAsync(settings, cancellationToken);

        await LimitAsync([.. sessions.Select(session => session.ProcessId)], run, cancellationToken);
        var random = new Random(request.Seed + run.Number);
        var clients = sessions.Select(session => NewClient(session, request.Workload, random)).ToArray();
        return await WithBeatsAsync(token => ClientTurn.RunAsync(clients, token), cancellationToken);
    }

    private async Task<ImmutableArray<StatementTime>> RunAsync(
        ITrialBench bench,
        TrialSettings settings,
        PlannedRun run,
        CancellationToken cancellationToken
    )
    {
        await using var clients = await WithBeatsAsync(token => bench.StartAsync(settings, token), cancellationToken);
        await LimitAsync(clients.ProcessIds, run, cancellationToken);
        var means = await WithBeatsAsync(clients.RunAsync, cancellationToken);
        return
        [
            .. means.Select(each => new StatementTime(
                each.Statement.Name,
                each.Statement.Weight,
                each.Execution.Elapsed.TotalSeconds,
                each.Execution.Plan
            )),
        ];
    }

    private static TrialClient NewClient(ITrialSession session, TrialWorkload workload, Random random)
    {
        var statements = workload.Statements.ToArray();
        random.Shuffle(statements);
        return new TrialClient(session, [.. statements]);
    }

    private async Task LimitAsync(ImmutableArray<int> processes, PlannedRun run, CancellationToken cancellationToken)
    {
        if (levers is null)
            return;

        if (HostLevers.All.Any(lever => run.ValueOf(lever) is not null))
        {
            _isLimited = true;
            if (await levers.SetAsync(run, processes, cancellationToken) is { } problem)
                throw new TrialException(problem, false, null);
        }
        else if (_isLimited)
        {
            await levers.ClearAsync(cancellationToken);
            _isLimited = false;
        }
    }

    private async Task<T> WithBeatsAsync<T>(Func<CancellationToken, Task<T>> start, CancellationToken cancellationToken)
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

/// <summary>One turn of the workload by all clients at the same time.</summary>
internal static class ClientTurn
{
    /// <summary>Each client runs the whole workload once. One that is done goes on until the last one is, so that no
    /// statement is measured with less beside it than the others.</summary>
    /// <returns>Of each statement the mean over all clients.</returns>
    /// <exception cref="Dbms.Trials.TrialException">A statement failed; the other clients are stopped.</exception>
    public static async Task<ImmutableArray<StatementTime>> RunAsync(
        IReadOnlyList<TrialClient> clients,
        CancellationToken cancellationToken
    )
    {
        using var end = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var left = clients.Count;
        var turns = clients.Select(OneAsync).ToArray();
        return Mean(await Task.WhenAll(turns));

        async Task<ImmutableArray<StatementTime>> OneAsync(TrialClient client)
        {
            try
            {
                var times = await client.MeasureAsync(end.Token);
                Interlocked.Decrement(ref left);
                await client.KeepBusyAsync(() => Volatile.Read(ref left) == 0, end.Token);
                return times;
            }
            catch
            {
                await end.CancelAsync();
                throw;
            }
        }
    }

    private static ImmutableArray<StatementTime> Mean(ImmutableArray<StatementTime>[] clients) =>
        [
            .. clients
                .SelectMany(times => times)
                .GroupBy(time => time.Statement, StringComparer.Ordinal)
                .Select(each => each.First() with { Seconds = each.Average(time => time.Seconds) }),
        ];
}

/// <summary>A client that runs a workload, one part after the other.</summary>
internal sealed class TrialClient(ITrialSession session, ImmutableArray<TrialStatement> statements)
{
    /// <summary>Runs each as often as its weight says.</summary>
    /// <exception cref="TrialException">A statement failed.</exception>
    public async Task<ImmutableArray<StatementTime>> MeasureAsync(CancellationToken cancellationToken)
    {
        var times = ImmutableArray.CreateBuilder<StatementTime>(statements.Length);
        foreach (var statement in statements)
        {
            var (sum, plan) = (0.0, "");
            for (var i = 0; i < statement.Weight; i++)
            {
                var execution = await session.RunAsync(statement, cancellationToken);
                (sum, plan) = (sum + execution.Elapsed.TotalSeconds, execution.Plan);
            }

            times.Add(new StatementTime(statement.Name, statement.Weight, sum / statement.Weight, plan));
        }

        return times.ToImmutable();
    }

    /// <summary>Goes on with the same work and counts nothing, so that other clients keep their company.</summary>
    /// <exception cref="TrialException">A statement failed.</exception>
    public async Task KeepBusyAsync(Func<bool> isEnough, CancellationToken cancellationToken)
    {
        var turn = statements.SelectMany(each => Enumerable.Repeat(each, each.Weight)).ToArray();
        for (var i = 0; !isEnough(); i++)
        {
            await session.RunAsync(turn[i % turn.Length], cancellationToken);
            // A session that answers at once must not keep the others from their turn.
            await Task.Yield();
        }
    }
}
