using RgPolicy.Engine.Workloads;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Formatting;

namespace RgPolicy.Service.Suggesting;

/// <summary>Writes a policy for what a server was seen to run: few classes, each with what was seen of it and a test
/// from it. What is unknown, over soon or seldom stays where the server was started.</summary>
internal static class PolicySuggester
{
    private const string Name = "suggested.rgp";
    private const string NotEnforced = "RG5001";

    // Less than this part of the time that was seen is not worth a class.
    private const double LeastShare = 0.02;

    // What is shorter is over before it could be throttled.
    private const double ShortestSeconds = 0.05;

    public static Suggestion Suggest(Workload workload, SuggestionRequest request)
    {
        var (classes, dropped) = Choose(workload, request);
        var unknown = UnknownOf(workload.Groups.Except([.. classes.SelectMany(each => each.Groups), .. dropped]));
        var objective = SuggestedObjective.Read(request.Objective, classes);
        if (objective.Problem is { } problem)
            return new Suggestion(null, problem, classes, unknown, dropped);

        var draft = new PolicyDraft(workload, request, classes, unknown, objective.Statement);
        var (formatted, check) = Checked(draft, request);
        if (check.Diagnostics.Any(each => each.Code == NotEnforced))
            (formatted, check) = Checked(draft.WithoutCache(), request);

        return check.Policy is not null
            ? new Suggestion(formatted, null, classes, unknown, dropped)
            : new Suggestion(
                null,
                string.Join(" ", check.Diagnostics.Select(each => each.Message).Take(1)),
                classes,
                unknown,
                dropped
            );
    }

    private static (string Text, PolicyCheck Check) Checked(PolicyDraft draft, SuggestionRequest request)
    {
        var text = draft.Write();
        var formatted = PolicyFormatter.Format(text, Name).Text ?? text;
        return (formatted, PolicyReader.Check(formatted, Name, request.Target));
    }

    internal static ImmutableArray<SuggestedClass> ClassesOf(Workload workload, SuggestionRequest request) =>
        Choose(workload, request).Classes;

    private static (ImmutableArray<SuggestedClass> Classes, ImmutableArray<StatementGroup> Dropped) Choose(
        Workload workload,
        SuggestionRequest request
    )
    {
        var all = Assign(workload, request);
        var kept = all.Where(each => IsKept(each, workload)).ToImmutableArray();
        var quick = QuickWork.ClassOf(
            [.. kept.Where(MayBeQuick).SelectMany(each => each.Groups)],
            Evidence.TellsHours(workload)
        );
        var taken = quick?.Groups.ToHashSet() ?? [];
        var left = kept.Select(each => each with { Groups = [.. each.Groups.Where(group => !taken.Contains(group))] });
        return (InOrder([.. left], quick), [.. all.Except(kept).SelectMany(each => each.Groups)]);
    }

    // What is quick makes no class worth it: it is what the class would harm.
    private static bool IsKept(SuggestedClass each, Workload workload)
    {
        var lasting = MayBeQuick(each)
            ? each with
            {
                Groups = [.. each.Groups.Where(group => !QuickWork.Is(group))],
            }
            : each;
        return !lasting.Groups.IsEmpty && (!IsThrottled(each) || IsWorth(lasting, workload));
    }

    private static ImmutableArray<SuggestedClass> Assign(Workload workload, SuggestionRequest request) =>
        [
            .. ClassCandidate.All.Select(candidate => new SuggestedClass(
                candidate.Name,
                candidate.Pool,
                candidate.Condition,
                [.. workload.Groups.Where(group => candidate.TakesGroup(group, request.Target))]
            )),
        ];

    private static bool IsThrottled(SuggestedClass each) => each.Pool != SuggestedPool.Critical;

    // A load is one whatever its size, by its kind and not by its shape.
    private static bool MayBeQuick(SuggestedClass each) => IsThrottled(each) && each.Name != ClassCandidate.BulkLoad;

    /// <summary>Whether it is worth a class that throttles: something of it was long, or all of it together
    /// was.</summary>
    internal static bool IsWorth(SuggestedClass each, Workload workload) =>
        each.Lasts > QuickWork.Longest
        || (each.Lasts >= ShortestSeconds && each.Seconds >= LeastShare * workload.Recorded.TotalSeconds);

    // Behind what is told by its kind or is short anyway, before what it is kept out of.
    private static ImmutableArray<SuggestedClass> InOrder(ImmutableArray<SuggestedClass> kept, SuggestedClass? quick) =>
        quick is null
            ? kept
            : kept.Insert(kept.Count(each => each.Name is ClassCandidate.BulkLoad or ClassCandidate.Oltp), quick);

    private static ImmutableArray<UnknownWork> UnknownOf(IEnumerable<StatementGroup> left) =>
        [
            .. left.Where(group => !IsKnown(group))
                .GroupBy(ReasonOf, StringComparer.Ordinal)
                .Select(same => new UnknownWork(
                    same.Key,
                    same.Sum(group => group.Executions),
                    same.Sum(group => group.Seconds)
                ))
                .OrderByDescending(each => each.Seconds),
        ];

    private static bool IsKnown(StatementGroup group) =>
        group.Plan is { State: PlanState.Known, Profile.Shape: not Plans.PlanShape.Unknown };

    private static string ReasonOf(StatementGroup group) =>
        group.Plan switch
        {
            { State: PlanState.Known, Profile: { } profile } => profile.Reason,
            { State: PlanState.Absent, Source: var reason } => reason,
            _ => "it ended before its plan was known",
        };
}

/// <summary>A policy for what a server was seen to run.</summary>
/// <param name="Text">The policy, formatted; null where there is a problem.</param>
/// <param name="Problem">Why there is none: the objective cannot be used.</param>
/// <param name="Classes">Its classes, from the top, without the default.</param>
/// <param name="Unknown">What it does not throttle because too little is known, the longest first.</param>
/// <param name="Ungoverned">What was left where it is because it is over soon or seldom.</param>
internal sealed record Suggestion(
    string? Text,
    string? Problem,
    ImmutableArray<SuggestedClass> Classes,
    ImmutableArray<UnknownWork> Unknown,
    ImmutableArray<StatementGroup> Ungoverned
);
