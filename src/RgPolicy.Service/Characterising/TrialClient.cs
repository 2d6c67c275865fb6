using System.Collections.Immutable;
using RgPolicy.Dbms.Trials;
using RgPolicy.Engine.Sensitivity;

namespace RgPolicy.Service.Characterising;

/// <summary>A client that runs the statements of a workload one after the other.</summary>
/// <param name="session">Its session.</param>
/// <param name="statements">The statements in its order.</param>
internal sealed class TrialClient(ITrialSession session, ImmutableArray<TrialStatement> statements)
{
    /// <summary>Runs each statement as often as its weight says.</summary>
    /// <exception cref="TrialException">A statement failed.</exception>
    public async Task<ImmutableArray<StatementTime>> MeasureAsync(CancellationToken cancellationToken)
    {
        var times = ImmutableArray.CreateBuilder<StatementTime>(statements.Length);
        foreach (var statement in statements)
        {
            times.Add(await TimeAsync(statement, cancellationToken));
        }

        return times.ToImmutable();
    }

    /// <summary>Goes on with the same statements and counts nothing, so that other clients keep their
    /// company.</summary>
    /// <param name="isEnough">Asked before each execution.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <exception cref="TrialException">A statement failed.</exception>
    public async Task KeepBusyAsync(Func<bool> isEnough, CancellationToken cancellationToken)
    {
        TrialStatement[] turn = [.. statements.SelectMany(each => Enumerable.Repeat(each, each.Weight))];
        for (var i = 0; !isEnough(); i++)
        {
            await session.RunAsync(turn[i % turn.Length], cancellationToken);
            // A session that answers at once must not keep the others from their turn.
            await Task.Yield();
        }
    }

    private async Task<StatementTime> TimeAsync(TrialStatement statement, CancellationToken cancellationToken)
    {
        var (seconds, plan) = (0.0, "");
        for (var i = 0; i < statement.Weight; i++)
        {
            var execution = await session.RunAsync(statement, cancellationToken);
            seconds += execution.Elapsed.TotalSeconds;
            plan = execution.Plan;
        }

        return new StatementTime(statement.Name, statement.Weight, seconds / statement.Weight, plan);
    }
}
