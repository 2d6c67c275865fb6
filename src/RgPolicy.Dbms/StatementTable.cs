namespace RgPolicy.Dbms;

internal interface IRunning
{
    int BackendId { get; }

    long SeenAt { get; }
}

/// <summary>The running statements, kept from poll to poll, so that what did not change costs one look-up and keeps its
/// texts.</summary>
internal abstract class StatementTable<TRow>
    where TRow : class, IRunning
{
    private readonly List<ObservedQuery> _handed = [];

    /// <summary>The running statements in the order of the numbers that name them, one of each.</summary>
    public IReadOnlyList<TRow> Ordered => Sorted;

    protected List<TRow> Sorted { get; } = [];
    protected Dictionary<int, TRow> Running { get; } = [];
    protected long Poll { get; private set; }

    /// <summary>What the backend of this number runs, or null.</summary>
    public TRow? Find(int backend) => Sorted.Find(each => each.BackendId == backend);

    /// <summary>What is told of all; the same list as before while each is the same.</summary>
    /// <remarks><c>handOut</c>: tells of one; null of what is not shown.</remarks>
    public ImmutableArray<ObservedQuery> HandOut(
        ImmutableArray<ObservedQuery> before,
        Func<TRow, ObservedQuery?> handOut
    )
    {
        _handed.Clear();
        var isSame = true;
        foreach (var row in Sorted)
        {
            if (handOut(row) is not { } query)
                continue;
            isSame = isSame && _handed.Count < before.Length && ReferenceEquals(query, before[_handed.Count]);
            _handed.Add(query);
        }

        return isSame && _handed.Count == before.Length ? before : [.. _handed];
    }

    protected void Begin() => Poll++;

    protected void End()
    {
        foreach (var (session, row) in Running)
            if (row.SeenAt != Poll)
                Running.Remove(session);
        Sorted.Clear();
        Sorted.AddRange(Running.Values);
        Sorted.Sort(static (a, b) => a.BackendId.CompareTo(b.BackendId));
        for (var i = Sorted.Count - 1; i > 0; i--)
            if (Sorted[i].BackendId == Sorted[i - 1].BackendId)
                Sorted.RemoveAt(i - 1);
    }
}
