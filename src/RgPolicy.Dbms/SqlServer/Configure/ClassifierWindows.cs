using System.Collections.Immutable;
using System.Globalization;
using System.Text;
using RgPolicy.Dbms.Configure.Logins;

namespace RgPolicy.Dbms.SqlServer.Configure;

/// <summary>Writes windows into the classifier: the local time of each zone, worked out from UTC, and
/// questions about it.</summary>
internal static class ClassifierWindows
{
    private const int DaysOfWeek = 7;

    /// <summary>One variable with the local time of each zone.</summary>
    public static void Declare(StringBuilder text, ImmutableArray<LoginWindow> zones)
    {
        if (zones.IsEmpty)
        {
            return;
        }

        ClassifierWriter.Line(text, 1, "DECLARE @utc datetime2 = SYSUTCDATETIME();");
        for (var number = 0; number < zones.Length; number++)
        {
            ClassifierWriter.Line(text, 1, $"-- {zones[number].Zone}");
            ClassifierWriter.Line(
                text,
                1,
                $"DECLARE {Variable(number)} datetime2 = DATEADD(SECOND, {Offset(zones[number].Offsets)}, @utc);"
            );
        }
    }

    /// <summary>A window's question.</summary>
    public static string Test(LoginTest.During during, ImmutableArray<LoginWindow> zones)
    {
        var window = during.Window;
        var local = Variable(zones.IndexOf(zones.First(zone => zone.Zone == window.Zone)));
        var (day, time) = ($"DATEDIFF(DAY, '1900-01-01T00:00:00', {local}) % {DaysOfWeek}", $"CONVERT(time, {local})");
        var isOverMidnight = window.End <= window.Start;
        var text = isOverMidnight
            ? $"({day} IN ({Days(window.Days, 0)}) AND {time} >= {Time(window.Start)} OR {day} IN "
                + $"({Days(window.Days, 1)}) AND {time} < {Time(window.End)})"
            : $"({day} IN ({Days(window.Days, 0)}) AND {time} >= {Time(window.Start)} AND {time} < {Time(window.End)})";
        return $"/* during {window.Name} */ {(during.Negated ? "NOT " : "")}{text}";
    }

    /// <summary>A moment as T-SQL reads it under every language setting.</summary>
    public static string Moment(DateTime moment) =>
        "'" + moment.ToString("yyyy-MM-ddTHH:mm:ss", CultureInfo.InvariantCulture) + "'";

    private static string Variable(int number) => string.Create(CultureInfo.InvariantCulture, $"@local{number + 1}");

    private static string Offset(ImmutableArray<ZoneOffset> offsets)
    {
        if (offsets.Length == 1)
        {
            return offsets[0].Seconds.ToString(CultureInfo.InvariantCulture);
        }

        var text = new StringBuilder("CASE");
        for (var at = 1; at < offsets.Length; at++)
        {
            text.Append(
                CultureInfo.InvariantCulture,
                $"\n        WHEN @utc < {Moment(offsets[at].From)} THEN {offsets[at - 1].Seconds}"
            );
        }

        return text.Append(CultureInfo.InvariantCulture, $" ELSE {offsets[^1].Seconds} END").ToString();
    }

    private static string Days(ImmutableArray<int> days, int later) =>
        string.Join(
            ", ",
            days.Select(day => (day + later) % DaysOfWeek)
                .Order()
                .Select(day => day.ToString(CultureInfo.InvariantCulture))
        );

    private static string Time(TimeSpan time) =>
        "'" + time.ToString(@"hh\:mm\:ss\.fffffff", CultureInfo.InvariantCulture) + "'";
}
