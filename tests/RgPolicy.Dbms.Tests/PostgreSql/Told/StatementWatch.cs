using System.Diagnostics;
using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.Tests.PostgreSql.Told;

/// <summary>Looks ten times a second at what is told of the statement of one session.</summary>
internal sealed class StatementWatch(PostgresObserver observer, TimeSpan? patience = null)
{
    /// <summary>How often it looks.</summary>
    public static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(100);

    /// <summary>How long it waits from the first sight of the statement on, unless told.</summary>
    private static readonly TimeSpan Usual = TimeSpan.FromSeconds(4);

    private readonly TimeSpan _patience = patience ?? Usual;

    private static readonly TimeSpan Start = TimeSpan.FromSeconds(60);

    /// <summary>Looks until the right shape is told, or another one for good, or the time is over.</summary>
    /// <param name="application">The session's application name.</param>
    /// <param name="isIt">Whether a query of the session is the statement.</param>
    /// <param name="right">The shapes that are right.</param>
    /// <param name="problem">What went wrong with sending it; null while nothing did.</param>
    public async Task<ToldShape> AskAsync(
        string application,
        Func<ObservedQuery, bool> isIt,
        ImmutableArray<string> right,
        Func<string?> problem
    )
    {
        var (began, seen) = (Stopwatch.StartNew(), new Stopwatch());
        var told = new ToldShape("", "it was never seen", _patience);
        while ((seen.IsRunning ? seen.Elapsed < _patience : began.Elapsed < Start) && problem() is null)
        {
            var observation = await observer.PollAsync(findBlocking: false, CancellationToken.None);
            if (
                observation.Queries.FirstOrDefault(query => query.Session.App == application && isIt(query)) is
                { } query
            )
            {
                seen.Start();
                told = Told(told, query, seen.Elapsed, right);
                if (IsSettled(told, right))
                    return told;
            }

            await Task.Delay(Interval);
        }

        return problem() is { } said ? told with { Reason = said } : told;
    }

    // A plan that may come later is waited for; a write is told by its age.
    private static bool IsSettled(ToldShape told, ImmutableArray<string> right) =>
        told.Shape.Length > 0
        && (
            told.IsOneOf(right)
                ? told.Shape != "none" || told.After > TimeSpan.FromSeconds(1)
                : told.Shape != "none" && !told.Reason.StartsWith("inferred", StringComparison.Ordinal)
        );

    private static ToldShape Told(
        ToldShape before,
        ObservedQuery query,
        TimeSpan after,
        ImmutableArray<string> right
    ) =>
        query.Plan switch
        {
            { State: PlanState.Pending } => before with { Reason = "it is pending" },
            { Profile: { Shape: not PlanShape.Unknown } profile } plan when !before.IsOneOf(right) => new ToldShape(
                ShapeName(profile.Shape),
                plan.Source ?? "",
                after
            )
            {
                Profile = profile,
            },
            { Profile: { } profile } => new ToldShape("none", profile.Reason ?? "", after),
            var plan => new ToldShape("none", plan.Source ?? "", after),
        };

    private static string ShapeName(PlanShape shape) =>
        shape == PlanShape.BulkLoad ? "bulk_load" : shape.ToString().ToLowerInvariant();
}
