using RgPolicy.Engine.Observe;
using RgPolicy.Plans;

namespace RgPolicy.Engine.CoRun;

/// <summary>One query that runs or waits, as far as sharing the cache is concerned.</summary>
/// <param name="Id">Its name.</param>
/// <param name="Class">Its class.</param>
/// <param name="Locality">Of its two lowest joins, as the plan was judged; unknown counts as strong,
/// the one to protect.</param>
/// <param name="TableBytes">Bytes of the hash tables of those joins.</param>
/// <param name="Waited">How long it has waited; of no account while it runs.</param>
public sealed record CoRunQuery(string Id, string Class, PlanLocality Locality, double TableBytes, TimeSpan Waited)
{
    /// <summary>Weak queries gain nothing from the cache and harm the others.</summary>
    public bool IsWeak => Locality == PlanLocality.Weak;

    /// <summary>A query as its plan describes it.</summary>
    public static CoRunQuery Of(ObservedQuery query, string className, TimeSpan waited)
    {
        ArgumentNullException.ThrowIfNull(query);
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
