using System.Collections.Immutable;
using RgPolicy.Dbms.Trials;
using RgPolicy.Engine.Sensitivity;

namespace RgPolicy.Service.Characterising;

/// <summary>Runs the workload once under one setting.</summary>
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
        var times = ImmutableArray.CreateBuilder<StatementTime>();
        var statements = request.Workload.Statements.ToArray();
        new Random(request.Seed + run.Number).Shuffle(statements);
        foreach (var statement in statements)
        {
            times.Add(await TimeAsync(statement, cancellationToken));
        }

        return new MeasuredRun(run, times.ToImmutable());
    }

    private async Task SetAsync(PlannedRun run, CancellationToken cancellationToken)
    {
        await server.SetAsync(
            new TrialSettings(
                run is { Lever: SweepLever.MaxDop, Setting: { } dop } ? (int)dop.Value : null,
                run is { Lever: SweepLever.Grant, Setting: { } grant } ? grant.Value : null
            ),
            cancellationToken
        );
        if (levers is null)
        {
            return;
        }

        if (run is { Lever: { } lever and not (SweepLever.MaxDop or SweepLever.Grant), Setting: { } setting })
        {
            _isLimited = true;
            if (await levers.SetAsync(lever, setting.Value, cancellationToken) is { } problem)
            {
                throw new TrialException(problem, false, null);
            }
        }
        else if (_isLimited)
        {
            await levers.ClearAsync(cancellationToken);
            _isLimited = false;
        }
    }

    private async Task<StatementTime> TimeAsync(TrialStatement statement, CancellationToken cancellationToken)
    {
        var (seconds, plan) = (0.0, "");
        for (var i = 0; i < statement.Weight; i++)
        {
            var execution = await WithBeatsAsync(statement, cancellationToken);
            seconds += execution.Elapsed.TotalSeconds;
            plan = execution.Plan;
        }

        return new StatementTime(statement.Name, statement.Weight, seconds / statement.Weight, plan);
    }

    private async Task<TrialExecution> WithBeatsAsync(TrialStatement statement, CancellationToken cancellationToken)
    {
        using var end = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var run = server.RunAsync(statement, end.Token);
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
            // Without the sidecar the statement would run on unattended.
            await end.CancelAsync();
            await Task.WhenAny(run);
            throw;
        }

        return await run;
    }
}
