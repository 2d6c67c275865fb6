using RgPolicy.Language.Model;

namespace RgPolicy.Engine.CoRun;

/// <summary>
/// Which queries should run beside each other [VLDB'09]. Without partitioning those of the same locality together
/// (SLS), the smallest hash tables first as long as they fit; with partitioning those that need the cache beside those
/// that do not (MLS). Ageing, which the paper leaves open: a query that has waited too long goes first. Pure; never
/// holds all queries back.
/// </summary>
internal static class CoRunAdvisor
{
    /// <summary>Advice is part of the locality strategy [VLDB'09].</summary>
    internal static bool IsAsked(Policy policy) => policy.CacheStrategy is { Kind: CacheStrategyKind.Locality };

    /// <summary>Decides which of the waiting queries may begin now.</summary>
    public static CoRunAdvice Advise(
        IReadOnlyList<CoRunQuery> running,
        IReadOnlyList<CoRunQuery> waiting,
        CoRunOptions options
    )
    {
        var beside = running.ToList();
        var left = waiting
            .OrderByDescending(query => query.Waited)
            .ThenBy(query => query.Id, StringComparer.Ordinal)
            .ToList();
        var admissions = ImmutableArray.CreateBuilder<Admission>();
        while (beside.Count < Math.Max(1, options.Slots) && Next(beside, left, options) is { } next)
        {
            admissions.Add(next);
            beside.Add(next.Query);
            left.Remove(next.Query);
        }

        return new CoRunAdvice(
            admissions.ToImmutable(),
            [.. left.Select(query => new Hold(query, WhyNot(query, beside, options)))],
            AdmissionGates.Of(running, beside, left)
        );
    }

    private static string WhyNot(CoRunQuery query, List<CoRunQuery> beside, CoRunOptions options) =>
        beside.Count >= Math.Max(1, options.Slots) ? "as many run as may"
        : query.IsWeak != IsMostlyWeak(beside)
            ? $"{(query.IsWeak ? "strong or moderate" : "weak")} ones run, and nothing keeps the two apart in the cache"
        : "its hash tables do not fit into the cache beside those that run";

    private static bool IsMostlyWeak(List<CoRunQuery> running) =>
        running.Count(query => query.IsWeak) * 2 > running.Count;

    /// <summary>The next that may begin; null where none suits those that run.</summary>
    /// <param name="running">The queries that run or have just been admitted.</param>
    /// <param name="waiting">The longest waiting first.</param>
    /// <param name="options">What it goes by.</param>
    public static Admission? Next(List<CoRunQuery> running, List<CoRunQuery> waiting, CoRunOptions options)
    {
        if (waiting.Count == 0)
            return null;

        if (waiting[0].Waited >= options.LongestWait)
            return new Admission(waiting[0], "it has waited as long as anybody may");

        if (running.Count == 0)
            return First(waiting, options);

        if (options.IsPartitioned)
            return Mixed(running, waiting);

        return Same(running, waiting, options);
    }

    // With partitioning and one kind alone nothing can be mixed: the smallest leave each other the most.
    private static Admission First(List<CoRunQuery> waiting, CoRunOptions options)
    {
        var kind = waiting.Where(query => query.IsWeak == waiting[0].IsWeak).ToList();
        return options.IsPartitioned && kind.Count < waiting.Count
            ? new Admission(waiting[0], "nothing runs")
            : new Admission(Smallest(kind), "nothing runs: the smallest of the kind that has waited longest begins");
    }

    /// <summary>The kind of which fewer run; the other one where there is none of it.</summary>
    private static Admission Mixed(List<CoRunQuery> running, List<CoRunQuery> waiting)
    {
        var wantsWeak = running.Count(query => query.IsWeak) < running.Count(query => !query.IsWeak);
        var wanted = waiting.Where(query => query.IsWeak == wantsWeak).ToList();
        return wanted.Count > 0
            ? new Admission(
                Smallest(wanted),
                wantsWeak
                    ? "weak beside strong and moderate: it is kept in its part of the cache"
                    : "strong or moderate beside weak: the cache is its own"
            )
            : new Admission(Smallest(waiting), "none of the other kind waits");
    }

    /// <summary>Queries of the same kind; of those that need the cache only as many as fit.</summary>
    private static Admission? Same(List<CoRunQuery> running, List<CoRunQuery> waiting, CoRunOptions options)
    {
        var isWeak = IsMostlyWeak(running);
        var same = waiting.Where(query => query.IsWeak == isWeak).ToList();
        if (same.Count == 0)
            return null;

        var smallest = Smallest(same);
        var used = running.Where(query => !query.IsWeak).Sum(query => query.TableBytes);
        return isWeak ? new Admission(smallest, "weak beside weak: they harm no other")
            : used + smallest.TableBytes <= options.LlcBytes
                ? new Admission(smallest, "the smallest hash tables of the same kind, and all fit into the cache")
            : null;
    }

    private static CoRunQuery Smallest(IEnumerable<CoRunQuery> queries) =>
        queries.MinBy(query => query.TableBytes)
        ?? throw new ArgumentException("At least one query must wait.", nameof(queries));
}

/// <summary>What co-run advice goes by.</summary>
internal sealed record CoRunOptions
{
    /// <summary>So many queries may run at the same time; at least 1.</summary>
    public int Slots { get; init; } = 8;

    /// <summary>True where weak queries are kept in a part of the cache; false where all share the whole.</summary>
    public bool IsPartitioned { get; init; }

    /// <summary>Bytes of the last-level cache that they share.</summary>
    public double LlcBytes { get; init; } = 32 * 1024 * 1024;

    /// <summary>A query that has waited this long goes before all others, whatever its locality.</summary>
    public TimeSpan LongestWait { get; init; } = TimeSpan.FromSeconds(30);
}
