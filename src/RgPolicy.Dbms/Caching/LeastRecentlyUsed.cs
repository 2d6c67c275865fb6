using System.Diagnostics.CodeAnalysis;

namespace RgPolicy.Dbms.Caching;

/// <summary>A bounded map that forgets what was not looked up for the longest time; for one thread at a time.</summary>
internal sealed class LeastRecentlyUsed<TKey, TValue>(int capacity)
    where TKey : notnull
{
    private readonly Dictionary<TKey, LinkedListNode<(TKey Key, TValue Value)>> _nodes = [];
    private readonly LinkedList<(TKey Key, TValue Value)> _order = [];

    public int Count => _nodes.Count;

    public bool TryGet(TKey key, [MaybeNullWhen(false)] out TValue value)
    {
        if (!_nodes.TryGetValue(key, out var node))
        {
            value = default;
            return false;
        }

        value = node.Value.Value;
        if (node == _order.First)
            return true;
        _order.Remove(node);
        _order.AddFirst(node);
        return true;
    }

    public void Put(TKey key, TValue value)
    {
        if (_nodes.Remove(key, out var old))
            _order.Remove(old);
        _nodes[key] = _order.AddFirst((key, value));
        if (_nodes.Count <= capacity || _order.Last is not { } last)
            return;
        _nodes.Remove(last.Value.Key);
        _order.RemoveLast();
    }

    public void Clear()
    {
        _nodes.Clear();
        _order.Clear();
    }
}
