using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.SqlServer;

/// <summary>What an operator is to its parent: the position in the document tells.</summary>
internal static class Roles
{
    public static NodeRole Of(ServerOperator node)
    {
        if (node.Parent is not { } parent)
            return NodeRole.Outer;
        var place = node.Place;
        return parent.Kind switch
        {
            OperatorKind.HashJoin => place switch
            {
                0 => NodeRole.Inner,
                1 => NodeRole.Outer,
                _ => NodeRole.Member,
            },
            OperatorKind.NestedLoops when parent.Physical == "Adaptive Join" => place switch
            {
                0 => NodeRole.Outer,
                2 => NodeRole.Inner,
                _ => NodeRole.Member,
            },
            OperatorKind.NestedLoops or OperatorKind.MergeJoin => place switch
            {
                0 => NodeRole.Outer,
                1 => NodeRole.Inner,
                _ => NodeRole.Member,
            },
            _ => parent.Inputs.Count == 1 ? NodeRole.Outer : NodeRole.Member,
        };
    }
}
