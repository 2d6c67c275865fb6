using System.Collections.Immutable;
using System.Globalization;

namespace RgPolicy.Engine.Allot;

/// <summary>
/// Finds masks and bandwidths that the hardware can have for what the pools wish. Always gives a legal
/// answer; where a wish cannot be met it says so. What was laid out before moves as little as possible.
/// </summary>
internal static class CacheSolver
{
    /// <summary>Solves it.</summary>
    /// <param name="hardware">The processor.</param>
    /// <param name="wishes">The pools' wishes; who has none stays in the default class.</param>
    /// <param name="before">What was in force until now, or null.</param>
    public static CacheLayout Solve(
        CacheHardware hardware,
        ImmutableArray<CacheWish> wishes,
        CacheLayout? before = null
    )
    {
        if (hardware.Classes < 2)
        {
            return new CacheLayout(
                [],
                [.. wishes.Select(wish => new CacheNote(wish.Pool, "too few classes of service"))]
            );
        }

        var notes = new List<CacheNote>();
        var legal = wishes.Select(wish => MakeLegal(wish, hardware)).ToList();
        ShareWhatDoesNotFit(legal, hardware, notes);
        var groups = Group(legal, hardware, notes);
        return new CacheLayout(Place(groups, hardware, before ?? CacheLayout.Empty), [.. notes]);
    }

    private static CacheWish MakeLegal(CacheWish wish, CacheHardware hardware)
    {
        if (hardware.Ways == 0)
        {
            return wish with { Ways = 0, Floor = 0, IsExclusive = false };
        }

        var floor = Math.Clamp(wish.Floor, hardware.LeastWays, hardware.Ways);
        return wish with { Floor = floor, Ways = Math.Clamp(wish.Ways, floor, hardware.Ways) };
    }

    /// <summary>Exclusive pools, from the last, become shared until all have room and the others keep
    /// their floors.</summary>
    private static void ShareWhatDoesNotFit(List<CacheWish> wishes, CacheHardware hardware, List<CacheNote> notes)
    {
        for (var index = wishes.Count - 1; index >= 0; index--)
        {
            if (!wishes[index].IsExclusive)
            {
                continue;
            }

            var reason =
                TooMany(wishes, hardware) ? "classes of service"
                : HasNoRoom(wishes, hardware) ? "ways"
                : null;
            if (reason is not null)
            {
                notes.Add(new CacheNote(wishes[index].Pool, $"not exclusive: there are too few {reason} for that"));
                wishes[index] = wishes[index] with { IsExclusive = false };
            }
        }
    }

    /// <summary>Each exclusive pool needs a class, and all that are left one in common.</summary>
    private static bool TooMany(List<CacheWish> wishes, CacheHardware hardware)
    {
        var exclusive = wishes.Count(wish => wish.IsExclusive);
        return exclusive + (wishes.Count > exclusive ? 1 : 0) > hardware.Classes - 1;
    }

    private static bool HasNoRoom(List<CacheWish> wishes, CacheHardware hardware)
    {
        for (var domain = 0; domain < hardware.DomainIds.Length; domain++)
        {
            var (taken, floor) = (0, hardware.LeastWays);
            foreach (var wish in wishes)
            {
                taken += wish.IsExclusive && wish.IsIn(domain) ? wish.Ways : 0;
                floor = !wish.IsExclusive && wish.IsIn(domain) ? Math.Max(floor, wish.Floor) : floor;
            }

            if (taken > hardware.Ways - floor)
            {
                return true;
            }
        }

        return false;
    }

    private static ImmutableArray<ShareGroup> Group(
        List<CacheWish> wishes,
        CacheHardware hardware,
        List<CacheNote> notes
    )
    {
        var exclusive = wishes.Where(wish => wish.IsExclusive).Select(wish => ShareGroup.Of([wish])).ToList();
        var shared = wishes.Where(wish => !wish.IsExclusive).ToList();
        var classes = hardware.Classes - 1 - exclusive.Count;
        var folded = ClassFold.Fold(shared, classes, mayUseDefault: exclusive.Count == 0, hardware, notes);
        notes.AddRange(exclusive.Count == 0 ? [] : Lacking(folded, hardware, exclusive));
        return [.. exclusive.Concat(folded).OrderBy(group => group.Wishes.Min(wish => wish.Pool))];
    }

    private static IEnumerable<CacheNote> Lacking(
        ImmutableArray<ShareGroup> shared,
        CacheHardware hardware,
        List<ShareGroup> exclusive
    ) =>
        from share in shared
        from wish in share.Wishes
        let room = Enumerable
            .Range(0, hardware.DomainIds.Length)
            .Where(share.IsIn)
            .Select(domain => hardware.Ways - exclusive.Where(other => other.IsIn(domain)).Sum(other => other.Ways))
            .Append(hardware.Ways)
            .Min()
        where wish.Ways > room
        select new CacheNote(
            wish.Pool,
            string.Create(CultureInfo.InvariantCulture, $"exclusive pools leave {room} of the {wish.Ways} ways")
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
            {
                masks[index].Add(placed[index]);
            }
        }

        return
        [
            .. groups
                .Select(
                    (group, index) =>
                        new ServiceClass(
                            numbers[index],
                            [.. group.Wishes.Select(wish => wish.Pool).Order()],
                            group.Ways,
                            group.IsExclusive,
                            group.Bandwidth,
                            masks[index].MoveToImmutable()
                        )
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
            {
                return false;
            }
        }

        foreach (var old in before.Classes)
        {
            if (domain >= old.Masks.Length || old.Masks[domain] != old.Masks[domain - 1])
            {
                return false;
            }
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
        {
            return new ulong[groups.Length];
        }

        var masks = before.Classes.IsEmpty
            ? null
            : groups.Select(group => MaskBefore(group, before, domain, hardware)).ToArray();
        return new MaskPlacer(hardware, groups, masks, domain).Place();
    }

    /// <summary>The mask of the group's first pool, if it was of the same kind in this domain and is
    /// still possible.</summary>
    private static ulong MaskBefore(ShareGroup group, CacheLayout before, int domain, CacheHardware hardware)
    {
        var old = before.ClassOf(group.Wishes[0].Pool);
        var isAlike = old is not null && old.IsExclusive == group.IsExclusive && domain < old.Masks.Length;
        var mask = isAlike && old is not null ? old.Masks[domain] : 0;
        return mask != hardware.FullMask && hardware.IsLegal(mask) ? mask : 0;
    }

    /// <summary>A class keeps the number that its first pool had; new ones take the lowest that are free.</summary>
    private static int[] Numbers(ImmutableArray<ShareGroup> groups, CacheLayout before)
    {
        var numbers = groups.Select(group => before.ClassOf(group.Wishes[0].Pool)?.Number ?? 0).ToArray();
        var used = new HashSet<int>();
        for (var index = 0; index < numbers.Length; index++)
        {
            numbers[index] = used.Add(numbers[index]) ? numbers[index] : 0;
        }

        var next = 1;
        for (var index = 0; index < numbers.Length; index++)
        {
            while (numbers[index] == 0 && !used.Add(next++)) { }

            numbers[index] = numbers[index] == 0 ? next - 1 : numbers[index];
        }

        return numbers;
    }
}
