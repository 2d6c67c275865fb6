using RgPolicy.Documents.Why;
using RgPolicy.Plans;

namespace RgPolicy.Service.Status.Mapping;

/// <summary>The operators of a plan, as documents have them.</summary>
internal static class PlanMapper
{
    /// <summary>Plans with more are told by their first ones: parents come before their children.</summary>
    internal const int MostOperators = 500;

    public static PlanOperatorDocument[] Operators(PlanProfile? profile)
    {
        if (profile is null)
        {
            return [];
        }

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
