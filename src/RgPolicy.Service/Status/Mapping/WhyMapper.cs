using System.Text.Json;
using RgPolicy.Dbms.Texts;
using RgPolicy.Documents.Why;
using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Explain;
using RgPolicy.Language.Signals;
using RgPolicy.Plans;
using RgPolicy.Service.Status.Answers;

namespace RgPolicy.Service.Status.Mapping;

/// <summary>Why a query has its class and limits, as <c>rgp/why/1</c>.</summary>
internal static class WhyMapper
{
    private const string Schema = "rgp/why/1";

    /// <summary>The answer between the replacement of a policy and the next poll.</summary>
    internal static LoopAnswer NotYet { get; } =
        LoopAnswer.Error("The policy was just replaced, and the server has not been polled since. Ask again.");

    /// <summary>An explanation, without the query that it is of.</summary>
    /// <param name="explanation">The explanation.</param>
    /// <param name="withValueTexts">Adds each value as people read it, for programs that print the document.</param>
    public static ExplanationDocument Map(Explanation explanation, bool withValueTexts) =>
        Fill(new ExplanationDocument(), explanation, withValueTexts);

    /// <summary>An explanation of a query of this kind of server.</summary>
    public static WhyDocument Map(GovernedQuery query, Explanation explanation, string dbms)
    {
        var plan = query.Query.Plan;
        return (WhyDocument)Fill(
            new WhyDocument
            {
                Query = query.Query.Id,
                Note = query.Note,
                PoolNumber = query.PoolNumber,
                Plan = new ExplainedPlan(
                    plan.State.ToString().ToLowerInvariant(),
                    plan.Source,
                    PlanStatusText.Reason(plan),
                    PlanMapper.Operators(plan.Profile)
                ),
                Phase = PlanStatusText.Phase(query.Query),
                Statement = query.Query.Statement?.Text is { } text ? RedactedText.Of(text, dbms) : null,
            },
            explanation,
            withValueTexts: true
        );
    }

    /// <summary>The answer about a query that a governor follows; an object with only <c>error</c> when
    /// it follows none such.</summary>
    internal static LoopAnswer Answer(StatusQuestion question, Governor governor, string dbms)
    {
        var query = governor.Queries.FirstOrDefault(each =>
            question.ProcessId is { } processId
                ? each.Query.ProcessId == processId || each.Query.Workers.Contains(processId)
                : string.Equals(each.Query.Id, question.QueryId, StringComparison.Ordinal)
        );
        return query is not null && governor.Explain(query.Query.ProcessId) is { } explanation
            ? LoopAnswer.Of(Map(query, explanation, dbms), DocumentFormat.Why)
            : LoopAnswer.Error(
                question.ProcessId is { } asked
                    ? Invariant($"No running query of process {asked} is known. It may have ended: see rgp status.")
                    : $"No running query {question.QueryId} is known. It may have ended: see rgp status."
            );
    }

    private static ExplanationDocument Fill(ExplanationDocument document, Explanation explanation, bool withValueTexts)
    {
        return document with
        {
            Schema = Schema,
            Class = explanation.Class,
            Line = explanation.Line,
            Provisional = explanation.IsProvisional,
            UnknownSignals = [.. explanation.UnknownSignals.Select(signal => signal.Name)],
            Tried = [.. explanation.Tried.Select(tried => Tried(tried, withValueTexts))],
            Pool = explanation.Pool,
            Settings = PolicyMapper.Settings(explanation.Settings),
            Revision = explanation.Revision,
            Unknown =
            [
                .. explanation.UnknownSignals.Select(signal => new UnknownSignalDocument(
                    signal.Name,
                    signal.IsPending ? "pending" : "absent"
                )),
            ],
            Allotment = AllotmentMapper.Map(explanation.Allotment),
            CoRun = explanation.CoRun is { } verdict ? new CoRunDocument(verdict.IsAdmitted, verdict.Reason) : null,
        };
    }

    private static TriedClassDocument Tried(TriedClass tried, bool withValueTexts) =>
        new(
            tried.Class,
            tried.Line,
            Word(tried.Result),
            [
                .. tried.Atoms.Select(atom => new TriedAtomDocument(
                    atom.Text,
                    Value(atom),
                    withValueTexts ? atom.ValueText : null,
                    Word(atom.Result),
                    atom.Decides
                )),
            ]
        );

