using System.Numerics;

namespace RgPolicy.Dbms.SqlServer.Import;

/// <summary>The session begins in one of these minutes of the week.</summary>
/// <remarks><c>Minutes</c>: a bit for each minute, from Monday 00:00 on.</remarks>
internal sealed record ForeignHours(string Zone, BigInteger Minutes) : LoginTest
{
    public const int Day = 24 * 60;
    public const int Week = 7 * Day;
    public const string Utc = "UTC";

    private const int BitsPerByte = 8;

    private static readonly BigInteger Whole = (BigInteger.One << Week) - 1;
    private static readonly string[] Names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

    public static LoginTest Where(string zone, Func<int, bool> holds)
    {
        var bytes = new byte[Week / BitsPerByte];
        for (var minute = 0; minute < Week; minute++)
            bytes[minute / BitsPerByte] |= (byte)(holds(minute) ? 1 << (minute % BitsPerByte) : 0);
        return Of(zone, new BigInteger(bytes, isUnsigned: true));
    }

    public LoginTest Not() => Of(Zone, Whole ^ Minutes);

    public static IEnumerable<LoginTest> Merge(IEnumerable<LoginTest> tests, bool isAll)
    {
        var merged = new List<LoginTest>();
        foreach (var test in tests)
        {
            var at = merged.FindIndex(each => each is ForeignHours other && other.Zone == (test as ForeignHours)?.Zone);
            if (at >= 0 && merged[at] is ForeignHours before && test is ForeignHours hours)
                merged[at] = Of(hours.Zone, isAll ? before.Minutes & hours.Minutes : before.Minutes | hours.Minutes);
            else
                merged.Add(test);
        }

        return merged;
    }

    public ImmutableArray<LoginWindow> Windows() =>
        [
            .. Runs()
                .SelectMany(Days)
                .GroupBy(run => (Start: run.Start % Day, run.Length))
                .Select(same =>
                    Window([.. same.Select(run => run.Start / Day).Order()], same.Key.Start, same.Key.Length)
                ),
        ];

    private static LoginTest Of(string zone, BigInteger minutes) =>
        minutes.IsZero ? new Always(false)
        : minutes == Whole ? new Always(true)
        : new ForeignHours(zone, minutes);

    /// <summary>Unbroken spans; the week has no end.</summary>
    private List<(int Start, int Length)> Runs()
    {
        var bytes = Minutes.ToByteArray(isUnsigned: true);
        bool Has(int minute) =>
            minute % Week / BitsPerByte is var at
            && at < bytes.Length
            && (bytes[at] & (1 << (minute % Week % BitsPerByte))) != 0;
        var runs = new List<(int Start, int Length)>();
        var first = Enumerable.Range(0, Week).First(minute => !Has(minute));
        for (var minute = first; minute < first + Week; minute++)
        {
            if (Has(minute) && !Has(minute + Week - 1))
                runs.Add((minute % Week, 1));
            else if (Has(minute))
                runs[^1] = (runs[^1].Start, runs[^1].Length + 1);
        }

        return runs;
    }

    private static IEnumerable<(int Start, int Length)> Days((int Start, int Length) run)
    {
        for (var (start, left) = run; left > 0; )
        {
            var length = run.Length <= Day ? left : Math.Min(left, Day - (start % Day));
            yield return (start % Week, length);
            (start, left) = (start + length, left - length);
        }
    }

    private LoginWindow Window(ImmutableArray<int> days, int start, int length)
    {
        var (from, to) = (TimeSpan.FromMinutes(start), TimeSpan.FromMinutes((start + length) % Day));
        var hours = FormattableString.Invariant($"from_{from:hhmm}_to_{to:hhmm}{(Zone == Utc ? "_utc" : "")}");
        var isRange = days.Length > 2 && days[^1] - days[0] == days.Length - 1;
        var name =
            days.Length == Names.Length ? hours
            : isRange ? $"{Names[days[0]]}_{Names[days[^1]]}_{hours}"
            : $"{string.Join('_', days.Select(day => Names[day]))}_{hours}";
        return new LoginWindow(name, Zone, days, from, to, []);
    }
}
