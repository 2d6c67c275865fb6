using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;

namespace RgPolicy.Host.Levers;

/// <summary>Says which lever has an effect on this host for the DBMS's processes, from facts alone.</summary>
internal static class LeverAdvisor
{
    /// <summary>One report per lever, in a fixed order.</summary>
    /// <param name="facts">The host, at this moment.</param>
    /// <param name="inUse">Names of the levers that some pool uses now (<see cref="LeverNames"/>).</param>
    public static IReadOnlyList<LeverReport> Advise(HostFacts facts, IReadOnlySet<string> inUse)
    {
        LeverReport[] reports =
        [
            CpuCgroup(facts),
            Affinity(facts),
            IoPriority(facts),
            ReadLimit(facts),
            Cache(facts),
            MemoryBandwidth(facts),
            Nice(facts),
        ];
        return [.. reports.Select(r => Mark(Block(r, facts.Block), inUse))];
    }

    /// <summary>Whether an I/O scheduler tells best-effort priorities apart.</summary>
    /// <remarks>mq-deadline orders by class only, and another class than best effort would starve some
    /// process.</remarks>
    public static bool HonoursIoPriority(string? scheduler) => scheduler == "bfq";

    private static LeverReport Mark(LeverReport report, IReadOnlySet<string> inUse) =>
        report.State == LeverNames.Available && inUse.Contains(report.Lever)
            ? report with
            {
                State = LeverNames.Used,
            }
            : report;

    // A lever that reaches no process is not there, whatever else the host offers.
    private static LeverReport Block(LeverReport report, ServerBlock? block) =>
        block is not null && report.Lever != LeverNames.Nice ? Missing(report.Lever, block.Reason, block.Fix) : report;

    private static LeverReport CpuCgroup(HostFacts facts)
    {
        const string Lever = LeverNames.CpuCgroup;
        if (facts.Server is not { } server)
            return Missing(Lever, "the DBMS's main process is not known, and the pools live in its cgroup", null);

        if (server.Hierarchy is not { } hierarchy)
            return Missing(Lever, server.NoHierarchy?.Reason ?? "it has no cgroup", server.NoHierarchy?.Fix);

        if (!server.HasCpuController)
        {
            return Missing(
                Lever,
                $"the cpu controller is not enabled for the DBMS's cgroup {hierarchy.Path}",
                DelegationFix.For(server.Unit)
            );
        }

        if (!facts.IsRoot && !facts.HasCpuGroups)
            return NotHandedOver(Lever, "cpu", facts);

        return facts.LoadedScheduler is { } scheduler
            ? new LeverReport(
                Lever,
                LeverNames.Inert,
                $"the scheduler {scheduler.Name} (sched_ext) has replaced the kernel's own, and it alone decides whether weights count",
                "# stop the program that loaded it, such as: sudo systemctl stop scx_loader scx"
            )
            : Available(Lever, $"cgroup v{hierarchy.Version}, below {hierarchy.Path}");
    }

    private static LeverReport Affinity(HostFacts facts)
    {
        if (!facts.IsRoot && !facts.IsServersUser)
        {
            return Missing(
                LeverNames.Affinity,
                "neither root nor the DBMS's user: its processes belong to another user",
                SidecarFix.For(facts)
            );
        }

        return facts.Topology.Cpus.Length == 1
            ? new LeverReport(LeverNames.Affinity, LeverNames.Inert, "only one CPU is online", null)
            : Available(LeverNames.Affinity, $"{facts.Topology.Cpus.Length} CPUs are online");
    }

    private static LeverReport IoPriority(HostFacts facts)
    {
        const string Lever = LeverNames.IoPriority;
        if (facts.Server?.Storage is not { Device: { } device, Scheduler: { } scheduler })
            return Missing(Lever, "no disk with an I/O scheduler is known behind the data directory", null);

        if (!HonoursIoPriority(scheduler))
        {
            var why =
                scheduler == "mq-deadline"
                    ? "mq-deadline orders by I/O class only, not by priority"
                    : $"the I/O scheduler {scheduler} ignores priorities";
            return new LeverReport(
                Lever,
                LeverNames.Inert,
                $"{why} ({device})",
                $"echo bfq | sudo tee /sys/block/{device}/queue/scheduler  # for all that use the disk, until the next boot"
            );
        }

        return facts.IsRoot || facts.IsServersUser
            ? Available(Lever, $"{scheduler} on {device}; direct and synchronous requests only")
            : Missing(Lever, "neither root nor the DBMS's user: its processes belong to another user", null);
    }

