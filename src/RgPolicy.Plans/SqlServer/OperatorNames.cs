namespace RgPolicy.Plans.SqlServer;

/// <summary>Operators' names as management tools show them.</summary>
internal static class OperatorNames
{
    public static string Of(ServerOperator node)
    {
        if (node.Physical is "Clustered Index Seek" && node.Is(OperatorFlags.Lookup))
            return "Key Lookup";
        return node.Physical;
    }
}
