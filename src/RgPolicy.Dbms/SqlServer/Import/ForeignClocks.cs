namespace RgPolicy.Dbms.SqlServer.Import;

/// <summary>
/// Reads what a classifier asks of the clock: hours, days and times of the day, compared with numbers and texts. What it
/// asks becomes the minutes of the week in which it holds.
/// </summary>
/// <remarks><c>local</c>: the zone of GETDATE(); null where it is not known. <c>remark</c>: told of what a policy asks
/// otherwise.</remarks>
internal sealed class ForeignClocks(
    SqlCursor cursor,
    ForeignVariables variables,
    ForeignZone? local,
    Action<string> remark
)
{
    private const int Deepest = 50;
    private const int FirstDay = 7;
    private const int DaysOfWeek = 7;

    private static readonly string[] Operators = ["=", "<>", "!=", "<", "<=", ">", ">=", "!<", "!>"];
    private static readonly string[] Days = WordList.Of("Monday Tuesday Wednesday Thursday Friday Saturday Sunday");

    private int _depth;
    private bool _asksDay;
    private bool _asksFirstDay;
    private bool _asksGuess;

    /// <summary>The question that comes next; null, and nothing is read, where it asks nothing of the clock.</summary>
    public LoginTest? Read() => Whole(() => ReadSum() is { } left ? ReadComparison(left) : null);

    /// <summary>What comes next; null, and nothing is read, where it is none of this.</summary>
    public ForeignClock? ReadValue() => Whole(ReadSum);

    private T? Whole<T>(Func<T?> read)
        where T : class
    {
        var (start, line) = (cursor.At, cursor.Line);
        (_asksDay, _asksFirstDay, _asksGuess) = (false, false, false);
        if (read() is not { } found)
        {
            cursor.At = start;
            return null;
        }

        if (_asksDay && !_asksFirstDay)
        {
            remark(
                FormattableString.Invariant($"line {line}: days are numbered and named as in us_english")
                    + ", and a login of another language may number and name them otherwise"
            );
        }

        if (_asksGuess)
        {
            remark(
                FormattableString.Invariant(
                    $"line {line}: the server tells its present offset from UTC and no time zone, so the windows have that "
                ) + $"offset (\"{local?.Id}\") in summer and winter: name the zone in them"
            );
        }

        return found;
    }

    private LoginTest? ReadComparison(ForeignClock left)
    {
        var negated = cursor.Take("NOT");
        LoginTest? test;
        if (cursor.Take("BETWEEN"))
        {
            test =
                ReadSum() is { } low && cursor.Take("AND") && ReadSum() is { } high
                    ? ForeignAnswer.Join([Compare(left, ">=", low), Compare(left, "<=", high)], isAll: true)
                    : null;
        }
        else if (cursor.Take("IN", "("))
        {
            test = ReadList(left);
        }
        else
        {
            test =
                !negated && cursor.TakeAny().Text is var sign && Operators.Contains(sign, StringComparer.Ordinal)
                    ? ReadSum() is { } right
                        ? Compare(left, sign, right)
                        : null
                    : null;
        }

        return test is not null && negated ? ForeignAnswer.Not(test) : test;
    }

    private LoginTest? ReadList(ForeignClock left)
    {
        var tests = new List<LoginTest?>();
        do
        {
            tests.Add(ReadSum() is { } right ? Compare(left, "=", right) : null);
        } while (cursor.Take(","));
        return cursor.Take(")") ? ForeignAnswer.Join(tests, isAll: false) : null;
    }

    private static LoginTest? Compare(ForeignClock left, string sign, ForeignClock right)
    {
        if (left.Zone.Length == 0)
            return right.Zone.Length == 0 ? null : Compare(right, Turned(sign), left);
        if (right.Zone.Length > 0 && right.Zone != left.Zone)
            return null;
        return (left.Kind, right.Kind) switch
        {
            (ForeignClockKind.Number, ForeignClockKind.Number) => ForeignHours.Where(
                left.Zone,
                minute => Holds(left.At(minute), sign, right.At(minute))
            ),
            (ForeignClockKind.Minutes, ForeignClockKind.Literal) when left.MinuteOf(right.Text) is { } minute =>
                ForeignHours.Where(left.Zone, each => Holds(left.At(each), sign, minute)),
            (ForeignClockKind.Time or ForeignClockKind.Seconds, ForeignClockKind.Literal)
                when left.MinuteOf(right.Text) is { } minute => Split(left, sign, minute),
            (ForeignClockKind.DayName, ForeignClockKind.Literal) when sign is "=" or "<>" or "!=" => ForeignHours.Where(
                left.Zone,
                each =>
                    string.Equals(Days[left.At(each)], right.Text.TrimEnd(), StringComparison.OrdinalIgnoreCase)
                    == (sign == "=")
            ),
            _ => null,
        };
    }

    /// <summary>A time is finer than a minute: whether the moment itself belongs to a window makes no difference.</summary>
    private static LoginTest? Split(ForeignClock left, string sign, int minute) =>
        sign switch
        {
            ">" or ">=" or "!<" => ForeignHours.Where(left.Zone, each => left.At(each) >= minute),
            "<" or "<=" or "!>" => ForeignHours.Where(left.Zone, each => left.At(each) < minute),
            _ => null,
        };

    private static bool Holds(int left, string sign, int right) =>
        sign switch
        {
            "=" => left == right,
            "<>" or "!=" => left != right,
            "<" => left < right,
            "<=" or "!>" => left <= right,
            ">" => left > right,
            _ => left >= right,
        };

    /// <summary>The sign where both sides change places.</summary>
    public static string Turned(string sign) =>
        sign switch
        {
            "<" => ">",
            "<=" or "!>" => ">=",
            ">" => "<",
            ">=" or "!<" => "<=",
            _ => sign,
        };

    private ForeignClock? ReadSum()
    {
        var sum = ReadProduct();
        while (sum is not null && (cursor.IsAt("+") || cursor.IsAt("-")))
        {
            var isMinus = cursor.TakeAny().Text == "-";
            sum = Numbers(sum, ReadProduct(), (left, right) => isMinus ? left - right : left + right);
        }

        return sum;
    }

    private ForeignClock? ReadProduct()
    {
        var product = ReadOne();
        while (product is not null && (cursor.IsAt("*") || cursor.IsAt("/") || cursor.IsAt("%")))
        {
            var sign = cursor.TakeAny().Text;
            product = Numbers(
                product,
                ReadOne(),
                (left, right) =>
                    sign == "*" ? left * right
                    : right == 0 ? 0
                    : sign == "/" ? left / right
                    : left % right
            );
        }

        return product;
    }

    private static ForeignClock? Numbers(ForeignClock left, ForeignClock? right, Func<int, int, int> make) =>
        right is { Kind: ForeignClockKind.Number }
        && left.Kind == ForeignClockKind.Number
        && (left.Zone.Length == 0 || right.Zone.Length == 0 || left.Zone == right.Zone)
            ? new ForeignClock(
                ForeignClockKind.Number,
                left.Zone.Length > 0 ? left.Zone : right.Zone,
                minute => make(left.At(minute), right.At(minute))
            )
            : null;

    private ForeignClock? ReadOne()
    {
        var clock = ++_depth < Deepest ? ReadUnit() : null;
        _depth--;
        return clock;
    }

    private ForeignClock? ReadUnit()
    {
        if (cursor.Take("("))
            return ReadSum() is { } inner && cursor.Take(")") ? inner : null;
        var token = cursor.TakeAny();
        if (token.Kind == SqlTokenKind.Text)
            return ForeignClock.Literal(token.Text);
        if (token.Kind != SqlTokenKind.Word)
            return null;
        if (int.TryParse(token.Text, NumberStyles.None, CultureInfo.InvariantCulture, out var number))
            return ForeignClock.Number(number);
        return variables.Clock(token.Text) ?? ReadFunction(token.Text.ToUpperInvariant());
    }

    private ForeignClock? ReadFunction(string name)
    {
        switch (name)
        {
            case "@@DATEFIRST":
                _asksFirstDay = true;
                return ForeignClock.Number(FirstDay);
            case "CURRENT_TIMESTAMP":
                return Now(local?.Id);
            case "GETDATE" or "SYSDATETIME" or "SYSDATETIMEOFFSET":
                return cursor.Take("(", ")") ? Now(local?.Id) : null;
            case "GETUTCDATE" or "SYSUTCDATETIME":
                return cursor.Take("(", ")") ? Now(ForeignHours.Utc) : null;
            case "DATEPART" or "DATENAME":
                return cursor.Take("(") ? ReadPart(isName: name == "DATENAME") : null;
            case "LEFT":
                return
                    cursor.Take("(")
                    && ReadSum() is { } text
                    && cursor.Take(",")
                    && Number() is { } length
                    && cursor.Take(")")
                    ? text.Begin(length)
                    : null;
            case "CAST":
                return cursor.Take("(") && ReadSum() is { } from && cursor.Take("AS") ? ReadType(from) : null;
            case "CONVERT":
                return cursor.Take("(") ? ReadConvert() : null;
            default:
                return null;
        }
    }

    private ForeignClock? Now(string? zone)
    {
        _asksGuess |= local is { IsGuess: true } && zone == local.Id;
        return zone is null ? null : new ForeignClock(ForeignClockKind.Moment, zone, minute => minute);
    }

    private ForeignClock? ReadPart(bool isName)
    {
        var part = cursor.TakeAny().Text.ToUpperInvariant();
        if (!cursor.Take(",") || ReadSum() is not { } of || !cursor.Take(")") || of.Zone.Length == 0)
            return null;
        var isMoment = of.Kind == ForeignClockKind.Moment;
        if (isMoment && part is "WEEKDAY" or "DW" or "W")
        {
            _asksDay = true;
            return isName
                ? of with
                {
                    Kind = ForeignClockKind.DayName,
                    At = minute => minute / ForeignHours.Day,
                }
                : Part(of, minute => (((minute / ForeignHours.Day) + 1) % DaysOfWeek) + 1);
        }

        return isName || !(isMoment || of.Kind == ForeignClockKind.Time)
            ? null
            : part switch
            {
                "HOUR" or "HH" => Part(of, minute => minute % ForeignHours.Day / 60),
                "MINUTE" or "MI" or "N" => Part(of, minute => minute % 60),
                _ => null,
            };
    }

    private static ForeignClock Part(ForeignClock of, Func<int, int> at) => new(ForeignClockKind.Number, of.Zone, at);

    private int? Number() =>
        int.TryParse(cursor.TakeAny().Text, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            ? number
            : null;

    private ForeignClock? ReadType(ForeignClock from)
    {
        var name = cursor.Next.Text;
        return ForeignType.TryRead(cursor, ForeignType.Converted, out var type) && cursor.Take(")")
            ? from.In(name, type?.Length ?? 0)
            : null;
    }

    private ForeignClock? ReadConvert()
    {
        var name = cursor.Next.Text;
        if (
            !ForeignType.TryRead(cursor, ForeignType.Converted, out var type)
            || !cursor.Take(",")
            || ReadSum() is not { } from
        )
            return null;
        var style = cursor.Take(",") ? Number() : null;
        return !cursor.Take(")") ? null
            : style is { } written && type is { } text ? from.AsText(written, text.Length)
            : from.In(name, type?.Length ?? 0);
    }
}
