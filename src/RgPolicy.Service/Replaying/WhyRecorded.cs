using RgPolicy.Dbms.Replay;
using RgPolicy.Documents.Why;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Status.Mapping;

namespace RgPolicy.Service.Replaying;

/// <summary>Plays a recording until one query has ended, and explains what was decided when it was last seen.</summary>
internal static class WhyRecorded
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
                document = Explain(report.Governor, governed, observer.Server.Kind);
            else if (document is not null)
                found.Cancel();
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
                return report.Governor.Queries.FirstOrDefault(each => each.Query.ProcessId == query.ProcessId);
        }

        return null;
    }

    private static WhyDocument? Explain(Governor governor, GovernedQuery query, string dbms) =>
        governor.Explain(query.Query.ProcessId) is { } explanation ? WhyMapper.Map(query, explanation, dbms) : null;
}

/// <summary>Watches a live server until the plan of one query is known, or for a few seconds, and
/// explains what was decided.</summary>
internal static class WhyWatched
{
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(3);

    /// <summary>Explains.</summary>
    /// <returns>Why it has its class; null when the process runs no query.</returns>
    /// <exception cref="ObserveException">The server could not be observed.</exception>
    public static async Task<WhyDocument?> RunAsync(
        IObserver observer,
        PolicyProgram program,
        int processId,
        TimeProvider time,
        CancellationToken cancellationToken
    )
    {
        var governor = new Governor(program, new GovernorOptions());
        var began = time.GetTimestamp();
        GovernedQuery? last = null;
        while (time.GetElapsedTime(began) < Longest)
        {
            governor.Decide(await observer.PollAsync(findBlocking: false, cancellationToken));
            var now = governor.Queries.FirstOrDefault(each =>
                each.Query.ProcessId == processId || each.Query.Workers.Contains(processId)
            );
            last = now ?? last;
            if (now is null || now.Query.Plan.State is PlanState.Known or PlanState.Absent)
                break;

            await Task.Delay(observer.PollInterval, time, cancellationToken);
        }

        return last is not null && governor.Explain(last.Query.ProcessId) is { } explanation
            ? WhyMapper.Map(last, explanation, observer.Server.Kind)
            : null;
    }
}
