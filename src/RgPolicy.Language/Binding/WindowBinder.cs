using System.Collections.Immutable;
using System.Globalization;
using NodaTime;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Syntax;

namespace RgPolicy.Language.Binding;

/// <summary>Binds windows; null means that a mistake was reported.</summary>
internal sealed class WindowBinder(BindingScope scope)
{
    private static readonly ImmutableArray<string> DayNames = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

    public Window? Bind(WindowSyntax window)
    {
        var days = Days(window.Days);
        var start = Clock(window.Opens, isEnd: false);
        var end = Clock(window.Closes, isEnd: true);
        var zone = Zone(window.Zone);
        return days is null || start is null || end is null || zone is null
            ? null
            : new Window(window.Name.Text, days.Value, start.Value, end.Value, zone, scope.Range(window));
    }

    private ImmutableArray<IsoDayOfWeek>? Days(ImmutableArray<DayRangeSyntax> ranges)
    {
        var days = new SortedSet<IsoDayOfWeek>();
        foreach (var range in ranges)
        {
            var first = Day(range.First);
            var last = range.Last is null ? first : Day(range.Last);
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

    private int? Day(NameSyntax name)
    {
        var index = DayNames.IndexOf(name.Text);
        if (index >= 0)
        {
            return index;
        }

        var start = name.Text.Length >= 3 ? name.Text[..3].ToLowerInvariant() : name.Text;
        var meant = DayNames.Contains(start, StringComparer.Ordinal) ? start : NameSuggestion.Find(name.Text, DayNames);
        scope.Report("RG2007", name,
            $"`{name.Text}` is no day: write one of `mon tue wed thu fri sat sun`.",
            meant is null ? null : scope.Replace(name, meant, isSafe: false));
        return null;
    }

    private LocalTime? Clock(SyntaxToken token, bool isEnd)
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

        scope.Bag.Add("RG2007", scope.Tree.Range(token),
            $"`{token.Text}` is no time of day: write `00:00` to `23:59`, or `24:00` as an end.");
        return null;
    }

    private DateTimeZone? Zone(SyntaxToken token)
    {
        var id = ConstantBinder.Unquote(token.Text);
        var zone = DateTimeZoneProviders.Tzdb.GetZoneOrNull(id);
        if (zone is null)
        {
            var meant = NameSuggestion.Find(id, DateTimeZoneProviders.Tzdb.Ids);
            scope.Bag.Add("RG2007", scope.Tree.Range(token), $"There is no time zone `{id}`."
                + (meant is null ? " Write one such as `\"Europe/Berlin\"` or `\"UTC\"`." : $" Did you mean `{meant}`?"),
                meant is null ? null : new Fix($"Write `{meant}`", false, [new TextEdit(scope.Tree.Range(token), $"\"{meant}\"")]));
        }

        return zone;
    }
}