    private static LeverReport ReadLimit(HostFacts facts)
    {
        const string Lever = LeverNames.ReadLimit;
        if (!facts.LimitsReads)
        {
            return Missing(
                Lever,
                facts.CgroupVersion == 2
                    ? "cgroup v2 limits the I/O of whole domains only, and pools are threaded groups "
                        + "of the server's own"
                    : "no cgroup hierarchy with the blkio controller alone is mounted here",
                null
            );
        }

        if (facts.Server is not { } server)
            return Missing(Lever, "the DBMS's main process is not known, and the pools live in its cgroup", null);

        if (server.ReadHierarchy is not { } hierarchy)
            return Missing(Lever, "the DBMS's blkio group is not visible here", null);

        if (server.Disks.IsEmpty)
        {
            return Missing(
                Lever,
                $"no whole disk is known behind the data directory, which is on {server.Storage.FileSystem ?? "an unknown file system"}",
                null
            );
        }

        return facts.IsRoot || facts.HasReadGroups
            ? Available(
                Lever,
                $"cgroup v1 blkio, below {hierarchy.Path}, disk {string.Join(", ", server.Disks)}; reads outside the page cache, of statements that write nothing"
            )
            : NotHandedOver(Lever, "blkio", facts);
    }

    private static LeverReport Cache(HostFacts facts)
    {
        const string Lever = LeverNames.Cache;
        return facts.Resctrl switch
        {
            null => WithoutResctrl(Lever, facts, "cat_l3", "l3cat"),
            { CacheResources.Length: 0 } => Missing(
                Lever,
                $"resctrl is mounted without L3 allocation: {facts.Flags.WhyNoAllocation("cat_l3", "l3cat")}",
                null
            ),
            _ when !facts.IsRoot && !facts.HasCacheGroups => NotHandedOver(Lever, "resctrl", facts),
            { } resctrl => Available(Lever, $"{resctrl.Ways} ways, {resctrl.ClosIds} classes of service"),
        };
    }

    private static LeverReport MemoryBandwidth(HostFacts facts)
    {
        const string Lever = LeverNames.MemoryBandwidth;
        return facts.Resctrl switch
        {
            null => WithoutResctrl(Lever, facts, "mba", "mba"),
            { LeastBandwidthPercent: null } => Missing(
                Lever,
                "resctrl is mounted and offers no bandwidth allocation in percent",
                null
            ),
            _ when !facts.IsRoot && !facts.HasCacheGroups => NotHandedOver(Lever, "resctrl", facts),
            { } resctrl => Available(
                Lever,
                $"from {resctrl.LeastBandwidthPercent} %, in steps of {resctrl.BandwidthStep}"
            ),
        };
    }

    private static LeverReport WithoutResctrl(string lever, HostFacts facts, string flag, string parameter) =>
        facts.KnowsResctrl
            ? Missing(lever, "resctrl is not mounted", "sudo mount -t resctrl resctrl /sys/fs/resctrl")
            : Missing(lever, facts.Flags.WhyNoAllocation(flag, parameter), null);

    private static LeverReport Nice(HostFacts facts)
    {
        const string Lever = LeverNames.Nice;
        if (facts.Autogroup == true && facts.Server is { Hierarchy.Path: "/", ChildrenAreSessions: not false })
        {
            const string Why =
                "autogroup: every backend is a session of its own in the root cpu cgroup, "
                + "so a nice value counts only within that backend";
            return new LeverReport(Lever, LeverNames.Inert, Why, null);
        }

        const string NotUsed =
            "never set: a process cannot take a lower value back by itself, and one cgroup for a whole "
            + "pool works better than many weights";
        return new LeverReport(Lever, LeverNames.Inert, NotUsed, null);
    }

    private static LeverReport Available(string lever, string reason) => new(lever, LeverNames.Available, reason, null);

    private static LeverReport NotHandedOver(string lever, string kind, HostFacts facts) =>
        Missing(
            lever,
            $"not root, and no {kind} group was handed over"
                + (facts.NotHandedOver is { Length: > 0 } why ? $": {why}" : string.Empty),
            SidecarFix.Provision(facts)
        );

    private static LeverReport Missing(string lever, string reason, string? fix) =>
        new(lever, LeverNames.Missing, reason, fix);
}
