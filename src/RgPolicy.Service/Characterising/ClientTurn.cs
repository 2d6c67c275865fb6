using System.Collections.Immutable;
using RgPolicy.Engine.Sensitivity;

namespace RgPolicy.Service.Characterising;

/// <summary>One turn of the workload by all clients at the same time.</summary>
internal static class ClientTurn
{
    /// <summary>
    /// Each client runs the whole workload once. One that is done goes on until the last one is, so that no statement
    /// is measured with less beside it than the others.
    /// </summary>
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