    /// <summary>As data: numbers in base units, null where it is not known.</summary>
    private static JsonElement? Value(TriedAtom atom) =>
        !atom.Value.IsKnown
            ? null
            : (atom.Signal is null ? null : SignalCatalog.Find(atom.Signal)?.Type) switch
            {
                SignalType.Bool => DocumentValue.Of(atom.Value.Number != 0),
                SignalType.Set => DocumentValue.Of([.. atom.Value.Set]),
                null or SignalType.Text => DocumentValue.Of(atom.Value.Text),
                SignalType.Enum or SignalType.Version => DocumentValue.Of(atom.ValueText),
                _ => DocumentValue.Of(atom.Value.Number),
            };

    private static string Word(Truth truth) =>
        truth switch
        {
            Truth.True => "true",
            Truth.False => "false",
            _ => "unknown",
        };
}

/// <summary>What processes have because of their pool, as documents have it.</summary>
internal static class AllotmentMapper
{
    public static AllotmentDocument Map(ExplainedAllotment allotment) =>
        new(
            allotment.Pool,
            allotment.Number,
            (decimal?)allotment.CpuShare,
            allotment.Cores,
            allotment.MemoryBandwidthPercent,
            allotment.LowIoPriority,
            allotment.ReadBytesPerSecond,
            allotment.ReadsPerSecond,
            allotment.ServiceClass,
            allotment.SharesClassWith,
            allotment.CacheNotes,
            [.. allotment.Masks.Select(mask => new MaskDocument(mask.Domain, Hex(mask.Before), Hex(mask.After)))]
        );

    private static string Hex(ulong mask) => "0x" + mask.ToString("x", CultureInfo.InvariantCulture);
}

/// <summary>The operators of a plan, as documents have them.</summary>
internal static class PlanMapper
{
    /// <summary>Plans with more are told by their first ones: parents come before their children.</summary>
    internal const int MostOperators = 500;

    public static PlanOperatorDocument[] Operators(PlanProfile? profile)
    {
        if (profile is null)
            return [];

        var total = profile.Operators.Sum(each => each.Weight);
        return
        [
            .. profile
                .Operators.Take(MostOperators)
                .Select(each => new PlanOperatorDocument(
                    each.Id,
                    each.Parent,
                    each.Name,
                    each.Family.ToString().ToLowerInvariant(),
                    each.Table,
                    Number(each.Rows),
                    Number(each.Executions),
                    Number(each.StructureBytes),
                    Number(each.StreamedBytes),
                    total > 0 ? each.Weight / total : null
                )),
        ];
    }

    private static double? Number(Figure figure) => (double?)figure.Value;
}

/// <summary>What status and <c>why</c> say of a query's plan.</summary>
internal static class PlanStatusText
{
    private static readonly ImmutableArray<string> Words = SignalCatalog.Get(SignalCatalog.RunningPhase).Words;

    /// <summary>Why the plan is judged so, or why there is none; null when there is nothing to say.</summary>
    public static string? Reason(PlanFacts plan) =>
        plan.State == PlanState.Known ? plan.Profile?.Reason
        : plan.State == PlanState.Expected ? $"{plan.Source}: {plan.Profile?.Reason}"
        : plan.Source.Length > 0 ? plan.Source
        : null;

    /// <summary>Why the query is not in its class's pool, and why its plan cannot be had or tells nothing.</summary>
    public static string Note(GovernedQuery query)
    {
        var plan = Problem(query.Query.Plan);
        return query.Note.Length == 0 ? plan
            : plan.Length == 0 ? query.Note
            : $"{query.Note}; {plan}";
    }

    /// <summary>The work that a query is at in the words of policies; null where the server does not tell.</summary>
    public static string? Phase(ObservedQuery query) => query.Phase is { } phase ? Words[(int)phase] : null;

    private static string Problem(PlanFacts plan) =>
        (Reason(plan), plan.State) switch
        {
            (null or "", _) => "",
            (var reason, PlanState.Expected) => $"expected plan: {reason}",
            (var reason, not PlanState.Known) => $"no plan: {reason}",
            (var reason, _) => plan.Profile?.Shape == PlanShape.Unknown ? $"unknown plan: {reason}" : "",
        };
}
