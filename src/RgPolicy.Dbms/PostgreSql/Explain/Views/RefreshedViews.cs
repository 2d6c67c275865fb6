using RgPolicy.Dbms.PostgreSql.Explain.Guarding;
using RgPolicy.Dbms.PostgreSql.Sql.Names;

namespace RgPolicy.Dbms.PostgreSql.Explain.Views;

/// <summary>Judges REFRESH MATERIALIZED VIEW as the query of its view. That is a text which another login wrote, and is
/// explained as any other: its own tables are resolved, locked and checked.</summary>
internal sealed class RefreshedViews(Explainer explainer, TimeProvider time)
{
    private const string MaterializedView = "m";

    // What is not known during one refresh may be so at the next.
    private static readonly TimeSpan Again = TimeSpan.FromSeconds(30);

    // A lock of a moment, a server that is busy: it may be known while this one runs.
    private static readonly TimeSpan Soon = TimeSpan.FromSeconds(2);

    public ViewDefinitions Definitions { get; } = new(time);

    /// <summary>The plan of the view's query, else what is told without.</summary>
    public async Task<PlanAnswer> AnswerAsync(
        ExplainSession session,
        PostgresPlanRequest request,
        RefreshedView refreshed,
        CancellationToken cancellationToken
    )
    {
        var (view, isByLocks) = await ResolveAsync(session, request, refreshed, cancellationToken);
        if (view is null)
            return Without(refreshed, "which view is meant is not seen", Again);
        var answer = await OfViewAsync(session, request, view, cancellationToken);
        if (answer.Facts is not { State: PlanState.Known, Profile: { } profile } facts)
        {
            var passes = answer.Failures > 0;
            if (!passes)
                Definitions.Forget(session.Database, view.Oid);
            answer = Without(refreshed, answer.Facts?.Source ?? "", passes ? Soon : Again);
        }
        else
            answer = answer with { Facts = facts with { Profile = profile with { Writes = true } } };
        return answer with { IsPerExecution = isByLocks };
    }

    private async Task<PlanAnswer> OfViewAsync(
        ExplainSession session,
        PostgresPlanRequest request,
        RelationCandidate view,
        CancellationToken cancellationToken
    )
    {
        var question = new GuardQuestion(NameReader.Read("SELECT 1"), [view], [], 0, []);
        if ((await session.Guard.CheckAsync(question, cancellationToken)).Reason is { } reason)
            return PlanAnswer.None(reason);
        if (await Definitions.FindAsync(session, view.Oid, cancellationToken) is not { } definition)
            return PlanAnswer.None("it cannot be read while the view is locked, and is read afterwards");
        return await explainer.ExplainAsync(
            session,
            request with
            {
                Text = definition.Text,
                Kind = StatementKind.Select,
                Reads = definition.Reads,
            },
            cancellationToken
        );
    }

    private static async Task<(RelationCandidate? View, bool IsByLocks)> ResolveAsync(
        ExplainSession session,
        PostgresPlanRequest request,
        RefreshedView refreshed,
        CancellationToken cancellationToken
    )
    {
        var (schema, name) = refreshed.Statement;
        var candidates = await session.Guard.CandidatesAsync([schema], [name], cancellationToken);
        var isByLocks = candidates.Count > 1;
        if (isByLocks)
            candidates = await session.LockedAsync(request.ProcessId, request.Started, [name], cancellationToken);
        return (candidates is [{ Kind: MaterializedView } view] ? view : null, isByLocks);
    }

    private static PlanAnswer Without(RefreshedView refreshed, string reason, TimeSpan lifetime) =>
        refreshed.Otherwise.Facts is { Profile: { } profile } facts
            ? refreshed.Otherwise with
            {
                Facts = facts with
                {
                    Profile = profile with { Reason = $"{profile.Reason}; the view's query has no plan: {reason}" },
                },
                Lifetime = lifetime,
                MayImprove = true,
            }
            : refreshed.Otherwise;
}
