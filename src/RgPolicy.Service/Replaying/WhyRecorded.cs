using RgPolicy.Dbms.Replay;
using RgPolicy.Documents.Why;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Decide;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Status.Mapping;

namespace RgPolicy.Service.Replaying;

/// <summary>Plays a recording until one query has ended, and explains what was decided when it was last seen.</summary>
public static class WhyRecorded
{
    /// <summary>Explains.</summary>
    /// <param name="observer">The recording.</param>
    /// <param name="program">The policy.</param>
    /// <param name="queryId">The query's id, as <c>rgp replay</c> and <c>rgp demo</c> print it.</param>
    /// <param name="time">The clock.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns>Why it has its class; null when no such query is in the recording.</returns>
    public static async Task<WhyDocument?> RunAsync(
        ReplayObserver observer,
        PolicyProgram program,
        string queryId,
        TimeProvider time,
        CancellationToken cancellationToken
    )
    {
        using var found = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        WhyDocument? document = null;
        void Watch(TurnReport report)
        {
            var governed = Find(report, queryId);
            if (governed is not null)
            {
                document = Explain(report.Governor, governed, observer.Server.Kind);
            }
            else if (document is not null)
            {
                found.Cancel();
            }
        }

        await ReplayRun.RunAsync(observer, program, null, time, Watch, found.Token);
        cancellationToken.ThrowIfCancellationRequested();
        return document;
    }

    private static GovernedQuery? Find(TurnReport report, string queryId)
    {
        foreach (var query in report.Seen.Queries)
        {
            if (string.Equals(query.Id, queryId, StringComparison.Ordinal))
            {
                return report.Governor.Queries.FirstOrDefault(each => each.Query.ProcessId == query.ProcessId);
            }
        }

        return null;
    }

    private static WhyDocument? Explain(Governor governor, GovernedQuery query, string dbms) =>
        governor.Explain(query.Query.ProcessId) is { } explanation ? WhyMapper.Map(query, explanation, dbms) : null;
}
