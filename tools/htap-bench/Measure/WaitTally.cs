namespace RgPolicy.HtapBench.Measure;

/// <summary>How often which wait was met.</summary>
internal sealed class WaitTally
{
    /// <summary>Statements of the OLTP count from this age on: what makes a tail, and not what all of them
    /// do.</summary>
    private const double SlowSeconds = 0.004;

    private const int MostShown = 8;

    private readonly Dictionary<string, int> _oltp = new(StringComparer.Ordinal);
    private readonly Dictionary<string, int> _load = new(StringComparer.Ordinal);
    private int _inPool;

    /// <summary>Adds all of another.</summary>
    public void Add(WaitTally other)
    {
        foreach (var (name, count) in other._oltp)
            Count(_oltp, name, count);
        foreach (var (name, count) in other._load)
            Count(_load, name, count);
        _inPool += other._inPool;
    }

    /// <summary>Takes in a statement of the OLTP.</summary>
    public void Oltp(string wait, double age)
    {
        if (age >= SlowSeconds)
            Count(_oltp, wait, 1);
    }

    /// <summary>Takes in a statement of the load.</summary>
    public void Load(string wait, bool isInPool)
    {
        Count(_load, wait, 1);
        _inPool += isInPool ? 1 : 0;
    }

    /// <summary>Whether nothing was met.</summary>
    public bool IsEmpty => _oltp.Count + _load.Count == 0;

    /// <summary>What slow statements of the OLTP waited for, the most frequent first.</summary>
    public string OltpText => Text(_oltp);

    /// <summary>What the load waited for, the most frequent first.</summary>
    public string LoadText => Text(_load);

    /// <summary>The part of the load's samples in a pool.</summary>
    public double InPool => _load.Count == 0 ? 0 : _inPool / (double)_load.Values.Sum();

    private static void Count(Dictionary<string, int> counts, string name, int more) =>
        counts[name] = counts.GetValueOrDefault(name) + more;

    private static string Text(Dictionary<string, int> counts)
    {
        double all = Math.Max(1, counts.Values.Sum());
        return string.Create(CultureInfo.InvariantCulture, $"{all:F0} samples: ")
            + string.Join(
                ", ",
                counts
                    .OrderByDescending(each => each.Value)
                    .Take(MostShown)
                    .Select(each => string.Create(CultureInfo.InvariantCulture, $"{each.Key} {each.Value / all:P0}"))
            );
    }
}
