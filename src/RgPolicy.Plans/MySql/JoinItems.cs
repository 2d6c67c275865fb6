using RgPolicy.Plans.Documents;

namespace RgPolicy.Plans.MySql;

/// <summary>What an operation joins, and where its blocks are.</summary>
internal static class JoinItems
{
    private static readonly JsonNameSet Names = new(
        JsonName.Table,
        JsonName.NestedLoop,
        JsonName.BlockNlJoin,
        JsonName.OrderingOperation,
        JsonName.GroupingOperation,
        JsonName.DuplicatesRemoval,
        JsonName.Windowing,
        JsonName.BufferResult,
        JsonName.UnionResult,
        JsonName.InsertFrom,
        JsonName.Filesort,
        JsonName.TemporaryTable,
        JsonName.ReadSortedFile,
        JsonName.WindowFunctionsComputation,
        JsonName.QuerySpecifications,
        JsonName.QueryBlock,
        JsonName.Materialization,
        JsonName.RangeCheckedForEachRecord,
        JsonName.IntersectResult,
        JsonName.ExceptResult,
        JsonName.UnaryResult,
        JsonName.RecursiveUnion
    );

    private static readonly JsonNameSet SubqueryLists = new(
        JsonName.AttachedSubqueries,
        JsonName.SelectListSubqueries,
        JsonName.HavingSubqueries,
        JsonName.OrderBySubqueries,
        JsonName.GroupBySubqueries,
        JsonName.OptimizedAwaySubqueries,
        JsonName.UpdateValueSubqueries,
        JsonName.InsertValuesSubqueries,
        JsonName.InsertUpdateSubqueries,
        JsonName.Subqueries
    );

    /// <summary>True for operations that read blocks one after the other.</summary>
    public static bool IsUnion(JsonName name) =>
        name
            is JsonName.UnionResult
                or JsonName.IntersectResult
                or JsonName.ExceptResult
                or JsonName.UnaryResult
                or JsonName.RecursiveUnion;

    /// <summary>Adds them to a list in join order; old MariaDB servers repeat <c>table</c> in one
    /// object instead of an array.</summary>
    public static void Collect(JsonValue operation, List<JoinItem> items)
    {
        if (!Names.MayBeIn(operation))
            return;
        foreach (var member in operation.Children)
            Add(member, items);
    }

    /// <summary>The block of a sub-query or derived table, or the object itself where the block is its own.</summary>
    public static JsonValue Block(JsonValue value)
    {
        if (value.Member(JsonName.Materialization) is { Kind: JsonKind.Object } materialization)
            value = materialization;
        return value.Member(JsonName.QueryBlock) is { Kind: JsonKind.Object } block ? block : value;
    }

    public static bool MayHaveSubqueries(JsonValue operation) => SubqueryLists.MayBeIn(operation);

    public static bool IsSubqueryList(JsonValue list) =>
        list.Kind == JsonKind.Array && SubqueryLists.Contains(list.Name);

    private static void Add(JsonValue member, List<JoinItem> items)
    {
        if (member.Kind is not (JsonKind.Object or JsonKind.Array) || !Names.Contains(member.Name))
            return;
        switch (member.Name)
        {
            case JsonName.NestedLoop or JsonName.QuerySpecifications:
                foreach (var element in member.Children)
                {
                    foreach (var inner in element.Children)
                        Add(inner, items);
                }

                break;
            case JsonName.BlockNlJoin:
                items.Add(JoinItem.Of(JsonName.Table, member.Member(JsonName.Table) ?? member, member));
                break;
            case JsonName.RangeCheckedForEachRecord:
                items.Add(JoinItem.Of(JsonName.Table, member.Member(JsonName.Table) ?? member, null));
                break;
            default:
                items.Add(JoinItem.Of(member.Name, member, null));
                break;
        }
    }
}
