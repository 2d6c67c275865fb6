using RgPolicy.Dbms.SqlServer.History;
using RgPolicy.Dbms.SqlServer.Poll;

namespace RgPolicy.Dbms.SqlServer.Fetch;

/// <summary>Joins running requests with their plans, texts and history, and asks for the plans that are
/// missing.</summary>
internal sealed class SqlServerPlanLookup(
    PlanCache<RequestKey> cache,
    SqlServerPlanFetcher? fetcher,
    SqlServerHistoryCache history
)
{
    private const int InternalGroup = 1;
    private static readonly TimeSpan OldWithoutPlan = TimeSpan.FromSeconds(1);
    private static readonly PlanAnswer NotAskedFor = PlanAnswer.None("plans are not asked for");
    private static readonly PlanAnswer NoHandle = PlanAnswer.None(
        "the server shows no plan for a statement of this kind"
    );

    public PlanCache<RequestKey> Cache => cache;

    /// <summary>Whether a request's plan has to be found: it has hashes, and no answer is known.</summary>
    public bool WantsHandle(RunningRequest request) =>
        fetcher is not null && request.Row.Key.QueryHash != 0 && request.Answer is null && cache.IsDue(request.Row.Key);

    /// <summary>The request as it is handed out: the same instance while nothing changed; null until
    /// its session is known.</summary>
    public ObservedQuery? HandOut(RunningRequest request, DateTimeOffset now)
    {
        if (request.Session is not { IsHidden: false } session)
            return null;
        var past = history.Find(request);
        var answer = Answer(request, now);
        var plan = AsRun(request, answer?.Facts ?? PlanFacts.Pending);
        var statement = answer?.Statement ?? (request.Statement ??= First(request.Row));
        if (request.Handed is { } handed && ReferenceEquals(handed.Plan, plan) && ReferenceEquals(handed.History, past))
            return handed;
        return request.Handed = new ObservedQuery
        {
            ProcessId = request.Row.BackendId,
            Started = request.Started,
            Session = session.Facts,
            Group = request.Row.Group,
            Statement = WithTables(statement, plan),
            Plan = plan,
            History = past,
            WaitsForLock = request.Row.WaitsForLock,
            Exemption =
                session.Exemption ?? (request.Row.Group == InternalGroup ? "the server's own workload group" : null),
        };
    }

    /// <summary>What the running execution has counts, not what the plan estimates for any. The same instance while
    /// nothing changed.</summary>
    private static PlanFacts AsRun(RunningRequest request, PlanFacts plan)
    {
        var (dop, grant) = (request.Row.Dop, request.Row.Figures.MemoryBytes ?? 0);
        if (plan.Profile is not { } profile || (dop == 0 && grant == 0))
            return plan;
        if (request.LastPlan is { } last && ReferenceEquals(last.Plan, plan) && last.Dop == dop && last.Grant == grant)
            return last.AsRun;
        var asRun = plan with
        {
            Profile = profile with
            {
                Dop = dop > 0 ? new Figure(dop, Provenance.Actual) : profile.Dop,
                MemoryGrantBytes = grant > 0 ? new Figure(grant, Provenance.Actual) : profile.MemoryGrantBytes,
            },
        };
        request.LastPlan = (plan, dop, grant, asRun);
        return asRun;
    }

    private PlanAnswer? Answer(RunningRequest request, DateTimeOffset now)
    {
        // What is known of this execution stays as it is; only what is pending or failed for a while is
        // looked at again.
        if (request.Answer is { Failures: 0 } settled)
            return settled;
        if (request.Row.Key.QueryHash == 0)
            return WithoutHash(request, now);
        if (cache.Find(request.Row.Key) is { } known)
            request.Answer = known;
        Ask(request);
        return request.Answer;
    }

    /// <summary>Commands have no hash, and a statement has none while it is compiled.</summary>
    private static PlanAnswer? WithoutHash(RunningRequest request, DateTimeOffset now)
    {
        if (StatementProfile.FromKind(request.Row.Kind) is { } profile)
            return request.Answer = PlanAnswer.Lasting(PlanFacts.Known(profile, "kind"));
        return now - request.Started < OldWithoutPlan ? null : request.Answer = NoHandle;
    }

    private void Ask(RunningRequest request)
    {
        if (!cache.IsDue(request.Row.Key))
            return;
        if (fetcher is null)
            request.Answer = NotAskedFor;
        else if (request.PlanHandle is { Length: > 0 } handle)
            fetcher.Ask(
                new SqlServerPlanRequest(
                    request.Row.Key,
                    handle,
                    request.Row.StartOffset,
                    request.Row.EndOffset,
                    request.Row.Kind
                )
            );
        else if (request.HasNoHandle)
            request.Answer = NoHandle;
    }

    private static StatementFacts First(in RequestRow row) =>
        new(row.Kind, Fingerprint.Of(row.Key.QueryHash), null, false);

    private static StatementFacts WithTables(StatementFacts statement, PlanFacts plan) =>
        plan.Profile is { Tables: { IsDefaultOrEmpty: false } tables } ? statement with { Tables = tables } : statement;
}

/// <summary>A query_hash as the server and plan documents print it.</summary>
internal static class Fingerprint
{
    /// <summary>Such as <c>0x1A2B3C4D5E6F7081</c>; empty for none.</summary>
    public static string Of(long queryHash) => queryHash == 0 ? "" : FormattableString.Invariant($"0x{queryHash:X16}");
}
