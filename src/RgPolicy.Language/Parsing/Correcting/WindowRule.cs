using System.Text.RegularExpressions;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Days, times and zones of a window as people write them: <c>Mon-Fri 8am to 6pm UTC</c>.</summary>
internal static partial class WindowRule
{
    private const int ZoneLength = 60;

    private static readonly string[] Names = "mon tue wed thu fri sat sun".Split(' ');

    public static IEnumerable<Correction> Find(StatementReading statement)
    {
        var first = statement.First;
        if (statement.Type(first) != RgPolicyLexer.WINDOW || statement.Place < first + 2)
            yield break;

        var from = statement.At(first + 2).Text is "=" ? first + 3 : first + 2;
        var start = statement.Start(Math.Min(from, statement.Tokens.Length));
        var end = statement.Content.AsSpan(start).IndexOfAny("\r\n".AsSpan()) is var line and >= 0
            ? start + line
            : statement.Content.Length;
        var written = statement.Content[start..end].TrimEnd();
        if (written.Length > 0 && Meant(written) is { } meant && meant != written)
        {
            yield return Correction.Of(
                "RG1001",
                start,
                start + written.Length,
                $"A window has days and times with `..`, and its zone in quotes: write `{meant}`.",
                (from == first + 2 ? "= " : "") + meant
            );
        }
    }

    private static string? Meant(string written)
    {
        var times = Times().Match(written);
        if (!times.Success)
            return null;

        var rest = written.Remove(times.Index, times.Length).Insert(times.Index, " ");
        var zone = Zone().Match(rest);
        var days = Days(zone.Success ? rest.Remove(zone.Index, zone.Length) : rest);
        return zone.Success && days is not null && zone.Length < ZoneLength
            ? $"{days} {Time(times, "1")}..{Time(times, "2")} \"{zone.Groups["zone"].Value}\""
            : null;
    }

    private static string Time(Match times, string side)
    {
        var hour = int.Parse(times.Groups["h" + side].Value, CultureInfo.InvariantCulture);
        var half = times.Groups["p" + side].Value.ToLowerInvariant();
        hour = half.Length == 0 ? hour : (hour % 12) + (half[0] == 'p' ? 12 : 0);
        var minutes = times.Groups["m" + side].Value;
        return string.Create(CultureInfo.InvariantCulture, $"{hour:00}:{minutes.PadLeft(2, '0')}");
    }

    private static string? Days(string written)
    {
        var days = Separator()
            .Replace(Range().Replace(Day().Replace(written, Days), "..").Trim(' ', ',', ';', '@', ':'), ", ");
        return days.Length == 0 ? "mon..sun"
            : DayList().IsMatch(days) ? days
            : null;
    }

    private static string Days(Match written) =>
        written.Groups["all"].Success ? "mon-sun"
        : written.Groups["work"].Success ? "mon-fri"
        : written.Groups["end"].Success ? "sat-sun"
        : Names.First(name => name.StartsWith(written.Value[..2], StringComparison.OrdinalIgnoreCase));

    [GeneratedRegex(
        @"(?<![\w.])((from|between|at) +)?(?<h1>[01]?\d|2[0-4])([:.h](?<m1>[0-5]\d)?)? ?(?<p1>[aApP][mM])?(:00)?h? ?(\.{1,3}|-|\u2013|,|to|until|till|and|through) ?(?<h2>[01]?\d|2[0-4])([:.h](?<m2>[0-5]\d)?)? ?(?<p2>[aApP][mM])?(:00)?h?(?![\w.])",
        RegexOptions.ExplicitCapture,
        1_000
    )]
    private static partial Regex Times();

    [GeneratedRegex(
        @"((in|zone|tz|timezone) +)?([""'](?<zone>[A-Za-z][\w/+-]*)[""']|(?<zone>\b(UTC|GMT|CET|CEST|EST|PST|Z)\b|[A-Z][a-z]+/[\w/+-]+))",
        RegexOptions.ExplicitCapture,
        1_000
    )]
    private static partial Regex Zone();

    [GeneratedRegex(
        @"\b((?<all>(every|each|all) ?days?|daily|any day)|((every|each|all|on) )?(?<work>(week|work|working|business) ?days?)"
            + @"|((every|on) )?(?<end>weekends?)|mo(n(days?)?)?|tu(e(s(days?)?)?)?|we(d(nesdays?)?)?|th(u(r(s(days?)?)?)?)?"
            + @"|fr(i(days?)?)?|sa(t(urdays?)?)?|su(n(days?)?)?)\b",
        RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture,
        1_000
    )]
    private static partial Regex Day();

    [GeneratedRegex(
        @" *(\.{1,3}|->?|\u2013|/|:|\b(to|through|thru|until|till)\b) *",
        RegexOptions.ExplicitCapture,
        1_000
    )]
    private static partial Regex Range();

    [GeneratedRegex(@" *(,|;|\+|&|\band\b| ) *", RegexOptions.ExplicitCapture, 1_000)]
    private static partial Regex Separator();

    [GeneratedRegex(
        @"^(mon|tue|wed|thu|fri|sat|sun)((\.\.|, )(mon|tue|wed|thu|fri|sat|sun))*$",
        RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture
    )]
    private static partial Regex DayList();
}
