using System.Numerics;
using System.Text.RegularExpressions;
using NodaTime;
using RgPolicy.Testing.Policies.Text;

namespace RgPolicy.Testing.Policies.Truth;

/// <summary>Answers a question about a known value, in the plainest way.</summary>
internal static class PlainQuestions
{
    public static bool Answer(PlainAtom atom, object value) =>
        atom.Kind switch
        {
            AtomKind.Known => true,
            AtomKind.Flag => (bool)value,
            AtomKind.Like => IsLike((string)value, atom.Constants[0]),
            AtomKind.Contains => ((string[])value).Any(member =>
                atom.Constants.Any(constant => Compare(atom.Signal, member, constant) == 0)
            ),
            AtomKind.In => atom.Constants.Any(constant => Compare(atom.Signal, value, constant) == 0),
            AtomKind.Between => Compare(atom.Signal, value, atom.Constants[0]) >= 0
                && Compare(atom.Signal, value, atom.Constants[1]) <= 0,
            AtomKind.Equal => Compare(atom.Signal, value, atom.Constants[0]) == 0,
            AtomKind.NotEqual => Compare(atom.Signal, value, atom.Constants[0]) != 0,
            AtomKind.Less => Compare(atom.Signal, value, atom.Constants[0]) < 0,
            AtomKind.LessOrEqual => Compare(atom.Signal, value, atom.Constants[0]) <= 0,
            AtomKind.Greater => Compare(atom.Signal, value, atom.Constants[0]) > 0,
            AtomKind.GreaterOrEqual => Compare(atom.Signal, value, atom.Constants[0]) >= 0,
            _ => throw new InvalidOperationException(atom.Kind.ToString()),
        };

    public static bool IsOpen(PlainWindow window, Instant moment)
    {
        var local = moment.InZone(DateTimeZoneProviders.Tzdb[window.Zone]).LocalDateTime;
        var minute = (local.Hour * 60) + local.Minute;
        var day = (int)local.DayOfWeek - 1;
        bool IsDay(int candidate) => candidate >= window.FirstDay && candidate <= window.LastDay;
        return window.End > window.Start
            ? IsDay(day) && minute >= window.Start && minute < window.End
            : (IsDay(day) && minute >= window.Start) || (IsDay((day + 6) % 7) && minute < window.End);
    }

    private static int Compare(PlainSignal signal, object value, PlainConstant constant) =>
        signal.Kind switch
        {
            ValueKind.Text or ValueKind.Set => string.Compare(
                (string)value,
                constant.Text,
                constant.Exactly ? StringComparison.Ordinal : StringComparison.OrdinalIgnoreCase
            ),
            ValueKind.Word => string.CompareOrdinal((string)value, constant.Text),
            ValueKind.Version => CompareVersions((int[])value, constant.Version),
            _ => CompareNumbers((decimal)value, constant),
        };

    private static int CompareNumbers(decimal value, PlainConstant constant)
    {
        var scale = new BigInteger(1_000_000);
        var scaled = new BigInteger(value * 1_000_000m);
        return (scaled * constant.Denominator).CompareTo(constant.Numerator * scale);
    }

    private static int CompareVersions(int[] left, int[] right)
    {
        for (var index = 0; index < Math.Max(left.Length, right.Length); index++)
        {
            var order = left.ElementAtOrDefault(index).CompareTo(right.ElementAtOrDefault(index));
            if (order != 0)
                return order;
        }

        return 0;
    }

    private static bool IsLike(string text, PlainConstant pattern)
    {
        var expression = string.Concat(
            pattern.Text.Select(character =>
                character switch
                {
                    '%' => ".*",
                    '_' => ".",
                    _ => Regex.Escape(character.ToString()),
                }
            )
        );
        var options =
            RegexOptions.Singleline
            | RegexOptions.CultureInvariant
            | (pattern.Exactly ? RegexOptions.None : RegexOptions.IgnoreCase);
        return Regex.IsMatch(text, $"^(?:{expression})\\z", options, TimeSpan.FromSeconds(5));
    }
}
