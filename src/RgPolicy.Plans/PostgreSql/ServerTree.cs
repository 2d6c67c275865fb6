using RgPolicy.Plans.Documents;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>Flattens a plan's JSON into operators, parents before children, without recursion.</summary>
internal static class ServerTree
{
    public static List<ServerNode> Flatten(JsonValue plan)
    {
        var nodes = new List<ServerNode>();
        var open = new Stack<(JsonValue Json, ServerNode? Parent)>();
        var inputs = new List<JsonValue>();
        open.Push((plan, null));
        while (open.TryPop(out var next))
        {
            var node = new ServerNode(nodes.Count, next.Parent, next.Json);
            nodes.Add(node);
            next.Parent?.Children.Add(node);
            Collect(node, inputs);
            for (var i = inputs.Count - 1; i >= 0; i--)
                open.Push((inputs[i], node));
        }

        return nodes;
    }

    private static void Collect(ServerNode node, List<JsonValue> inputs)
    {
        inputs.Clear();
        if (node.Json.Member("Plans") is not { Kind: JsonKind.Array } plans)
            return;
        foreach (var input in plans.Children)
        {
            if (input is { Kind: JsonKind.Object, Children.IsEmpty: false })
                inputs.Add(input);
        }
    }
}
