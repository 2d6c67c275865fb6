using System.Numerics;
using RgPolicy.Dbms.Texts;
using RgPolicy.Engine.Workloads;

namespace RgPolicy.Service.Suggesting;

/// <summary>What was seen of a class, in words for the comment above it.</summary>
internal static class Evidence
{
    private const int MostSessions = 3;
    private const int LongestName = 40;
    private const int LongestText = 100;
    private const int MostRead = 4 * LongestText;

    // In less than half a day, the hours only say when the recording was made.
    private static readonly TimeSpan LeastForHours = TimeSpan.FromHours(12);

    /// <summary>The lines of the comment.</summary>
    internal static IEnumerable<string> Of(SuggestedClass each, Workload workload, string dbms)
    {
        var (queries, statements) = (Count(each.Executions, "query", "queries"), each.Groups.Length);
        var times =
            each.Executions == 1
                ? Time(each.Seconds)
                : $"{Time(each.Seconds)} together, the longest {Time(each.Longest)}";
        yield return $"{queries} of {Count(statements, "statement", "statements")}, {times}{Sessions(each)}{HoursOf(each, workload)}.";
        if (MovedBytes.Of(each) is { } moved)
            yield return moved;

        if (each.Groups.Select(group => group.Statement?.Text).FirstOrDefault(text => text is not null) is { } example)
        {
            var read = example.Length > MostRead ? example[..MostRead] : example;
            yield return $"Such as: {QuotedText.Comment(LiteralMask.Of(read, dbms), LongestText)}";
        }
    }

    /// <summary>A time in the unit that it is told in.</summary>
    public static string Time(double seconds) =>
        seconds switch
        {
            < 0.0005 => "less than 1 ms",
            < 1 => Invariant($"{seconds * 1000:0} ms"),
            < 600 => Invariant($"{seconds:0.#} s"),
            < 36_000 => Invariant($"{seconds / 60:0} min"),
            _ => Invariant($"{seconds / 3600:0} h"),
        };

    private static string Sessions(SuggestedClass each)
    {
        var names = each
            .Groups.GroupBy(group => (group.Session.Login, group.Session.App))
            .OrderByDescending(same => same.Sum(group => group.Seconds))
            .Select(same => NameOf(same.Key.Login, same.Key.App))
            .Where(name => name.Length > 0)
            .ToList();
        if (names.Count == 0)
            return "";

        var shown = "; by " + string.Join(", ", names.Take(MostSessions));
        return names.Count > MostSessions ? Invariant($"{shown} and {names.Count - MostSessions} more") : shown;
    }

    private static string NameOf(string login, string app) =>
        (
            QuotedText.Comment(login, LongestName)
            + (app.Length > 0 ? $" ({QuotedText.Comment(app, LongestName)})" : "")
        ).Trim();

    /// <summary>Whether hours are those of the work, and not of when it was recorded.</summary>
    internal static bool TellsHours(Workload workload) => workload.Recorded >= LeastForHours;

    private static string HoursOf(SuggestedClass each, Workload workload)
    {
        var hours = each.Groups.Aggregate(0, (all, group) => all | group.Hours);
        if (!TellsHours(workload) || BitOperations.PopCount((uint)hours) is 0 or > 8)
            return "";

        var seen = Enumerable.Range(0, 24).Where(hour => (hours & 1 << hour) != 0);
        return " at "
            + string.Join(", ", seen.Select(hour => hour.ToString("00", CultureInfo.InvariantCulture)))
            + " o'clock UTC";
    }

    internal static string Count(long number, string one, string more) =>
        Invariant($"{number} {(number == 1 ? one : more)}");
}

/// <summary>What the server counted of a class's reading and writing, in words; only what is worth a line.</summary>
internal static class MovedBytes
{
    private const double Least = 1024 * 1024;

    /// <summary>A sentence, or null where little or nothing was counted.</summary>
    public static string? Of(SuggestedClass each)
    {
        string[] parts =
        [
            .. Part("read", each, group => group.ReadBytes, ""),
            .. Part("spilled", each, group => group.SpilledBytes, ""),
            .. Part("wrote", each, group => group.LogBytes, " of log"),
        ];
        return parts.Length == 0 ? null : $"Together they {string.Join(", ", parts)}.";
    }

    private static IEnumerable<string> Part(
        string verb,
        SuggestedClass each,
        Func<StatementGroup, double?> bytesOf,
        string what
    )
    {
        var bytes = each.Groups.Sum(group => bytesOf(group) ?? 0);
        if (bytes >= Least)
            yield return Invariant($"{verb} {Size(bytes)}{what}");
    }

    private static string Size(double bytes)
    {
        var mebibytes = bytes / Least;
        return mebibytes < 1024 ? Invariant($"{mebibytes:0} MiB") : Invariant($"{mebibytes / 1024:0.#} GiB");
    }
}
