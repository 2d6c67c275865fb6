namespace RgPolicy.Engine.Strategies;

/// <summary>
/// Splits ways among pools by the greedy rule of DaMoN'21: smallest working set first, each as much as it can use;
/// pools that only stream share a reserve. With every pool's part of its working set that fits as the gain, this is the
/// fractional knapsack's optimum; floors are given before, and a floor that finds no room shares the reserve.
/// </summary>
internal static class DynamicSplit
{
    /// <summary>Splits.</summary>
    /// <param name="demands">The pools that run; sorted here into the order in which they are served.</param>
    /// <param name="ways">Ways of an L3 domain.</param>
    /// <param name="reserve">Ways that the pools of a shared pocket have in common.</param>
    /// <param name="isShared">Another pool shares the reserve.</param>
    /// <param name="mostApart">At most so many pools can have ways of their own.</param>
    /// <param name="given">Ways of each demand's own, in their new order; 0 for those that share the reserve.</param>
    /// <returns>The ways of the reserve: more than asked for where another that shares it has a higher floor.</returns>
    public static int Split(
        Span<SplitDemand> demands,
        int ways,
        int reserve,
        bool isShared,
        int mostApart,
        Span<int> given
    )
    {
        demands.Sort(static (left, right) => Compare(left, right));
        var (count, streaming) = (demands.Length, CountStreaming(demands));
        for (var index = 0; index < streaming; index++)
            reserve = Math.Max(reserve, demands[index].Floor);

        var apart = demands.Length - streaming;
        // The largest gains least from a way.
        while (apart > 0 && !Fits(demands.Slice(streaming, apart), Room(apart), mostApart))
            reserve = Math.Max(reserve, demands[streaming + --apart].Floor);

        given.Clear();
        Serve(demands.Slice(streaming, apart), Room(apart), given.Slice(streaming, apart));
        return Math.Min(reserve, ways);

        // The reserve is set aside only while another pool shares it.
        int Room(int own) => isShared || own < count ? ways - reserve : ways;
    }

    private static int Compare(SplitDemand left, SplitDemand right) =>
        left.IsStreaming != right.IsStreaming ? (left.IsStreaming ? -1 : 1)
        : left.Order != right.Order ? left.Order.CompareTo(right.Order)
        : left.Pool.CompareTo(right.Pool);

    private static int CountStreaming(ReadOnlySpan<SplitDemand> demands)
    {
        var count = 0;
        while (count < demands.Length && demands[count].IsStreaming)
            count++;

        return count;
    }

    private static bool Fits(ReadOnlySpan<SplitDemand> demands, int room, int mostApart) =>
        demands.Length <= mostApart && Floors(demands) <= room;

    private static int Floors(ReadOnlySpan<SplitDemand> demands)
    {
        var sum = 0;
        foreach (var demand in demands)
            sum += demand.Floor;

        return sum;
    }

    private static void Serve(ReadOnlySpan<SplitDemand> demands, int room, Span<int> given)
    {
        room -= Floors(demands);
        for (var index = 0; index < demands.Length; index++)
        {
            var more = Math.Min(room, demands[index].Wanted - demands[index].Floor);
            given[index] = demands[index].Floor + more;
            room -= more;
        }

        // What no pool needs goes to the largest: estimates err, and unused ways help no pool.
        for (var index = demands.Length - 1; index >= 0 && room > 0; index--)
        {
            var more = Math.Min(room, Math.Max(0, demands[index].Cap - given[index]));
            given[index] += more;
            room -= more;
        }
    }
}
