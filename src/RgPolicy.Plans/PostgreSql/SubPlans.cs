using RgPolicy.Plans.Documents;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>Sub-plans that hang beside an operator's inputs.</summary>
internal static class SubPlans
{
    private static readonly string[] Places = ["Filter", "Join Filter", "One-Time Filter", "Hash Cond", "Merge Cond"];

    /// <summary>The server marks a hashed sub-plan where it is used, in an expression of the parent.</summary>
    public static bool IsHashed(ServerNode parent, ServerNode child)
    {
        if (child.Json.TextOf("Subplan Name") is not { } name)
            return false;
        var mark = "hashed " + name;
        return Places.Any(place => Mentions(parent.Json.Member(place), mark)) || Mentions(parent.Json.Member("Output"), mark);
    }

    private static bool Mentions(JsonValue? value, string mark) => value switch
    {
        null => false,
        { Kind: JsonKind.Text } => value.Text.Contains(mark, StringComparison.Ordinal),
        _ => value.Items.Any(item => item.Text.Contains(mark, StringComparison.Ordinal)),
    };
}
