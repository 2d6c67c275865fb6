using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Changing;
using RgPolicy.Sidecar.Journal;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Options;
using RgPolicy.Testing.Host;

namespace RgPolicy.Sidecar.Tests.Changing;

/// <summary>A host in memory with a foreign group and some tasks, and a journal on disk.</summary>
internal sealed class ChangeHost : IDisposable
{
    internal const string Resctrl = ResctrlFacts.Directory;
    internal const int FirstTask = 100;
    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-change-").FullName;

    internal ChangeHost(ResctrlShape? shape = null, uint user = 0)
    {
        Double = new HostDouble(shape ?? new ResctrlShape());
        Assert.Equal(0, Double.MakeDirectory(Resctrl + "/foreign"));
        var cache = shape is { CodeDataSplit: true } ? "L3DATA" : "L3";
        Assert.Equal(0, Double.Write(Resctrl + "/foreign/schemata", cache + ":0=3c000;1=3c000\nMB:0=40;1=40\n"));
        for (var i = 0; i < 6; i++)
            Double.AddTask(FirstTask + i, FirstTask + i, user);

        Assert.Equal(0, Double.Write(Resctrl + "/foreign/tasks", "105\n"));
        Journal = Open();
    }

    internal HostDouble Double { get; }

    internal JournalFile Journal { get; private set; }

    internal ResctrlFacts Facts => ResctrlFacts.Read(Double.Root)!;

    internal ChangeExecutor Executor => new(Double, Journal);

    /// <summary>All groups with their values and tasks, as text to compare.</summary>
    internal string Snapshot() =>
        string.Join(
            '\n',
            Double
                .Root.DirectoryNames(Resctrl)
                .Where(n => n is not ("info" or "mon_data" or "mon_groups"))
                .Prepend(".")
                .Select(n =>
                    $"{n}: {Double.Root.ReadText($"{Resctrl}/{n}/schemata")}"
                    + string.Join(' ', Double.Root.ReadLines(n == "." ? Resctrl + "/tasks" : $"{Resctrl}/{n}/tasks"))
                )
        );

    /// <summary>What a start after a death does.</summary>
    internal bool Reconcile()
    {
        Double.DiesAfter = null;
        Journal.Dispose();
        Journal = Open();
        return new Restorer(Double.Root, Journal, _ => { }).RestoreAll();
    }

    /// <summary>Our groups as they are.</summary>
    internal ImmutableArray<CacheGroupState> Now() =>
        [
            .. Double
                .Root.DirectoryNames(Resctrl)
                .Where(GroupName.IsOurs)
                .Select(n => $"{Resctrl}/{n}")
                .Select(d => new CacheGroupState(
                    d,
                    CacheValues.Parse(Double.Root.ReadText(d + "/schemata")!),
                    [.. Double.Root.ReadLines(d + "/tasks").Select(t => int.Parse(t, CultureInfo.InvariantCulture))]
                )),
        ];

    /// <summary>A group as it is to be.</summary>
    internal static CacheGroupState Group(int number, ulong mask, ulong bandwidth, params int[] tasks) =>
        new(
            $"{Resctrl}/rgp_{number}",
            CacheValues.Parse(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"L3:0={mask:x};1={mask:x}\nMB:0={bandwidth};1={bandwidth}\n"
                )
            ),
            [.. tasks]
        );

    /// <summary>Plans from what is and carries it out.</summary>
    internal ChangeOutcome Change(params CacheGroupState[] wanted)
    {
        var free = Facts.ClosIds - 2 - Now().Length;
        return Executor.Run(new ChangePlanner(Resctrl, Facts.LeastBits).Plan(Now(), wanted, free));
    }

    /// <summary>Changes pools' caches as the sidecar does.</summary>
    internal (Dictionary<int, CacheGroup> Groups, Dictionary<int, List<string>> Problems) Prepare(
        Func<int, PoolLimits?> limits,
        GrantedGroups granted,
        Dictionary<int, CacheGroup> kept,
        Func<int, IEnumerable<int>> tasksOf,
        params PoolSpec[] specs
    )
    {
        var problems = specs.ToDictionary(s => s.Number, _ => new List<string>());
        using var change = new CacheGroups(Double.Root, Journal, limits).Change(
            ResctrlFacts.Read(Double.Root),
            specs,
            kept,
            tasksOf,
            granted,
            problems
        );
        PoolChange.Run(Executor, change is null ? [] : [change]);
        return (change?.Groups() ?? [], problems);
    }

    internal static PoolSpec Pool(int number, int first, int count) =>
        new()
        {
            Number = number,
            FirstWay = first,
            WayCount = count,
        };

    public void Dispose()
    {
        Journal.Dispose();
        Directory.Delete(_directory, recursive: true);
    }

    private JournalFile Open() => JournalFile.Open(Double.Root, _directory, out _)!;
}
