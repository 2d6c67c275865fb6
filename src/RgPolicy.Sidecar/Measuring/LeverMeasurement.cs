using System.Diagnostics;
using RgPolicy.Host.Facts;
using RgPolicy.Host.Levers;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Measuring;

/// <summary>Tries levers on two busy loops in the server's own cgroup, beside what else runs there.</summary>
internal sealed class LeverMeasurement(FileRoot root, CpuGroups groups, BusyPair pair, ImmutableArray<int> cpus)
{
    private const double Share = 0.1;
    private const int Moves = 60;
    private const int Nicest = 19;
    private static readonly CpuPool Request = new(
        MeasureProgram.PoolOfMeasurement,
        GroupName.Candidates(MeasureProgram.PoolOfMeasurement)
    )
    {
        Share = Share,
    };

    /// <summary>Tries them one after the other; each result is one line: lever, word, text.</summary>
    internal IEnumerable<string> Run(CgroupHierarchy? hierarchy)
    {
        PinBoth();
        var (alone, _) = pair.Measure();
        foreach (
            var line in hierarchy is null
                ? [Line(LeverNames.CpuCgroup, "unknown", "no cgroup hierarchy is visible here")]
                : OfCgroup(hierarchy, alone)
        )
            yield return line;

        yield return OfAffinity();
        PinBoth();
        yield return OfNice(alone);
        yield return OfBatch(alone);
        yield return OfSlice(alone);
    }

    private void PinBoth()
    {
        _ = Scheduling.SetAffinity(pair.First, [cpus[^1]]);
        _ = Scheduling.SetAffinity(pair.Second, [cpus[^1]]);
    }

    private IEnumerable<string> OfCgroup(CgroupHierarchy hierarchy, double before)
    {
        foreach (var loop in new[] { pair.First, pair.Second })
            _ = ProcessLevers.SetCgroup(root, hierarchy.Version, hierarchy.Path, hierarchy.Directory, loop);

        if (groups.Make(hierarchy, Request, out var problem) is not { } group)
        {
            yield return Line(LeverNames.CpuCgroup, "unknown", problem);
            yield break;
        }

        _ = ProcessLevers.SetCgroup(root, group.Version, group.Path, group.Directory, pair.First);
        var (with, _) = pair.Measure();
        yield return Verdict(LeverNames.CpuCgroup, before, with, $"in a group with a share of {Text(Share)}");
        var (median, worst) = MoveCost(hierarchy, group);
        yield return Line(
            "cgroup_move",
            "measured",
            string.Create(
                CultureInfo.InvariantCulture,
                $"{Moves} moves of a process between groups: median {median:F2} ms, worst {worst:F2} ms"
            )
        );
    }

    private (double Median, double Worst) MoveCost(CgroupHierarchy hierarchy, CpuGroup group)
    {
        var times = new double[Moves];
        for (var i = 0; i < Moves; i++)
        {
            var started = Stopwatch.GetTimestamp();
            _ =
                i % 2 == 0
                    ? ProcessLevers.SetCgroup(root, hierarchy.Version, hierarchy.Path, hierarchy.Directory, pair.First)
                    : ProcessLevers.SetCgroup(root, group.Version, group.Path, group.Directory, pair.First);
            times[i] = Stopwatch.GetElapsedTime(started).TotalMilliseconds;
        }

        _ = ProcessLevers.SetCgroup(root, hierarchy.Version, hierarchy.Path, hierarchy.Directory, pair.First);
        Array.Sort(times);
        return (times[Moves / 2], times[^1]);
    }

    private string OfAffinity()
    {
        if (cpus.Length == 1)
            return Line(LeverNames.Affinity, "inert", "only one CPU is online");

        _ = Scheduling.SetAffinity(pair.First, [cpus[0]]);
        var (first, second) = pair.Measure();
        return Line(
            LeverNames.Affinity,
            first + second > 1.2 ? "effective" : "unclear",
            $"two loops on one CPU each used {Text(first)} and {Text(second)} of a CPU"
        );
    }

    private string OfNice(double before)
    {
        _ = Libc.SetPriority(0, pair.First, Nicest);
        var (with, _) = pair.Measure();
        return Verdict(LeverNames.Nice, before, with, $"at nice {Text(Nicest)}");
    }

    private string OfBatch(double before)
    {
        var error = SchedulerAttributes.Set(pair.First, SchedulerAttributes.Batch, TimeSpan.Zero);
        var (with, _) = pair.Measure();
        return error == 0
            ? Verdict(LeverNames.Batch, before, with, "as SCHED_BATCH")
            : Line(LeverNames.Batch, "unknown", Errno.Describe(error));
    }

    // The shortest there is: a thread with shorter turns is let in earlier, and gets no more of the CPU.
    private string OfSlice(double before)
    {
        var slice = TimeSpan.FromMicroseconds(100);
        var error = SchedulerAttributes.Set(pair.First, SchedulerAttributes.Normal, slice);
        if (error != 0 || SchedulerAttributes.Slice(pair.First) != slice)
        {
            return Line(
                LeverNames.Slice,
                "missing",
                "this kernel keeps no slice that a thread asks for (before Linux 6.12)"
            );
        }

        var (with, _) = pair.Measure();
        return Verdict(LeverNames.Slice, before, with, "with turns of 0.1 ms");
    }

    private static string Verdict(string lever, double before, double with, string how) =>
        Line(
            lever,
            before < 0.2 ? "unclear"
                : with < before / 2 ? "effective"
                : "inert",
            $"beside another loop on one CPU a loop used {Text(before)} of it, {how} {Text(with)}"
        );

    private static string Line(string lever, string word, string text) => $"{lever}\t{word}\t{text}";

    private static string Text(double number) => number.ToString("0.##", CultureInfo.InvariantCulture);
}
