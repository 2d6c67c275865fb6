namespace RgPolicy.Service.Status;

/// <summary>How many queries were given each class in each minute of the last hour, the running minute included.
/// Minutes pass evenly, however the clock is set.</summary>
internal sealed class DecisionMinutes(TimeProvider time)
{
    /// <summary>How many minutes are remembered, with the running one.</summary>
    public const int Most = 60;

    /// <summary>Classes that are remembered for each minute; of more, those with the fewest queries are
    /// summed up.</summary>
    internal const int MostClasses = 200;

    internal const string OtherClasses = "(other)";

    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    private readonly Queue<(string Class, long Queries)[]> _over = new(Most);
    private Dictionary<string, long> _atItsStart = new(StringComparer.Ordinal);
    private long _began = time.GetTimestamp();

    /// <summary>To be called after each turn: ends minutes that are over.</summary>
    /// <param name="counts">How many queries were given each class since the start.</param>
    public void Follow(Func<IReadOnlyList<(string Class, long Queries)>> counts)
    {
        var elapsed = time.GetElapsedTime(_began);
        if (elapsed < Minute)
            return;

        var now = counts();
        var minutes = (long)(elapsed / Minute);
        End(Since(now));
        for (var quiet = Math.Min(minutes - 1, Most); quiet > 0; quiet--)
            End([]);

        _atItsStart = now.ToDictionary(each => each.Class, each => each.Queries, StringComparer.Ordinal);
        _began += (long)(minutes * Minute.TotalSeconds * time.TimestampFrequency);
    }

    /// <summary>Every minute, the oldest first and the running one last; classes without a query are
    /// left out.</summary>
    /// <param name="counts">How many queries were given each class since the start.</param>
    public IReadOnlyList<IReadOnlyList<(string Class, long Queries)>> All(
        IReadOnlyList<(string Class, long Queries)> counts
    ) => [.. _over, Since(counts)];

    private void End((string Class, long Queries)[] minute)
    {
        if (_over.Count == Most - 1)
            _over.Dequeue();

        _over.Enqueue(minute);
    }

    private (string Class, long Queries)[] Since(IReadOnlyList<(string Class, long Queries)> now)
    {
        var given = now.Select(each => (each.Class, Queries: each.Queries - _atItsStart.GetValueOrDefault(each.Class)))
            .Where(each => each.Queries > 0)
            .OrderByDescending(each => each.Queries)
            .ToArray();
        return given.Length <= MostClasses
            ? given
            : [.. given[..MostClasses], (OtherClasses, given[MostClasses..].Sum(each => each.Queries))];
    }
}
