using RgPolicy.Dbms;
using RgPolicy.Service.Audit;
using RgPolicy.Service.Logging;

namespace RgPolicy.Service.Loop;

/// <summary>Tells the DBMS once a second which hints its later executions should have, and the log what
/// came of it.</summary>
internal sealed class HintStep(IHintKeeper keeper, LoopParts parts, PolicyInForce policy, ChangeHistory history)
{
    private const string Loop = "the loop";
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private readonly HintRequests _requests = new();
    private long? _last;

    /// <summary>Follows the running queries; while paused every hint is cleared.</summary>
    public void Follow(bool isPaused)
    {
        if (_last is { } last && parts.Time.GetElapsedTime(last) < Interval)
        {
            return;
        }

        _last = parts.Time.GetTimestamp();
        keeper.Take(isPaused ? null : _requests.Of(policy.Governor, (parts.Observer as IResourceObserver)?.Resources));
        TellNews();
    }

    /// <summary>Clears every hint.</summary>
    public async Task LetGoAsync(CancellationToken cancellationToken)
    {
        await keeper.LetGoAsync(cancellationToken);
        TellNews();
    }

    private void TellNews()
    {
        foreach (var news in keeper.TakeNews())
        {
            parts.Logger.Hinted(news);
            history.Add(new AuditEntry(AuditEvent.Hint, Loop, policy.Program.Revision) { Reason = news });
        }
    }
}
