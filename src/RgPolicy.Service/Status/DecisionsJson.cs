using System.Text.Json;

namespace RgPolicy.Service.Status;

/// <summary>
/// Writes how many queries were given each class, minute by minute: as many numbers for each class as there are minutes, the oldest first
/// and the running minute last.
/// </summary>
internal static class DecisionsJson
{
    /// <summary>Classes with numbers of their own; what lies beyond is summed up.</summary>
    internal const int MostClasses = 20;

    /// <summary>Writes the member <c>decisions</c>.</summary>
    public static void Write(Utf8JsonWriter json, IReadOnlyList<IReadOnlyList<(string Class, long Queries)>> minutes)
    {
        var classes = minutes.SelectMany(minute => minute).GroupBy(each => each.Class, StringComparer.Ordinal)
            .OrderBy(each => each.Key == DecisionMinutes.OtherClasses)
            .ThenByDescending(each => each.Sum(one => one.Queries)).ThenBy(each => each.Key, StringComparer.Ordinal)
            .Select(each => each.Key).ToList();
        var shown = classes.Where(name => name != DecisionMinutes.OtherClasses).Take(MostClasses).ToList();
        json.WriteStartObject("decisions");
        json.WriteNumber("interval_seconds", 60);
        json.WriteNumber("intervals", minutes.Count);
        json.WriteStartArray("classes");
        foreach (var name in shown)
        {
            WriteClass(json, name, minutes.Select(minute => minute.Where(each => each.Class == name).Sum(each => each.Queries)));
        }

        if (classes.Count > shown.Count)
        {
            var own = shown.ToHashSet(StringComparer.Ordinal);
            WriteClass(
                json, DecisionMinutes.OtherClasses,
                minutes.Select(minute => minute.Where(each => !own.Contains(each.Class)).Sum(each => each.Queries)));
        }

        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void WriteClass(Utf8JsonWriter json, string name, IEnumerable<long> queries)
    {
        json.WriteStartObject();
        json.WriteString("name", name);
        json.WriteStartArray("queries");
        foreach (var count in queries)
        {
            json.WriteNumberValue(count);
        }

        json.WriteEndArray();
        json.WriteEndObject();
    }
}
