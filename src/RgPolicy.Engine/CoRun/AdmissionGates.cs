using System.Collections.Immutable;
using RgPolicy.Plans;

namespace RgPolicy.Engine.CoRun;

/// <summary>Puts advice into numbers: how many of each class and of each locality may run.</summary>
internal static class AdmissionGates
{
    private static readonly ImmutableArray<string> Localities = ["strong", "moderate", "weak"];

    public static ImmutableArray<AdmissionGate> Of(
        IReadOnlyList<CoRunQuery> running,
        IReadOnlyList<CoRunQuery> admitted,
        IReadOnlyList<CoRunQuery> waiting
    )
    {
        var classes = admitted
            .Concat(waiting)
            .Select(query => query.Class)
            .Distinct(StringComparer.Ordinal)
            .Order(StringComparer.Ordinal)
            .Select(name => Gate("class", name, query => query.Class == name));
        var localities = Enum.GetValues<PlanLocality>()
            .Where(kind => admitted.Concat(waiting).Any(query => query.Locality == kind))
            .Select(kind => Gate("locality", Localities[(int)kind], query => query.Locality == kind));
        return [.. classes, .. localities];

        AdmissionGate Gate(string kind, string name, Func<CoRunQuery, bool> isOf) =>
            new(kind, name, admitted.Count(isOf), running.Count(isOf), waiting.Count(isOf));
    }
}
