using System.Collections.Immutable;
using System.Globalization;
using Antlr4.Runtime;
using NodaTime;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using static RgPolicy.Language.Parsing.Generated.RgPolicyParser;

namespace RgPolicy.Language.Binding;

/// <summary>Binds windows; null means that a mistake was reported.</summary>
internal sealed class WindowBinder(BindingScope scope)
{
    private static readonly ImmutableArray<string> DayNames = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

    public Window? Bind(WindowStatementContext window)
    {
        var days = Days(window.dayRange());
        var start = Clock(window.start, isEnd: false);
        var end = Clock(window.end, isEnd: true);
        var zone = Zone(window.zone);
        return days is null || start is null || end is null || zone is null
            ? null
            : new Window(window.name().GetText(), days.Value, start.Value, end.Value, zone, scope.Range(window));
    }

    private ImmutableArray<IsoDayOfWeek>? Days(DayRangeContext[] ranges)
    {
        var days = new SortedSet<IsoDayOfWeek>();
        foreach (var range in ranges)
        {
            var first = Day(range.first);
            var last = range.last is null ? first : Day(range.last);
            if (first is null || last is null)
            {
                return null;
            }

            // A range may pass Sunday: sat..mon.
            for (var day = first.Value; ; day = (day + 1) % 7)
            {
                days.Add((IsoDayOfWeek)(day + 1));
                if (day == last)
                {
                    break;
                }
            }
        }

        return [.. days];
    }

    private int? Day(NameContext name)
    {
        var index = DayNames.IndexOf(name.GetText());
        if (index >= 0)
        {
            return index;
        }

        var start = name.GetText().Length >= 3 ? name.GetText()[..3].ToLowerInvariant() : name.GetText();
        var meant = DayNames.Contains(start, StringComparer.Ordinal) ? start : NameSuggestion.Find(name.GetText(), DayNames);
        scope.Report("RG2007", name,
            $"`{name.GetText()}` is no day: write one of `mon tue wed thu fri sat sun`.",
            meant is null ? null : scope.Replace(name, meant, isSafe: false));
        return null;
    }

    private LocalTime? Clock(IToken token, bool isEnd)
    {
        var parts = token.Text.Split(':');
        var isShort = parts[0].Length <= 2 && parts[1].Length == 2;
        var hour = isShort ? int.Parse(parts[0], CultureInfo.InvariantCulture) : 99;
        var minute = isShort ? int.Parse(parts[1], CultureInfo.InvariantCulture) : 99;
        if (isEnd && hour == 24 && minute == 0)
        {
            return LocalTime.Midnight;
        }

        if (hour < 24 && minute < 60)
        {
            return new LocalTime(hour, minute);
        }

        scope.Bag.Add("RG2007", scope.Parsed.Range(token),
            $"`{token.Text}` is no time of day: write `00:00` to `23:59`, or `24:00` as an end.");
        return null;
    }

    private DateTimeZone? Zone(IToken token)
    {
        var id = ConstantBinder.Unquote(token.Text);
        var zone = DateTimeZoneProviders.Tzdb.GetZoneOrNull(id);
        if (zone is null)
        {
            var meant = NameSuggestion.Find(id, DateTimeZoneProviders.Tzdb.Ids);
            scope.Bag.Add("RG2007", scope.Parsed.Range(token), $"There is no time zone `{id}`."
                + (meant is null ? " Write one such as `\"Europe/Berlin\"` or `\"UTC\"`." : $" Did you mean `{meant}`?"),
                meant is null ? null : new Fix($"Write `{meant}`", false, [new TextEdit(scope.Parsed.Range(token), $"\"{meant}\"")]));
        }

        return zone;
    }
}
