using RgPolicy.Engine.Observe;
using RgPolicy.Plans;

namespace RgPolicy.Engine.CoRun;

/// <summary>
/// What a provider that can hold queries back asks, such as a pooler, or a server with admission
/// control. Advice is there only under <c>cache strategy locality</c>; where there is no gate, <see cref="Review"/>
/// says what one would have done.
/// </summary>
internal interface ICoRunAdvisor
{
    /// <summary>Which of the queries that wait at the gate may begin now, beside those that run.</summary>
    /// <param name="waiting">All that wait, each with how long.</param>
    /// <returns>The advice; null when the policy asks for none, so that all may begin.</returns>
    CoRunAdvice? Admit(IReadOnlyList<CoRunQuery> waiting);

    /// <summary>Which of the running queries a gate would have let in together.</summary>
    /// <returns>The advice, in which queries that run and should not are held; null when the policy asks for
    /// none.</returns>
    CoRunAdvice? Review();
}

/// <summary>Which queries may begin, and the gates that this comes to.</summary>
/// <param name="Admissions">In the order in which they should begin.</param>
/// <param name="Held">The queries that go on waiting, each with the reason.</param>
/// <param name="Gates">One per class and one per locality that runs or waits.</param>
internal sealed record CoRunAdvice(
    ImmutableArray<Admission> Admissions,
    ImmutableArray<Hold> Held,
    ImmutableArray<AdmissionGate> Gates
);

/// <summary>A waiting query that may begin now.</summary>
/// <param name="Query">The query.</param>
/// <param name="Reason">Why it and why now, for people.</param>
internal sealed record Admission(CoRunQuery Query, string Reason);

/// <summary>A waiting query that may not begin yet.</summary>
/// <param name="Query">The query.</param>
/// <param name="Reason">Why not yet, for people.</param>
internal sealed record Hold(CoRunQuery Query, string Reason);

/// <summary>What co-run advice says of one query that runs.</summary>
/// <param name="IsAdmitted">It should run beside the others; false when it would have been held back.</param>
/// <param name="Reason">Why, for people.</param>
internal sealed record CoRunVerdict(bool IsAdmitted, string Reason);

/// <summary>One query that runs or waits, as far as sharing the cache is concerned.</summary>
/// <param name="Id">Its name.</param>
/// <param name="Class">Its class.</param>
/// <param name="Locality">Of its two lowest joins, as the plan was judged; unknown counts as strong,
/// the one to protect.</param>
/// <param name="TableBytes">Bytes of the hash tables of those joins.</param>
/// <param name="Waited">How long it has waited; of no account while it runs.</param>
internal sealed record CoRunQuery(string Id, string Class, PlanLocality Locality, double TableBytes, TimeSpan Waited)
{
    /// <summary>Weak queries gain nothing from the cache and harm the others.</summary>
    public bool IsWeak => Locality == PlanLocality.Weak;

    /// <summary>A query as its plan describes it.</summary>
    public static CoRunQuery Of(ObservedQuery query, string className, TimeSpan waited)
    {
        var profile = query.Plan.Profile;
        return new CoRunQuery(
            query.Id,
            className,
            profile?.Locality ?? PlanLocality.Strong,
            (double)(profile?.WorkingSetBytes.Value ?? 0),
            waited
        );
    }
}
