namespace RgPolicy.Engine.Allot;

/// <summary>
/// Folds pools into the few classes of service that a processor has, by least harm. A fold gives all
/// its pools the widest of their shares, so none falls below its floor; the harm is what the others get beyond their
/// request, in ways and in percent of bandwidth. Shares are sorted, and neighbours are folded: the least sum of harm
/// over
/// all such foldings (dynamic programming).
/// </summary>
internal static class ClassFold
{
    private const long Never = long.MaxValue / 4;

    /// <param name="requests">Shared pools.</param>
    /// <param name="classes">Classes of service for them, the default one not included.</param>
    /// <param name="mayUseDefault">They may be folded into the default class, which has every way and
    /// all bandwidth.</param>
    /// <param name="hardware">The processor.</param>
    /// <param name="notes">Takes what is to be said of folded pools.</param>
    public static ImmutableArray<ShareGroup> Fold(
        IReadOnlyList<CacheRequest> requests,
        int classes,
        bool mayUseDefault,
        CacheHardware hardware,
        List<CacheNote> notes
    )
    {
        var shares = Shares(requests, mayUseDefault ? hardware.Ways : int.MaxValue);
        if (shares.Count <= classes)
            return [.. shares.Select(ShareGroup.Of)];

        var ends = Split(shares, classes, mayUseDefault, hardware.Ways);
        return [.. Groups(shares, ends, notes, hardware)];
    }

    /// <summary>Pools by share, the narrowest first; those without any limit need no class.</summary>
    private static List<ImmutableArray<CacheRequest>> Shares(IReadOnlyList<CacheRequest> requests, int unlimited) =>
        [
            .. requests
                .Where(request => request.Ways < unlimited || request.Bandwidth < 100)
                .GroupBy(request => (request.Ways, request.Bandwidth))
                .OrderBy(share => share.Key)
                .Select(share => share.ToImmutableArray()),
        ];

    /// <summary>Ends (exclusive) of the groups in the sorted shares; the last group ends at the last share that is not
    /// in the default class.</summary>
    private static ImmutableArray<int> Split(
        List<ImmutableArray<CacheRequest>> shares,
        int classes,
        bool mayUseDefault,
        int ways
    )
    {
        var count = shares.Count;
        var best = new long[classes + 1, count + 1];
        var from = new int[classes + 1, count + 1];
        for (var used = 0; used <= classes; used++)
        {
            for (var end = 0; end <= count; end++)
            {
                (best[used, end], from[used, end]) = end == 0 ? (0, 0) : (Never, 0);
                for (var start = 0; used > 0 && start < end; start++)
                {
                    var harm = best[used - 1, start] + Harm(shares, start, end, ways, isDefault: false);
                    if (harm < best[used, end])
                        (best[used, end], from[used, end]) = (harm, start);
                }
            }
        }

        return Trace(from, classes, End(shares, best, classes, mayUseDefault, ways));
    }

    /// <summary>How many of the shares keep a class of their own; the rest goes to the default class.</summary>
    private static int End(
        List<ImmutableArray<CacheRequest>> shares,
        long[,] best,
        int classes,
        bool mayUseDefault,
        int ways
    )
    {
        if (!mayUseDefault && classes > 0)
            return shares.Count;

        return Enumerable
            .Range(0, shares.Count + 1)
            .Where(end => best[classes, end] < Never)
            .MinBy(end => best[classes, end] + Harm(shares, end, shares.Count, ways, isDefault: true));
    }

    private static long Harm(List<ImmutableArray<CacheRequest>> shares, int start, int end, int ways, bool isDefault)
    {
        var (widest, highest) = isDefault || start == end ? (ways, 100) : (shares[end - 1][0].Ways, 0);
        for (var index = start; index < end && !isDefault; index++)
            highest = Math.Max(highest, shares[index][0].Bandwidth);

        var harm = 0L;
        for (var index = start; index < end; index++)
        {
            var share = shares[index][0];
            harm += shares[index].Length * (100L * (widest - share.Ways) + (long)ways * (highest - share.Bandwidth));
        }

        return harm;
    }

    private static ImmutableArray<int> Trace(int[,] from, int classes, int end)
    {
        var ends = new List<int>();
        for (var used = classes; used > 0 && end > 0; used--)
        {
            ends.Insert(0, end);
            end = from[used, end];
        }

        return [.. ends];
    }

    private static IEnumerable<ShareGroup> Groups(
        List<ImmutableArray<CacheRequest>> shares,
        ImmutableArray<int> ends,
        List<CacheNote> notes,
        CacheHardware hardware
    )
    {
        var start = 0;
        foreach (var end in ends)
        {
            var group = ShareGroup.Of([.. shares.Skip(start).Take(end - start).SelectMany(share => share)]);
            if (end - start > 1)
            {
                notes.AddRange(
                    group.Requests.Select(request => new CacheNote(request.Pool, Shared(request, group, hardware)))
                );
            }

            start = end;
            yield return group;
        }

        notes.AddRange(
            shares
                .Skip(start)
                .SelectMany(share => share)
                .Select(request => new CacheNote(
                    request.Pool,
                    string.Create(
                        CultureInfo.InvariantCulture,
                        $"has no class of service of its own, because {hardware.Few}: every way and all bandwidth"
                    )
                ))
        );
    }

    private static string Shared(CacheRequest request, ShareGroup group, CacheHardware hardware)
    {
        var more = request.Ways < group.Ways ? Text($"; it asked for {request.Ways} ways") : "";
        more +=
            request.Bandwidth < group.Bandwidth ? Text($"; it asked for {request.Bandwidth}% of the bandwidth") : "";
        var others = group.Requests.Length == 2 ? "another pool" : Text($"{group.Requests.Length - 1} other pools");
        return Text($"shares a class of service with {others}, because {hardware.Few}{more}");
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}

/// <summary>Pools that are to have one class of service, before masks are laid out.</summary>
/// <param name="Requests">At least one.</param>
/// <param name="Ways">The widest request.</param>
/// <param name="Bandwidth">The highest request, percent.</param>
/// <param name="IsExclusive">It is one exclusive pool.</param>
internal sealed record ShareGroup(ImmutableArray<CacheRequest> Requests, int Ways, int Bandwidth, bool IsExclusive)
{
    /// <summary>The widest of these requests, for all of them.</summary>
    public static ShareGroup Of(ImmutableArray<CacheRequest> requests) =>
        new(
            requests,
            requests.Max(request => request.Ways),
            requests.Max(request => request.Bandwidth),
            requests[0].IsExclusive
        );

    /// <summary>True where one of its pools runs in this domain.</summary>
    public bool IsIn(int domain)
    {
        foreach (var request in Requests)
        {
            if (request.IsIn(domain))
                return true;
        }

        return false;
    }
}
