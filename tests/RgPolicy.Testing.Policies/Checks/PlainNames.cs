using RgPolicy.Testing.Policies.Text;

namespace RgPolicy.Testing.Policies.Checks;

/// <summary>Whom a class governs by naming him: superusers by their login as it is written, writers in open
/// transactions by <c>plan.writes</c>.</summary>
internal static class PlainNames
{
    /// <summary>In rising order, each once.</summary>
    public static IReadOnlyList<string> Of(PlainCondition condition) =>
        [.. All(condition).Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal)];

    private static IEnumerable<string> All(PlainCondition condition) =>
        condition switch
        {
            PlainAll all => all.Operands.SelectMany(All),
            PlainAtom { Kind: AtomKind.Flag, Signal.Name: "plan.writes" } => ["writers"],
            PlainAtom { Kind: AtomKind.Equal or AtomKind.In, Signal.Name: "session.login" } atom => atom
                .Constants.Where(login => login.Exactly)
                .Select(login => $"superuser {login.Text}"),
            _ => [],
        };
}
