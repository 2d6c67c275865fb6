using static RgPolicy.Cli.Status.MemberText;

namespace RgPolicy.Cli.Status;

/// <summary>What a DBMS tells of its own resources, for people; nothing where it tells nothing.</summary>
internal static class ResourceText
{
    /// <summary>Writes the pools, what running queries have, and the masks of CPUs.</summary>
    public static void Write(CliContext context, StatusDocument status)
    {
        if (status.Resources is { } resources)
        {
            WritePools(context, resources.Pools.OrEmpty());
            WriteRequests(context, [.. status.Queries.OrEmpty().Where(query => query.Resources is not null)]);
        }

        if (status.CoreMasks is { } masks)
            WriteMasks(context.Output, masks);
    }

    private static void WritePools(CliContext context, IEnumerable<ResourcePoolStatus> pools)
    {
        context.Output.WriteLine();
        var table = new TextTable([
            "resource pool",
            "CPUs busy",
            "memory",
            "of",
            "granted",
            "waiting",
            "own CPUs",
            "group",
            "active",
            "queued",
            "blocked",
        ])
        {
            Figures = [1, 5, 8, 9, 10],
        };
        foreach (var pool in pools)
        {
            foreach (var group in pool.Groups.OrEmpty())
            {
                table.Add(
                    OneLine.Of(TextOrDash(pool.Name)),
                    Number(pool.BusyCpus),
                    Size(pool.UsedMemoryBytes),
                    Size(pool.MaxMemoryBytes),
                    Size(pool.GrantedBytes),
                    TextOrDash(pool.GrantsWaiting),
                    TextOrDash(pool.Cpus),
                    OneLine.Of(TextOrDash(group.Name)),
                    TextOrDash(group.Active),
                    TextOrDash(group.Queued),
                    TextOrDash(group.BlockedTasks)
                );
            }
        }

        table.Write(context);
    }

    private static void WriteRequests(CliContext context, IReadOnlyList<QueryStatus> queries)
    {
        if (queries.Count == 0)
            return;

        var table = new TextTable(["query", "DOP", "schedulers", "CPUs", "grant asked", "granted", "used", "waits"])
        {
            Figures = [1],
        };
        foreach (var query in queries)
        {
            var (has, grant) = (query.Resources, query.Resources?.Grant);
            table.Add(
                TextOrDash(query.Id),
                TextOrDash(has?.Dop),
                TextOrDash(has?.Schedulers),
                TextOrDash(has?.Cpus),
                Size(grant?.RequestedBytes),
                Size(grant?.GrantedBytes),
                Size(grant?.UsedBytes),
                Number(grant?.WaitedSeconds)
            );
        }

        context.Output.WriteLine();
        table.Write(context);
    }

    private static void WriteMasks(TextWriter output, CoreMasksStatus masks)
    {
        output.WriteLine();
        if (masks.Problem is { } problem)
            output.WriteLine("masks     no CPU has masks of its pool: " + problem);

        foreach (var pool in masks.Pools.OrEmpty())
        {
            var readBack = pool.ReadBack is { } read
                ? $"in force: CPUs {TextOrDash(read.Cpus)} {TextOrDash(read.CacheMask)}"
                : "not in force";
            output.WriteLine(
                $"masks     {OneLine.Of(TextOrDash(pool.Name))}: CPUs {TextOrDash(pool.Cpus)} "
                    + $"{TextOrDash(pool.Masks)} ({TextOrDash(pool.Reason)}); {readBack}"
            );
        }
    }
}
