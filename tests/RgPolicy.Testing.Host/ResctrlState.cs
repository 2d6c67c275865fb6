namespace RgPolicy.Testing.Host;

/// <summary>Everything that the resctrl double remembers.</summary>
internal sealed class ResctrlState
{
    internal ResctrlState(ResctrlShape shape, DoubleTasks tasks)
    {
        Shape = shape;
        Tasks = tasks;
        Online = [.. shape.Domains.Values.SelectMany(cpus => cpus)];
        CpuCount = Online.Count == 0 ? 0 : Online.Max + 1;
        FreeMonitors = shape.MonitorIds - 1;
        Default = new ResctrlGroup(string.Empty, parent: null, owner: 0);
        Default.Cpus.UnionWith(Online);
        foreach (var domain in Domains)
            SetWidest(Default, domain);
    }

    internal ResctrlShape Shape { get; }

    internal DoubleTasks Tasks { get; }

    internal StatusBuffer Status { get; } = new();

    internal ResctrlGroup Default { get; }

    /// <summary>Control groups beside the default one, by name.</summary>
    internal SortedDictionary<string, ResctrlGroup> Groups { get; } = new(StringComparer.Ordinal);

    internal SortedSet<int> Online { get; }

    internal int CpuCount { get; }

    /// <summary>Monitoring numbers that are free.</summary>
    internal int FreeMonitors { get; set; }

    /// <summary>Monitoring numbers of removed groups, still occupied.</summary>
    internal int LimboMonitors { get; set; }

    internal IEnumerable<ResctrlGroup> AllControl => Groups.Values.Prepend(Default);

    /// <summary>Domains that have an online CPU.</summary>
    internal IEnumerable<int> Domains => Shape.Domains.Where(d => d.Value.Any(Online.Contains)).Select(d => d.Key);

    /// <summary>Gives a group all of every resource in a domain.</summary>
    internal void SetWidest(ResctrlGroup group, int domain)
    {
        foreach (var cache in Shape.Caches)
            group.Values[(cache, domain)] = Shape.FullMask;

        foreach (var bandwidth in Shape.Bandwidths)
            group.Values[(bandwidth, domain)] = WidestBandwidth(bandwidth);
    }

    /// <summary>What no limit is written as.</summary>
    internal ulong WidestBandwidth(string resource) => InMegabytes(resource) ? uint.MaxValue : Shape.MostBandwidth;

    internal bool InMegabytes(string resource) => Shape.BandwidthInMegabytes && resource == "MB";
}
