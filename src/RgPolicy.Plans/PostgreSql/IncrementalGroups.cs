using RgPolicy.Plans.Documents;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>The groups that an incremental sort worked through, where they were counted.</summary>
internal static class IncrementalGroups
{
    public static IEnumerable<JsonValue> Of(ServerNode node)
    {
        foreach (var name in (JsonName[])[JsonName.FullSortGroups, JsonName.PreSortedGroups])
        {
            if (node.Json.Member(name) is { Kind: JsonKind.Object } groups)
                yield return groups;
        }
    }
}
