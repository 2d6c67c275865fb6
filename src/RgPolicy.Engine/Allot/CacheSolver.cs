namespace RgPolicy.Engine.Allot;

/// <summary>
/// Finds masks and bandwidths that the hardware can have for what the pools request. Always gives a legal
/// answer; where a request cannot be met it says so. What was laid out before moves as little as possible.
/// </summary>
internal static class CacheSolver
{
    /// <summary>Lays out the cache for the pools' requests.</summary>
    /// <param name="hardware">The processor.</param>
    /// <param name="requests">The pools' requests; a pool without one stays in the default class.</param>
    /// <param name="before">What was in force until now, or null.</param>
    public static CacheLayout Solve(
        CacheHardware hardware,
        ImmutableArray<CacheRequest> requests,
        CacheLayout? before = null
    )
    {
        if (hardware.Classes < 2)
        {
            return new CacheLayout(
                [],
                [.. requests.Select(request => new CacheNote(request.Pool, "too few classes of service"))]
            );
        }

        var notes = new List<CacheNote>();
        var legal = requests.Select(request => MakeLegal(request, hardware)).ToList();
        ShareWhatDoesNotFit(legal, hardware, notes);
        var groups = Group(legal, hardware, notes);
        return new CacheLayout(Place(groups, hardware, before ?? CacheLayout.Empty), [.. notes]);
    }

    private static CacheRequest MakeLegal(CacheRequest request, CacheHardware hardware)
    {
        if (hardware.Ways == 0)
            return request with { Ways = 0, Floor = 0, IsExclusive = false };

        var floor = Math.Clamp(request.Floor, hardware.LeastWays, hardware.Ways);
        return request with { Floor = floor, Ways = Math.Clamp(request.Ways, floor, hardware.Ways) };
    }

    /// <summary>Exclusive pools, from the last, become shared until all have room and the others keep
    /// their floors.</summary>
    private static void ShareWhatDoesNotFit(List<CacheRequest> requests, CacheHardware hardware, List<CacheNote> notes)
    {
        for (var index = requests.Count - 1; index >= 0; index--)
        {
            if (!requests[index].IsExclusive)
                continue;

            var reason =
                TooMany(requests, hardware) ? "classes of service"
                : HasNoRoom(requests, hardware) ? "ways"
                : null;
            if (reason is not null)
            {
                notes.Add(new CacheNote(requests[index].Pool, $"not exclusive: there are too few {reason} for that"));
                requests[index] = requests[index] with { IsExclusive = false };
            }
        }
    }

    /// <summary>Each exclusive pool needs a class, and all that are left one in common.</summary>
    private static bool TooMany(List<CacheRequest> requests, CacheHardware hardware)
    {
        var exclusive = requests.Count(request => request.IsExclusive);
        return exclusive + (requests.Count > exclusive ? 1 : 0) > hardware.Classes - 1;
    }

    private static bool HasNoRoom(List<CacheRequest> requests, CacheHardware hardware)
    {
        for (var domain = 0; domain < hardware.DomainIds.Length; domain++)
        {
            var (taken, floor) = (0, hardware.LeastWays);
            foreach (var request in requests)
            {
                taken += request.IsExclusive && request.IsIn(domain) ? request.Ways : 0;
                floor = !request.IsExclusive && request.IsIn(domain) ? Math.Max(floor, request.Floor) : floor;
            }

            if (taken > hardware.Ways - floor)
                return true;
        }

        return false;
    }

    private static ImmutableArray<ShareGroup> Group(
        List<CacheRequest> requests,
        CacheHardware hardware,
        List<CacheNote> notes
    )
    {
        var exclusive = requests
            .Where(request => request.IsExclusive)
            .Select(request => ShareGroup.Of([request]))
            .ToList();
        var shared = requests.Where(request => !request.IsExclusive).ToList();
        var classes = hardware.Classes - 1 - exclusive.Count;
        var mayUseDefault = exclusive.Count == 0 && !hardware.IsBesideExclusive;
        var folded = ClassFold.Fold(shared, classes, mayUseDefault, hardware, notes);
        notes.AddRange(exclusive.Count == 0 ? [] : Lacking(folded, hardware, exclusive));
        return [.. exclusive.Concat(folded).OrderBy(group => group.Requests.Min(request => request.Pool))];
    }

