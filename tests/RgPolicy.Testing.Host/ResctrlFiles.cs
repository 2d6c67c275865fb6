using System.Numerics;
using RgPolicy.Host.Facts;

namespace RgPolicy.Testing.Host;

/// <summary>What the files of the resctrl double say.</summary>
/// <param name="state">The state.</param>
internal sealed class ResctrlFiles(ResctrlState state)
{
    private const int NameWidth = 6;

    /// <summary>A group's file, or null when it has none of that name.</summary>
    internal string? OfGroup(ResctrlGroup group, string name) =>
        name switch
        {
            "cpus" => CpuText.Mask(group.Cpus) + "\n",
            "cpus_list" => CpuList.Format(group.Cpus) + "\n",
            "tasks" => string.Concat(TasksOf(group).Select(id => $"{id.ToString(CultureInfo.InvariantCulture)}\n")),
            "mode" when !group.IsMonitor => group.IsExclusive ? "exclusive\n" : "shareable\n",
            "schemata" when !group.IsMonitor => Lines(r => Values(group, r)),
            "size" when !group.IsMonitor => Lines(r => Sizes(group, r)),
            _ => null,
        };

    /// <summary>A file below <c>info</c>, or null.</summary>
    internal string? OfInfo(IReadOnlyList<string> path) =>
        path switch
        {
            ["last_cmd_status"] => state.Status.Text,
            ["L3_MON", var name] when state.Shape.MonitorIds > 0 => OfMonitoring(name),
            [var resource, var name] when state.Shape.Caches.Contains(resource, StringComparer.Ordinal) => OfCache(
                resource,
                name
            ),
            [var resource, var name] when state.Shape.Bandwidths.Contains(resource, StringComparer.Ordinal) =>
                OfBandwidth(name),
            _ => null,
        };

    /// <summary>The names of the directories in <c>info</c>.</summary>
    internal IEnumerable<string> InfoNames() =>
        state.Shape.Caches.Concat(state.Shape.Bandwidths).Concat(state.Shape.MonitorIds > 0 ? ["L3_MON"] : []);

    /// <summary>A counter, a control group's with those of its monitoring groups; null when there is
    /// none of that name.</summary>
    internal string? Counter(ResctrlGroup group, string domain, string name)
    {
        var known =
            state.Domains.Any(d => DomainDirectory(d) == domain)
            && name is "llc_occupancy" or "mbm_total_bytes" or "mbm_local_bytes";
        var sum = group.Monitors.Values.Aggregate(Own(group, name), (all, monitor) => all + Own(monitor, name));
        return known ? sum.ToString(CultureInfo.InvariantCulture) + "\n" : null;
    }

    internal static string DomainDirectory(int domain) =>
        string.Create(CultureInfo.InvariantCulture, $"mon_L3_{domain:00}");

    private static ulong Own(ResctrlGroup group, string name) => group.Counters.GetValueOrDefault(name);

    private IEnumerable<int> TasksOf(ResctrlGroup group) =>
        state.Tasks.Numbers(
            state.Tasks.All.Where(task =>
                group.IsMonitor ? task.Monitor == group : (task.Control ?? state.Default) == group
            )
        );

    private string Lines(Func<string, IEnumerable<string>> values)
    {
        var resources = state.Shape.Bandwidths.Reverse().Concat(state.Shape.Caches);
        return string.Concat(resources.Select(r => $"{r.PadLeft(NameWidth)}:{string.Join(';', values(r))}\n"));
    }

    private IEnumerable<string> Values(ResctrlGroup group, string resource)
    {
        var digits = Math.Max(state.Shape.Bandwidths.IsEmpty ? 1 : 3, (state.Shape.MaskBits + 3) / 4);
        var isCache = state.Shape.Caches.Contains(resource, StringComparer.Ordinal);
        foreach (var domain in state.Domains)
        {
            var value = group.Values.GetValueOrDefault((resource, domain));
            var text = value.ToString(isCache ? "x" : "d", CultureInfo.InvariantCulture);
            yield return string.Create(
                CultureInfo.InvariantCulture,
                $"{domain}={text.PadLeft(digits, isCache ? '0' : ' ')}"
            );
        }
    }

    private IEnumerable<string> Sizes(ResctrlGroup group, string resource)
    {
        var isCache = state.Shape.Caches.Contains(resource, StringComparer.Ordinal);
        foreach (var domain in state.Domains)
        {
            var value = group.Values.GetValueOrDefault((resource, domain));
            var size = isCache
                ? BitOperations.PopCount(value) * (state.Shape.CacheBytes / state.Shape.MaskBits)
                : (long)value;
            yield return string.Create(CultureInfo.InvariantCulture, $"{domain}={size}");
        }
    }

    private string? OfCache(string resource, string name) =>
        name switch
        {
            "cbm_mask" => state.Shape.FullMask.ToString("x", CultureInfo.InvariantCulture) + "\n",
            "min_cbm_bits" => Line(state.Shape.LeastBits),
            "num_closids" => Line(state.Shape.CodeDataSplit ? state.Shape.CacheClasses / 2 : state.Shape.CacheClasses),
            "shareable_bits" => state.Shape.ShareableBits.ToString("x", CultureInfo.InvariantCulture) + "\n",
            "sparse_masks" => Line(state.Shape.IsSparse ? 1 : 0),
            "bit_usage" => string.Join(';', state.Domains.Select(d => Usage(resource, d))) + "\n",
            _ => null,
        };

    private string Usage(string resource, int domain)
    {
        var marks = new char[state.Shape.MaskBits];
        for (var bit = 0; bit < marks.Length; bit++)
            marks[^(bit + 1)] = Mark(1UL << bit, resource, domain);

        return string.Create(CultureInfo.InvariantCulture, $"{domain}={new string(marks)}");
    }

    private char Mark(ulong bit, string resource, int domain)
    {
        var users = state.AllControl.Where(g => (g.Values.GetValueOrDefault((resource, domain)) & bit) != 0).ToArray();
        var isHardware = (state.Shape.ShareableBits & bit) != 0;
        return users.Any(g => g.IsExclusive) ? 'E'
            : users.Length > 0
                ? isHardware ? 'X'
                    : 'S'
            : isHardware ? 'H'
            : '0';
    }

    private string? OfBandwidth(string name) =>
        name switch
        {
            "num_closids" => Line(state.Shape.BandwidthClasses),
            "min_bandwidth" => Line(state.Shape.LeastBandwidth),
            "bandwidth_gran" => Line(state.Shape.BandwidthStep),
            "delay_linear" => Line(1),
            "thread_throttle_mode" => "max\n",
            _ => null,
        };

    private string? OfMonitoring(string name) =>
        name switch
        {
            "num_rmids" => Line(state.Shape.MonitorIds),
            "max_threshold_occupancy" => Line(131072),
            "mon_features" => "llc_occupancy\nmbm_total_bytes\nmbm_local_bytes\n",
            _ => null,
        };

    private static string Line(long number) => number.ToString(CultureInfo.InvariantCulture) + "\n";
}
