using System.Collections.Immutable;
using RgPolicy.Dbms.Trials;
using RgPolicy.Engine.Sensitivity;

namespace RgPolicy.Service.Characterising;

/// <summary>A client that runs a workload, one part after the other.</summary>
/// <param name="session">Its session.</param>
/// <param name="statements">What it runs, in its order.</param>
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
    /// <param name="isEnough">Asked before each execution.</param>
    /// <param name="cancellationToken">Ends it.</param>
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
