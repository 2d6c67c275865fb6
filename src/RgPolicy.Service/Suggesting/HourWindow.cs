namespace RgPolicy.Service.Suggesting;

/// <summary>Hours of every day, UTC, that tell one kind of work from another.</summary>
/// <param name="From">The first hour.</param>
/// <param name="Hours">How many there are; they may go past midnight.</param>
internal sealed record HourWindow(int From, int Hours)
{
    private const int OfDay = 24;

    public string Name => Invariant($"hours_{From:00}_{To:00}");

    public string Statement => Invariant($"window {Name} = mon..sun {From:00}:00..{To:00}:00 \"UTC\"");

    private int To => (From + Hours) % OfDay;

    /// <summary>The shortest that holds the wanted hours and none of the others; null where there is none.</summary>
    /// <param name="wanted">A bit for each hour.</param>
    /// <param name="others">Hours that must not be in it.</param>
    public static HourWindow? Between(int wanted, int others) =>
        wanted == 0 || others == 0
            ? null
            : Enumerable
                .Range(0, OfDay)
                .Where(from => (wanted & 1 << from) != 0)
                .SelectMany(from => Enumerable.Range(1, OfDay - 1).Select(hours => new HourWindow(from, hours)))
                .Where(window => (wanted & ~window.Mask) == 0 && (others & window.Mask) == 0)
                .MinBy(window => window.Hours);

    /// <summary>The fewest that hold the same hours together, so that none lies in another.</summary>
    public static IEnumerable<HourWindow> Joined(IEnumerable<HourWindow> windows)
    {
        var all = windows.Aggregate(0, (hours, window) => hours | window.Mask);
        return Enumerable
            .Range(0, OfDay)
            .Where(hour => Has(all, hour) && !Has(all, hour + OfDay - 1))
            .Select(from => new HourWindow(
                from,
                Enumerable.Range(0, OfDay).TakeWhile(n => Has(all, from + n)).Count()
            ));
    }

    private static bool Has(int hours, int hour) => (hours & 1 << hour % OfDay) != 0;

    private int Mask => Enumerable.Range(From, Hours).Aggregate(0, (all, hour) => all | 1 << hour % OfDay);
}
