namespace RgPolicy.Simulation.Caching;

/// <summary>
/// The characteristic time T of a cache: sum over items of lines x (1 - e^(-lambda T)) + streams x T = room (Che, Tung
/// and Wang,
/// IEEE JSAC 2002, equation 4; Fricker, Robert and Roberts, ITC 2012, equation 3, says why it is that exact).
/// </summary>
internal static class CharacteristicTime
{
    private const int MostSteps = 100;
    private const double Enough = 1e-6;

    /// <summary>Finds it.</summary>
    /// <param name="items">All items.</param>
    /// <param name="streams">Lines per second that each class reads once.</param>
    /// <param name="members">The classes that take part, as bits.</param>
    /// <param name="room">Lines.</param>
    /// <param name="guess">Where to begin: 0, or what it was a moment ago.</param>
    /// <returns>Seconds; infinite where all fits.</returns>
    public static double Find(
        ReadOnlySpan<CacheItem> items,
        ReadOnlySpan<double> streams,
        ulong members,
        double room,
        double guess
    )
    {
        var (stream, total) = (0.0, 0.0);
        for (var index = 0; index < streams.Length; index++)
            stream += (members & (1UL << index)) != 0 ? streams[index] : 0;
        foreach (ref readonly var item in items)
            total += item.IsIn(members) ? item.Lines : 0;
        return stream <= 0 && total <= room
            ? double.PositiveInfinity
            : Approach(items, members, stream, room, double.IsFinite(guess) ? guess : 0);
    }

    // The number of lines grows ever more slowly with the time: a step of Newton's never ends above what is sought,
    // wherever it
    // begins, and from there the steps only grow.
    private static double Approach(
        ReadOnlySpan<CacheItem> items,
        ulong members,
        double stream,
        double room,
        double time
    )
    {
        for (var step = 0; step < MostSteps; step++)
        {
            var (touched, growth) = (stream * time, stream);
            foreach (ref readonly var item in items)
            {
                if (item.IsIn(members))
                    item.Measure(time, ref touched, ref growth);
            }

            var missing = room - touched;
            if (Math.Abs(missing) <= Enough * room)
                return time;
            if (growth <= 0)
                return missing > 0 ? double.PositiveInfinity : time;
            time = Math.Max(0, time + (missing / growth));
        }

        return time;
    }
}