    private static IEnumerable<CacheNote> Lacking(
        ImmutableArray<ShareGroup> shared,
        CacheHardware hardware,
        List<ShareGroup> exclusive
    ) =>
        from share in shared
        from request in share.Requests
        let room = Enumerable
            .Range(0, hardware.DomainIds.Length)
            .Where(share.IsIn)
            .Select(domain => hardware.Ways - exclusive.Where(other => other.IsIn(domain)).Sum(other => other.Ways))
            .Append(hardware.Ways)
            .Min()
        where request.Ways > room
        select new CacheNote(
            request.Pool,
            string.Create(CultureInfo.InvariantCulture, $"exclusive pools leave {room} of the {request.Ways} ways")
        );

    private static ImmutableArray<ServiceClass> Place(
        ImmutableArray<ShareGroup> groups,
        CacheHardware hardware,
        CacheLayout before
    )
    {
        var numbers = Numbers(groups, before);
        var masks = Enumerable
            .Range(0, groups.Length)
            .Select(_ => ImmutableArray.CreateBuilder<ulong>(hardware.DomainIds.Length))
            .ToArray();
        var placed = Array.Empty<ulong>();
        for (var domain = 0; domain < hardware.DomainIds.Length; domain++)
        {
            placed =
                domain > 0 && AreAlike(domain, groups, before) ? placed : PlaceIn(domain, groups, hardware, before);
            for (var index = 0; index < groups.Length; index++)
                masks[index].Add(placed[index]);
        }

        return
        [
            .. groups
                .Select(
                    (group, index) =>
                        new ServiceClass(
                            numbers[index],
                            [.. group.Requests.Select(request => request.Pool).Order()],
                            group.Ways,
                            group.IsExclusive,
                            group.Bandwidth,
                            masks[index].MoveToImmutable()
                        )
                        {
                            Floor = group.Requests.Max(request => request.Floor),
                            Domains = group.Requests.Aggregate(0UL, (all, request) => all | request.Domains),
                        }
                )
                .OrderBy(item => item.Number),
        ];
    }

    /// <summary>True when the domain before this one has the same classes, and had the same masks.</summary>
    private static bool AreAlike(int domain, ImmutableArray<ShareGroup> groups, CacheLayout before)
    {
        foreach (var group in groups)
        {
            if (group.IsIn(domain) != group.IsIn(domain - 1))
                return false;
        }

        foreach (var old in before.Classes)
        {
            if (domain >= old.Masks.Length || old.Masks[domain] != old.Masks[domain - 1])
                return false;
        }

        return true;
    }

    private static ulong[] PlaceIn(
        int domain,
        ImmutableArray<ShareGroup> groups,
        CacheHardware hardware,
        CacheLayout before
    )
    {
        if (hardware.Ways == 0)
            return new ulong[groups.Length];

        var masks = before.Classes.IsEmpty
            ? null
            : groups.Select(group => MaskBefore(group, before, domain, hardware)).ToArray();
        return new MaskPlacer(hardware, groups, masks, domain).Place();
    }

    /// <summary>The mask of the group's first pool, if it was of the same kind in this domain and is
    /// still possible.</summary>
    private static ulong MaskBefore(ShareGroup group, CacheLayout before, int domain, CacheHardware hardware)
    {
        var old = before.ClassOf(group.Requests[0].Pool);
        var isAlike = old is not null && old.IsExclusive == group.IsExclusive && domain < old.Masks.Length;
        var mask = isAlike && old is not null ? old.Masks[domain] : 0;
        return mask != hardware.FullMask && hardware.IsLegal(mask) ? mask : 0;
    }

    /// <summary>A class keeps the number that its first pool had; new ones take the lowest that are free.</summary>
    private static int[] Numbers(ImmutableArray<ShareGroup> groups, CacheLayout before)
    {
        var numbers = groups.Select(group => before.ClassOf(group.Requests[0].Pool)?.Number ?? 0).ToArray();
        var used = new HashSet<int>();
        for (var index = 0; index < numbers.Length; index++)
            numbers[index] = used.Add(numbers[index]) ? numbers[index] : 0;

        var next = 1;
        for (var index = 0; index < numbers.Length; index++)
        {
            while (numbers[index] == 0 && !used.Add(next++)) { }

            numbers[index] = numbers[index] == 0 ? next - 1 : numbers[index];
        }

        return numbers;
    }
}
