using RgPolicy.Plans.Documents;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>Flattens a plan's JSON into operators, parents before children, without recursion.</summary>
internal static class ServerTree
{
    public static List<ServerNode> Flatten(JsonValue plan)
    {
        var nodes = new List<ServerNode>();
        var open = new Stack<(JsonValue Json, ServerNode? Parent)>();
        open.Push((plan, null));
        while (open.TryPop(out var next))
        {
            var node = new ServerNode(nodes.Count, next.Parent, next.Json);
            nodes.Add(node);
            next.Parent?.Children.Add(node);
            PushInputs(node, open);
        }

        return nodes;
    }

    private static void PushInputs(ServerNode node, Stack<(JsonValue Json, ServerNode? Parent)> open)
    {
        if (node.Json.Member("Plans") is not { Kind: JsonKind.Array } plans)
            return;
        for (var i = plans.Items.Count - 1; i >= 0; i--)
        {
            if (plans.Items[i] is { Kind: JsonKind.Object, Members.Count: > 0 } input)
                open.Push((input, node));
        }
    }
}
