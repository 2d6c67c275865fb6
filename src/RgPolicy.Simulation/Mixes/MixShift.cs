namespace RgPolicy.Simulation.Mixes;

/// <summary>The same mix, with queries that begin a moment later: by less than the time between two polls, and than a
/// tenth of their own processor time. What differs then is chance.</summary>
internal static class MixShift
{
    private const double MostOfItself = 0.1;

    /// <summary>Some such mixes, each with other moments.</summary>
    public static IEnumerable<Mix> Of(Mix mix, int count) =>
        Enumerable
            .Range(0, count)
            .Select(number =>
                mix with
                {
                    Queries =
                    [
                        .. mix.Queries.Select(
                            (query, index) =>
                                Later(query, Most(query, mix) * EvenSpread.At(index + 1, (double)number / count))
                        ),
                    ],
                }
            );

    private static double Most(MixQuery query, Mix mix) =>
        query.Phases.Sum(phase => phase.CpuSeconds) is > 0 and var seconds
            ? Math.Min(mix.PollSeconds, MostOfItself * seconds / query.Dop)
            : mix.PollSeconds;

    private static MixQuery Later(MixQuery query, double seconds) =>
        query with
        {
            BeginsSeconds = query.BeginsSeconds + seconds,
        };
}

/// <summary>Numbers from 0 to 1 that are spread as evenly as can be, however many are taken: multiples of the golden
/// ratio.</summary>
internal static class EvenSpread
{
    private const double GoldenRatio = 0.6180339887498949;

    /// <summary>One of them.</summary>
    /// <param name="index">Which one.</param>
    /// <param name="phase">By how much all are moved on.</param>
    public static double At(int index, double phase = 0)
    {
        var number = (index * GoldenRatio) + phase;
        return number - Math.Floor(number);
    }
}
