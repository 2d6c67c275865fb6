using System.Collections.Immutable;
using RgPolicy.Dbms;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Configure;
using RgPolicy.Engine.Decide;
using RgPolicy.Service.Audit;
using RgPolicy.Service.Logging;

namespace RgPolicy.Service.Loop;

/// <summary>Tells the DBMS once a second which hints its later executions should have, and the log what came of it.</summary>
internal sealed class HintStep(IHintKeeper keeper, LoopParts parts, PolicyInForce policy, ChangeHistory history)
{
    private const string Loop = "the loop";
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private PolicyProgram? _program;
    private ImmutableArray<string?> _hints = [];
    private long? _last;

    /// <summary>Follows the running queries; while paused every hint is cleared.</summary>
    public void Follow(bool isPaused)
    {
        if (_last is { } last && parts.Time.GetElapsedTime(last) < Interval)
        {
            return;
        }

        _last = parts.Time.GetTimestamp();
        keeper.Take(isPaused ? null : Wishes());
        TellNews();
    }

    /// <summary>Clears every hint.</summary>
    public async Task LetGoAsync(CancellationToken cancellationToken)
    {
        await keeper.LetGoAsync(cancellationToken);
        TellNews();
    }

    private HintWish[] Wishes()
    {
        if (!ReferenceEquals(_program, policy.Program))
        {
            (_program, _hints) = (policy.Program, QueryHints.Of(policy.Program));
        }

        return [.. policy.Governor.Queries.Where(MayHaveOne).Select(Wish)
            .GroupBy(wish => (wish.Database, wish.Fingerprint)).Select(Agreed)];
    }

    /// <summary>A hint holds for whoever runs the statement: where classes differ, it gets none.</summary>
    private static HintWish Agreed(IEnumerable<HintWish> wishes)
    {
        var all = wishes.ToList();
        return all.TrueForAll(wish => string.Equals(wish.Hint, all[0].Hint, StringComparison.Ordinal)) ? all[0] : all[0] with { Hint = null };
    }

    /// <summary>Not before the class is known for good, and never for whoever is not governed.</summary>
    private static bool MayHaveOne(GovernedQuery each) =>
        each is { Decision.IsProvisional: false, Query: { Exemption: null, Session: { IsSuperuser: false, Database.Length: > 0 }, Statement.Fingerprint.Length: > 0 } };

    private HintWish Wish(GovernedQuery each) => new(
        each.Query.Session.Database, each.Query.Statement?.Fingerprint ?? "", _hints[each.Decision.ClassIndex],
        policy.Program.Policy.Classes[each.Decision.ClassIndex].Name);

    private void TellNews()
    {
        foreach (var news in keeper.TakeNews())
        {
            parts.Logger.Hinted(news);
            history.Add(new AuditEntry(AuditEvent.Hint, Loop, policy.Program.Revision) { Reason = news });
        }
    }
}
