using System.Collections.Immutable;
using RgPolicy.Dbms.Trials;
using RgPolicy.Engine.Sensitivity;

namespace RgPolicy.Service.Characterising;

/// <summary>A client that runs a workload, one part after the other.</summary>
/// <param name="session">Its session.</param>
/// <param name="units">The statements or scripts in its order, each with what draws its values: the same in each run,
/// so that settings are compared over the same work.</param>
/// <param name="time">For pauses.</param>
/// <param name="number">Which client it is, from 0.</param>
internal sealed class TrialClient(
    ITrialSession session,
    ImmutableArray<(ITrialUnit Unit, Random Values)> units,
    TimeProvider time,
    int number
)
{
    /// <summary>Runs each as often as its weight says.</summary>
    /// <exception cref="TrialException">A statement failed.</exception>
    public async Task<ImmutableArray<StatementTime>> MeasureAsync(CancellationToken cancellationToken)
    {
        var seen = new List<(TrialStatement Statement, TrialExecution Execution)>();
        foreach (var (unit, values) in units)
        {
            for (var i = 0; i < unit.Weight; i++)
            {
                await RunAsync(
                    unit,
                    values,
                    (statement, execution) => seen.Add((statement, execution)),
                    cancellationToken
                );
            }
        }

        return
        [
            .. seen.GroupBy(each => each.Statement.Name, StringComparer.Ordinal)
                .Select(same => new StatementTime(
                    same.Key,
                    same.Last().Statement.Weight,
                    same.Average(each => each.Execution.Elapsed.TotalSeconds),
                    same.Last().Execution.Plan
                )),
        ];
    }

    /// <summary>Goes on with the same work and counts nothing, so that other clients keep their company.</summary>
    /// <param name="isEnough">Asked before each execution.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="TrialException">A statement failed.</exception>
    public async Task KeepBusyAsync(Func<bool> isEnough, CancellationToken cancellationToken)
    {
        var turn = units.SelectMany(each => Enumerable.Repeat(each, each.Unit.Weight)).ToArray();
        for (var i = 0; !isEnough(); i++)
        {
            var (unit, values) = turn[i % turn.Length];
            await RunAsync(unit, values, static (_, _) => { }, cancellationToken);
            // A session that answers at once must not keep the others from their turn.
            await Task.Yield();
        }
    }

    private async Task RunAsync(
        ITrialUnit unit,
        Random values,
        Action<TrialStatement, TrialExecution> told,
        CancellationToken cancellationToken
    )
    {
        foreach (var step in unit.Begin(number, values))
        {
            if (step.Pause > TimeSpan.Zero)
            {
                await Task.Delay(step.Pause, time, cancellationToken);
            }

            if (step.Statement is { } statement)
            {
                told(statement, await session.RunAsync(statement, cancellationToken));
            }
        }
    }
}
