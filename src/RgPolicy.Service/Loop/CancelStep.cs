using RgPolicy.Engine.Tracking;
using RgPolicy.Service.Observing;

namespace RgPolicy.Service.Loop;

/// <summary>Has queries cancelled where rules want it, the service's settings allow it and the DBMS can do
/// it.</summary>
internal sealed class CancelStep(LoopParts parts, SteadyTimeline timeline, AuditStep audit)
{
    private const int MostPerTurn = 16;

    private readonly long _began = parts.Time.GetTimestamp();

    /// <summary>Asks the server for each; what was not done is logged with its reason.</summary>
    public async Task RunAsync(ImmutableArray<QueryCancel> cancels, CancellationToken cancellationToken)
    {
        for (var index = 0; index < cancels.Length; index++)
        {
            var (query, rule) = cancels[index];
            var reason =
                index < MostPerTurn ? await CancelAsync(cancels[index], cancellationToken) : "too many in one turn";
            if (reason is null)
            {
                parts.Logger.Cancelled(query.Id, rule);
                audit.Cancelled(cancels[index]);
            }
            else
            {
                parts.Logger.NotCancelled(query.Id, rule, reason);
            }
        }
    }

    private async Task<string?> CancelAsync(QueryCancel cancel, CancellationToken cancellationToken) =>
        parts switch
        {
            { Options.MayCancel: false } => "not allowed: start the service with --allow-cancel",
            _ when parts.Time.GetElapsedTime(_began) < parts.Options.CancelGrace => Invariant(
                $"nothing is cancelled in the first {parts.Options.CancelGrace.TotalSeconds:0.###} s after the start (--cancel-grace)"
            ),
            { Observer: IQueryCanceller canceller } => await canceller.CancelAsync(
                timeline.AsServed(cancel.Query),
                cancellationToken
            ),
            _ => "this DBMS is not asked to cancel by this version",
        };
}
