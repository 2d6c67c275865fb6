using RgPolicy.Plans.Documents;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>Finds the statements in a JSON value: an array of plans, one plan, a bare operator, or rows
/// of a client around them.</summary>
internal static class StatementFinder
{
    private const int MaximumWrapping = 8;

    /// <summary>The word that the server prints for a statement that has no plan.</summary>
    private const string NoPlan = "Utility Statement";

    /// <summary>Adds them to a list, in order.</summary>
    public static void Find(JsonValue root, List<JsonValue> found) => Collect(root, found, 0);

    public static bool IsWrapper(JsonValue value) => value.Member(JsonName.Plan) is { Kind: JsonKind.Object };

    /// <summary>True when a statement names its plan twice, as tools do that put documents together.</summary>
    public static bool HasTwoPlans(JsonValue value)
    {
        var plans = 0;
        foreach (var member in value.Children)
            plans += member.Name == JsonName.Plan ? 1 : 0;
        return plans > 1;
    }

    public static bool IsOperator(JsonValue value) =>
        value.Kind == JsonKind.Object && value.TextOf(JsonName.NodeType) is not null;

    public static bool IsUtility(JsonValue value) => value.Kind == JsonKind.Text && value.Text == NoPlan;

    /// <summary>Bounded by <see cref="MaximumWrapping"/>, so recursion is safe.</summary>
    private static void Collect(JsonValue value, List<JsonValue> found, int depth)
    {
        if (IsWrapper(value) || IsOperator(value) || IsUtility(value))
        {
            found.Add(value);
            return;
        }

        if (depth >= MaximumWrapping)
            return;
        foreach (var child in value.Children)
            Collect(child, found, depth + 1);
    }
}
