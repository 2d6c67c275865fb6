namespace RgPolicy.Testing.Host;

/// <summary>A control or monitoring group of the resctrl double.</summary>
/// <param name="name">Its name; empty for the default group.</param>
/// <param name="parent">The control group of a monitoring group; null for a control group.</param>
/// <param name="owner">Whose directory and files it is.</param>
internal sealed class ResctrlGroup(string name, ResctrlGroup? parent, uint owner)
{
    internal string Name { get; set; } = name;

    internal ResctrlGroup? Parent { get; set; } = parent;

    internal bool IsMonitor => Parent is not null;

    internal bool IsExclusive { get; set; }

    internal SortedSet<int> Cpus { get; } = [];

    /// <summary>Values by resource and domain.</summary>
    internal Dictionary<(string Resource, int Domain), ulong> Values { get; } = [];

    /// <summary>Monitoring groups in it, by name.</summary>
    internal SortedDictionary<string, ResctrlGroup> Monitors { get; } = new(StringComparer.Ordinal);

    /// <summary>Who owns the directory, and each file that was given away, by file name.</summary>
    internal uint Owner { get; } = owner;

    internal Dictionary<string, uint> FileOwners { get; } = new(StringComparer.Ordinal);

    /// <summary>What its own counters say, by name of the event; 0 unless a test sets it.</summary>
    internal Dictionary<string, ulong> Counters { get; } = new(StringComparer.Ordinal);
}
