using NodaTime;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Diagnostics;
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
                ReportDays(range);
                return null;
            }

            // A range may pass Sunday: sat..mon.
            for (var day = first.Value; ; day = (day + 1) % 7)
            {
                days.Add((IsoDayOfWeek)(day + 1));
                if (day == last)
                    break;
            }
        }

        return [.. days];
    }

    private static int? Day(NameSyntax name) => DayNames.IndexOf(name.Text) is >= 0 and var index ? index : null;

    // `Mo..Fr` is one mistake.
    private void ReportDays(DayRangeSyntax range)
    {
        var names = range.Last is null ? [range.First] : new[] { range.First, range.Last };
        var unknown = names.Where(name => Day(name) is null).ToList();
        SyntaxNode where = unknown.Count > 1 ? range : unknown[0];
        var meant = unknown.Select(name => Meant(name.Text)).ToList();
        var written = string.Join("..", unknown.Select(name => name.Text));
        scope.Report(
            "RG2007",
            where,
            $"`{written}` is not a day: write {(meant.Contains(null) ? "one of `mon tue wed thu fri sat sun`" : $"`{string.Join("..", meant)}`")}.",
            meant.Contains(null) ? null : scope.Replace(where, string.Join("..", meant), isSafe: false)
        );
    }

    private static string? Meant(string name) =>
        name.ToUpperInvariant() switch
        {
            "DAILY" or "ALWAYS" or "EVERYDAY" => "mon..sun",
            "WEEKDAY" or "WEEKDAYS" or "WORKDAYS" => "mon..fri",
            "WEEKEND" or "WEEKENDS" => "sat..sun",
            _ => Near(name),
        };

    private static string? Near(string name)
    {
        var start = name.Length >= 3 ? name[..3].ToLowerInvariant() : name;
        return DayNames.Contains(start, StringComparer.Ordinal) ? start : NameSuggestion.Find(name, DayNames);
    }

    private LocalTime? Clock(SyntaxToken token, bool isEnd)
    {
        var parts = token.Text.Split(':');
        var isShort = parts[0].Length <= 2 && parts[1].Length == 2;
        var hour = isShort ? int.Parse(parts[0], CultureInfo.InvariantCulture) : 99;
        var minute = isShort ? int.Parse(parts[1], CultureInfo.InvariantCulture) : 99;
        if (isEnd && hour == 24 && minute == 0)
            return LocalTime.Midnight;

        if (hour < 24 && minute < 60)
            return new LocalTime(hour, minute);

        scope.Bag.Add(
            "RG2007",
            scope.Tree.Range(token),
            $"`{token.Text}` is not a time of day: write `00:00` to `23:59`, or `24:00` as an end."
        );
        return null;
    }

    private DateTimeZone? Zone(SyntaxToken token)
    {
        var id = ConstantBinder.Unquote(token.Text);
        var zone = DateTimeZoneProviders.Tzdb.GetZoneOrNull(id);
        if (zone is null)
        {
            var meant = NameSuggestion.Find(id, DateTimeZoneProviders.Tzdb.Ids);
            scope.Bag.Add(
                "RG2007",
                scope.Tree.Range(token),
                $"There is no time zone `{id}`."
                    + (
                        meant is null
                            ? " Write one such as `\"Europe/Berlin\"` or `\"UTC\"`."
                            : $" Did you mean `{meant}`?"
                    ),
                meant is null
                    ? null
                    : new Fix($"Write `{meant}`", false, [new TextEdit(scope.Tree.Range(token), $"\"{meant}\"")])
            );
        }

        return zone;
    }
}
