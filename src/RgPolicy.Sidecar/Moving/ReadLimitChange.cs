using RgPolicy.Host.Facts;
using RgPolicy.Host.Levers;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Journal;
using RgPolicy.Sidecar.Levers;

namespace RgPolicy.Sidecar.Moving;

/// <summary>What pools may read at most, as a part of their change.</summary>
/// <param name="root">The host.</param>
/// <param name="journal">Where every group is noted.</param>
/// <param name="limits">Root's limits.</param>
internal sealed class ReadLimitChange(FileRoot root, JournalFile journal, RequestLimits limits)
{
    /// <summary>The change; null when no pool asks for a limit or none can be had, which is said to
    /// those who do.</summary>
    /// <param name="specs">All pools that there are to be.</param>
    /// <param name="facts">What the host offers.</param>
    /// <param name="keptBy">The group that a pool has now.</param>
    /// <param name="granted">What was handed over.</param>
    /// <param name="problems">Where each pool's problems are noted.</param>
    internal ReadChange? Change(
        IReadOnlyList<PoolSpec> specs,
        HostFacts facts,
        Func<int, ReadGroup?> keptBy,
        GrantedGroups granted,
        IReadOnlyDictionary<int, List<string>> problems
    )
    {
        PoolSpec[] wishes =
        [
            .. specs.Where(s => s.PartOf is null && (s.ReadBytesPerSecond is not null || s.ReadsPerSecond is not null)),
        ];
        var report = LeverAdvisor
            .Advise(facts, new HashSet<string>(StringComparer.Ordinal))
            .First(r => r.Lever == LeverNames.ReadLimit);
        if (
            report.State == LeverNames.Available
            && facts.Server is { ReadHierarchy: { } hierarchy } server
            && wishes.Length > 0
        )
        {
            var pools = Array.ConvertAll(
                wishes,
                spec => Pool(spec, keptBy(spec.Number), granted, problems[spec.Number])
            );
            return new ReadChange(
                root,
                journal,
                hierarchy,
                server.Disks,
                pools,
                (pool, problem) => problems[pool].Add("reads: " + problem)
            );
        }

        foreach (var spec in wishes)
            problems[spec.Number].Add("reads: " + report.Reason);

        return null;
    }

    private ReadPool Pool(PoolSpec spec, ReadGroup? kept, GrantedGroups granted, List<string> problems) =>
        new(spec.Number, GroupName.Candidates(spec.Number))
        {
            Bytes = limits.ReadBytes(spec, problems),
            Reads = limits.Reads(spec, problems),
            Kept = new[] { kept?.Directory, granted.Reads.GetValueOrDefault(spec.Number) }.OfType<string>(),
        };
}
