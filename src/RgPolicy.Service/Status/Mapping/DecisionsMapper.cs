using RgPolicy.Documents.Status;

namespace RgPolicy.Service.Status.Mapping;

/// <summary>
/// How many queries were given each class, minute by minute: as many numbers for each class as there
/// are minutes, the oldest first and the running minute last.
/// </summary>
internal static class DecisionsMapper
{
    /// <summary>Classes with numbers of their own; what lies beyond is summed up.</summary>
    internal const int MostClasses = 20;

    /// <summary>Maps the minutes that are remembered.</summary>
    public static DecisionCounts Map(IReadOnlyList<IReadOnlyList<(string Class, long Queries)>> minutes)
    {
        var classes = minutes
            .SelectMany(minute => minute)
            .GroupBy(each => each.Class, StringComparer.Ordinal)
            .OrderBy(each => each.Key == DecisionMinutes.OtherClasses)
            .ThenByDescending(each => each.Sum(one => one.Queries))
            .ThenBy(each => each.Key, StringComparer.Ordinal)
            .Select(each => each.Key)
            .ToList();
        var shown = classes.Where(name => name != DecisionMinutes.OtherClasses).Take(MostClasses).ToList();
        var own = shown.ToHashSet(StringComparer.Ordinal);
        var counts = shown.Select(name => Of(name, each => each == name));
        return new DecisionCounts(
            60,
            minutes.Count,
            [
                .. classes.Count > shown.Count
                    ? counts.Append(Of(DecisionMinutes.OtherClasses, each => !own.Contains(each)))
                    : counts,
            ]
        );

        ClassDecisions Of(string name, Func<string, bool> isMeant) =>
            new(
                name,
                [.. minutes.Select(minute => minute.Where(each => isMeant(each.Class)).Sum(each => each.Queries))]
            );
    }
}
