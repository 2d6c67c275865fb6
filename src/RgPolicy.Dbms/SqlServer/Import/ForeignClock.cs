namespace RgPolicy.Dbms.SqlServer.Import;

/// <summary>What a classifier makes of the clock, or compares it with.</summary>
/// <remarks><c>Zone</c>: the clock's time zone; empty for what no clock tells. <c>At</c>: its number in each minute of
/// the week.</remarks>
internal sealed record ForeignClock(ForeignClockKind Kind, string Zone, Func<int, int> At, string Text = "")
{
    private const int LengthOfMinutes = 5;
    private const int LengthOfSeconds = 8;
    private const int LastSecond = 59;
    private const int Minute = 60;

    private static readonly string[] Times =
    [
        "H:mm",
        "H:mm:ss",
        "H:mm:ss.FFFFFFF",
        "h:mmtt",
        "h:mm tt",
        "h:mm:sstt",
        "h:mm:ss tt",
        "htt",
        "h tt",
    ];
    private static readonly string[] TextsOfTimes = ["HH:mm", "HH:mm:ss"];

    public static ForeignClock Number(int value) => new(ForeignClockKind.Number, "", _ => value);

    public static ForeignClock Literal(string text) => new(ForeignClockKind.Literal, "", _ => 0, text);

    /// <summary>The same as a type holds it; null where it is no clock any more.</summary>
    public ForeignClock? In(string type, int length) =>
        (type.ToUpperInvariant(), Kind) switch
        {
            ("TIME", ForeignClockKind.Moment or ForeignClockKind.Time) => this with
            {
                Kind = ForeignClockKind.Time,
                At = MinuteOfDay,
            },
            ("TIME", ForeignClockKind.Literal) => this,
            ("DATETIME" or "DATETIME2" or "DATETIMEOFFSET", ForeignClockKind.Moment) => this,
            ("INT" or "SMALLINT" or "TINYINT" or "BIGINT", ForeignClockKind.Number) => this,
            ("VARCHAR" or "NVARCHAR" or "CHAR" or "NCHAR", ForeignClockKind.Seconds or ForeignClockKind.Minutes) =>
                Begin(length),
            _ => null,
        };

    public ForeignClock? AsText(int style, int length) =>
        Kind is ForeignClockKind.Moment or ForeignClockKind.Time && style is 8 or 108 or 14 or 114
            ? (this with { Kind = ForeignClockKind.Seconds, At = MinuteOfDay }).Begin(length)
            : null;

    public ForeignClock? Begin(int length) =>
        Kind is not (ForeignClockKind.Seconds or ForeignClockKind.Minutes) || length < LengthOfMinutes ? null
        : length < LengthOfSeconds ? this with { Kind = ForeignClockKind.Minutes }
        : this;

    /// <summary>The minute of the day at which the time is this literal, or passes it in less than two seconds; null
    /// where a window cannot begin or end then.</summary>
    public int? MinuteOf(string literal)
    {
        var formats = Kind switch
        {
            ForeignClockKind.Time => Times,
            ForeignClockKind.Seconds => TextsOfTimes,
            _ => TextsOfTimes[..1],
        };
        if (
            !DateTime.TryParseExact(
                literal.Trim(),
                formats,
                CultureInfo.InvariantCulture,
                DateTimeStyles.None,
                out var time
            )
        )
            return null;
        var seconds = time.TimeOfDay.TotalSeconds;
        return seconds % Minute is 0 or >= LastSecond ? (int)Math.Ceiling(seconds / Minute) : null;
    }

    private static int MinuteOfDay(int minute) => minute % ForeignHours.Day;
}

/// <summary>What a classifier makes of the clock.</summary>
internal enum ForeignClockKind
{
    Moment,
    Time,

    /// <summary>A number, such as the hour.</summary>
    Number,

    Seconds,

    /// <summary>The time as a text without seconds.</summary>
    Minutes,

    DayName,
    Literal,
}

/// <remarks><c>IsGuess</c>: the server tells no more than its present offset from UTC.</remarks>
internal sealed record ForeignZone(string Id, bool IsGuess);
