namespace RgPolicy.Dbms.SqlServer.Configure;

/// <summary>Reads the time zones and windows of a classifier that RgPolicy wrote.</summary>
internal static class ClassifierZoneReader
{
    /// <summary>The zones in the order of their variables, as windows without any span.</summary>
    public static ImmutableArray<LoginWindow> Read(ClassifierScanner scanner)
    {
        var zones = ImmutableArray.CreateBuilder<LoginWindow>();
        scanner.SkipPast("change the policy, not this text.\n");
        while (scanner.IsAt("    DECLARE "))
        {
            var isClock = scanner.IsAt("    DECLARE @utc");
            scanner.TakeLine();
            while (isClock && !scanner.IsAt("    -- class ") && scanner.Take("    -- "))
                zones.Add(Zone(scanner));
        }

        return zones.ToImmutable();
    }

    /// <summary>A window's question; the scanner stands after <c>/* during </c>.</summary>
    public static LoginTest Window(ClassifierScanner scanner, ImmutableArray<LoginWindow> zones)
    {
        var name = scanner.TakeUntil(" */ ", isTaken: true);
        var isNegated = scanner.Take("NOT ");
        scanner.Expect("(DATEDIFF(DAY, '1900-01-01T00:00:00', @local");
        var number = Number(scanner.TakeUntil(")", isTaken: true)) - 1;
        scanner.Expect(" % 7 IN (");
        var days = scanner.TakeUntil(")", isTaken: true).Split(", ").Select(Number).ToImmutableArray();
        scanner.SkipPast(" >= ");
        var start = Time(scanner.TakeLiteral());
        scanner.SkipPast(" < ");
        var end = Time(scanner.TakeLiteral());
        scanner.Expect(")");
        if (number < 0 || number >= zones.Length)
        {
            scanner.Fail();
            return new LoginTest.Always(false);
        }

        return new LoginTest.During(
            zones[number] with
            {
                Name = name,
                Days = days,
                Start = start,
                End = end,
            },
            isNegated
        );
    }

    private static LoginWindow Zone(ClassifierScanner scanner)
    {
        var id = scanner.TakeLine();
        scanner.SkipPast("DATEADD(SECOND, ");
        var offsets = ImmutableArray.CreateBuilder<ZoneOffset>();
        var from = DateTime.MinValue;
        if (!scanner.Take("CASE"))
        {
            offsets.Add(new ZoneOffset(from, Number(scanner.TakeUntil(",", isTaken: true))));
        }
        else
        {
            while (scanner.Take("\n        WHEN @utc < "))
            {
                var until = Moment(scanner.TakeLiteral());
                scanner.Expect(" THEN ");
                offsets.Add(new ZoneOffset(from, NumberAt(scanner)));
                from = until;
            }

            scanner.Expect(" ELSE ");
            offsets.Add(new ZoneOffset(from, NumberAt(scanner)));
        }

        scanner.TakeLine();
        return new LoginWindow("", id, [], default, default, offsets.ToImmutable());
    }

    private static int NumberAt(ClassifierScanner scanner)
    {
        var sign = scanner.Take("-") ? -1 : 1;
        var digits = "";
        while (Digit(scanner) is { } digit)
            digits += digit;
        return sign * Number(digits);
    }

    private static string? Digit(ClassifierScanner scanner) =>
        Enumerable
            .Range(0, 10)
            .Select(digit => digit.ToString(CultureInfo.InvariantCulture))
            .FirstOrDefault(scanner.Take);

    private static int Number(string text) =>
        int.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number) ? number : -1;

    private static TimeSpan Time(string text) =>
        TimeSpan.TryParse(text, CultureInfo.InvariantCulture, out var time) ? time : default;

    private static DateTime Moment(string text) =>
        DateTime.TryParseExact(
            text,
            "yyyy-MM-ddTHH:mm:ss",
            CultureInfo.InvariantCulture,
            DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal,
            out var moment
        )
            ? moment
            : default;
}

/// <summary>Writes windows into the classifier: the local time of each zone, worked out from UTC, and
/// questions about it.</summary>
internal static class ClassifierWindows
{
    private const int DaysOfWeek = 7;

    public static void Declare(StringBuilder text, ImmutableArray<LoginWindow> zones)
    {
        if (zones.IsEmpty)
            return;
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

    private static string Variable(int number) => FormattableString.Invariant($"@local{number + 1}");

    private static string Offset(ImmutableArray<ZoneOffset> offsets)
    {
        if (offsets.Length == 1)
            return offsets[0].Seconds.ToString(CultureInfo.InvariantCulture);
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
