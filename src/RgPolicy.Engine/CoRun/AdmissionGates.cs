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

/// <summary>How many queries of a kind may run, for servers that can hold queries back.</summary>
/// <param name="Kind"><c>class</c> or <c>locality</c>.</param>
/// <param name="Name">The class, or <c>strong</c>, <c>moderate</c>, <c>weak</c>.</param>
/// <param name="Open">So many may run at this moment.</param>
/// <param name="Running">So many run.</param>
/// <param name="Waiting">So many wait and may not begin yet.</param>
internal sealed record AdmissionGate(string Kind, string Name, int Open, int Running, int Waiting);
