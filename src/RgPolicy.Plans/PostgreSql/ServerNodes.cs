using System.Text.Json;
using RgPolicy.Plans.Documents;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>A statement's operators, parents before children.</summary>
internal sealed class ServerNodes
{
    private readonly Arena<ServerNode> _nodes = new();
    private readonly Stack<(JsonValue Json, ServerNode? Parent)> _open = new();
    private readonly List<JsonValue> _inputs = [];

    public ReadOnlySpan<ServerNode> All => _nodes.All;

    /// <summary>True when any of them was measured.</summary>
    public bool AreMeasured { get; private set; }

    /// <summary>Figures of all statements that no server means.</summary>
    public int AbsurdFigures { get; set; }

    /// <summary>Operators of all statements that have their inputs in several lists.</summary>
    public int SplitInputs { get; set; }

    /// <summary>Operators of all statements that do not say what they are, or how many rows.</summary>
    public int Incomplete { get; set; }

    /// <summary>None yet; to be given back to <see cref="Spare{T}"/>.</summary>
    public static ServerNodes Take()
    {
        var nodes = Spare<ServerNodes>.Take();
        (nodes.AbsurdFigures, nodes.SplitInputs, nodes.Incomplete) = (0, 0, 0);
        return nodes;
    }

    /// <summary>Takes the operators of a plan instead of those before, without recursion.</summary>
    public void Read(JsonValue plan)
    {
        _nodes.Clear();
        AreMeasured = false;
        _open.Push((plan, null));
        while (_open.TryPop(out var next))
        {
            var node = _nodes.Next();
            node.Become(_nodes.Count - 1, next.Parent, next.Json);
            next.Parent?.Children.Add(node);
            AreMeasured |= node.HasActuals;
            AbsurdFigures += node.AbsurdFigures;
            Incomplete += node.IsIncomplete ? 1 : 0;
            if (next.Json.Has("Plans"))
                OpenInputs(node);
        }

        foreach (var node in _nodes.All)
        {
            if (!node.HasActuals && node.Json.NumberOf("Subplans Removed") > 0)
                WithoutPruned(node);
        }
    }

    /// <summary>Documents that tools have put together may have the list of inputs more than once.</summary>
    private void OpenInputs(ServerNode node)
    {
        _inputs.Clear();
        var lists = 0;
        foreach (var plans in node.Json.Children)
        {
            if (plans.Kind != JsonValueKind.Array || !plans.Is("Plans"))
                continue;
            SplitInputs += ++lists == 2 ? 1 : 0;
            foreach (var input in plans.Children)
            {
                if (input is { Kind: JsonValueKind.Object, Children.IsEmpty: false })
                    _inputs.Add(input);
            }
        }

        for (var i = _inputs.Count - 1; i >= 0; i--)
            _open.Push((_inputs[i], node));
    }

    /// <summary>The estimates of an Append count inputs that the server has pruned since; so do those above it that
    /// pass its rows on.</summary>
    private static void WithoutPruned(ServerNode append)
    {
        if (append.PlanRows is not double before)
            return;
        var left = 0.0;
        foreach (var child in append.Children)
            left += child.PlanRows ?? 0;
        for (var node = append; node?.PlanRows == before; node = node.Parent)
            node.LosePruned(Math.Min(before, left));
    }
}
