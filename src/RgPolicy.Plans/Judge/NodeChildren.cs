namespace RgPolicy.Plans.Judge;

/// <summary>The operators directly below another, in order; only its inputs if so asked.</summary>
internal readonly struct NodeChildren(PlanNode? first, bool onlyInputs)
{
    public Enumerator GetEnumerator() => new(first, onlyInputs);

    /// <summary>The only one; null when there is none or more than one.</summary>
    public PlanNode? OnlyOne()
    {
        PlanNode? only = null;
        foreach (var node in this)
        {
            if (only is not null)
                return null;
            only = node;
        }

        return only;
    }

    /// <summary>Follows the links from sibling to sibling.</summary>
    public struct Enumerator(PlanNode? first, bool onlyInputs)
    {
        private PlanNode? _next = first;
        private PlanNode? _current;

        public readonly PlanNode Current =>
            _current ?? throw new InvalidOperationException("before the first or after the last");

        public bool MoveNext()
        {
            do
            {
                _current = _next;
                _next = _current?.NextSibling;
            } while (onlyInputs && _current is { Role: NodeRole.Once or NodeRole.PerRow });
            return _current is not null;
        }
    }
}
