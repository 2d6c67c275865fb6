using System.Globalization;
using System.Text;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Days, times and zones of a window as people write them: <c>mon-fri 8am to 6pm UTC</c>.</summary>
internal sealed class WindowRule : ICorrectionRule
{
    private const int MostMarks = 3;

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        tokens.Type(0) != RgPolicyLexer.WINDOW || index < 3 ? null
        : index == 3 && Parts(tokens) is { Count: > 1 } parts ? Whole(tokens, parts)
        : Part(tokens, index);

    private static (Correction Correction, int Next)? Part(RawTokens tokens, int index) =>
        ZoneFirst(tokens, index)
        ?? Cron(tokens, index)
        ?? WithoutDays(tokens, index)
        ?? TimesFirst(tokens, index)
        ?? EveryDay(tokens, index)
        ?? Comma(tokens, index)
        ?? LongDay(tokens, index)
        ?? Days(tokens, index)
        ?? Times(tokens, index)
        ?? Zone(tokens, index);

    private static List<Correction> Parts(RawTokens tokens)
    {
        var found = new List<Correction>();
        for (var place = 3; place < tokens.Count; )
        {
            var next = place + 1;
            if (Part(tokens, place) is var (part, behind))
            {
                found.Add(part);
                next = Math.Max(next, behind);
            }

            place = next;
        }

        return found;
    }

    // `mon-fri 8-18 UTC` is one mistake: another notation.
    private static (Correction Correction, int Next) Whole(RawTokens tokens, List<Correction> parts)
    {
        var meant = new StringBuilder();
        var place = tokens.Start(3);
        foreach (var edit in parts.SelectMany(part => part.Edits))
        {
            meant.Append(tokens.Content, place, Math.Max(0, edit.Start - place)).Append(edit.Text);
            place = edit.End;
        }

        var zone =
            tokens.IsText(tokens.Count - 1) && tokens.Start(tokens.Count - 1) >= place
                ? tokens.Content[place..tokens.End(tokens.Count - 1)]
                : "";
        return (
            new Correction(
                "RG1001",
                tokens.Start(3),
                parts[^1].End,
                $"A window has days and times with `..`, and its zone in quotes: write `{meant}{zone}`.",
                [.. parts.SelectMany(part => part.Edits)]
            )
            {
                Fix = $"Write `{meant}{zone}`",
            },
            tokens.Count
        );
    }

    // `"Europe/Berlin" mon..fri 08:00..18:00`
    private static (Correction Correction, int Next)? ZoneFirst(RawTokens tokens, int index)
    {
        var end =
            index == 3 && tokens.IsText(3) && tokens.IsWord(4) && !tokens.IsFirstOnLine(4)
                ? CharacterRule.BehindLine(tokens, 4)
                : -1;
        return end > 5 && tokens.Type(end - 1) == RgPolicyLexer.CLOCK
            ? Instead(
                tokens,
                index,
                end,
                $"{tokens.Slice(4, end)} {tokens.Text(3)}",
                "The zone stands behind the times"
            )
            : null;
    }

    // `cron "0 22 * * 1-5"`. What is put in only helps to read on.
    private static (Correction Correction, int Next)? Cron(RawTokens tokens, int index)
    {
        var text = index == 3 && tokens.IsAny(index, "cron", "rrule", "schedule") ? index + 1 : index;
        var (start, end) = (tokens.Start(index), tokens.IsText(text) ? tokens.End(text) : 0);
        return index == 3 && tokens.IsText(text)
            ? (
                new Correction(
                    "RG1001",
                    start,
                    end,
                    "A window has days, times and a zone: write such as `mon..fri 08:00..18:00 \"UTC\"`.",
                    [
                        new Replacement(
                            start,
                            end,
                            text + 1 < tokens.Count ? "mon..fri 08:00..18:00" : "mon..fri 08:00..18:00 \"UTC\""
                        ),
                    ]
                ),
                text + 1
            )
            : null;
    }

    // `22:00..06:00 "UTC"`
    private static (Correction Correction, int Next)? WithoutDays(RawTokens tokens, int index)
    {
        var (from, mark) = index == 3 ? Time(tokens, index) : (null, 0);
        var isMark = from is not null && tokens.Text(mark) is ".." or "-" or "to" or "until" or "till";
        var (to, end) = isMark ? Time(tokens, mark + 1) : (null, 0);
        return to is not null && tokens.IsText(end)
            ? Instead(tokens, index, end, $"mon..sun {from}..{to}", "A window has days before its times")
            : null;
    }

    // `22:00..06:00 mon..fri`
    private static (Correction Correction, int Next)? TimesFirst(RawTokens tokens, int index)
    {
        var end = 7;
        while (index == 3 && end < tokens.Count && (tokens.Text(end) is ".." or "," || tokens.IsWord(end)))
        {
            end++;
        }

        return index == 3 && IsLegal(tokens, 3, 6) && tokens.IsWord(6) && tokens.IsText(end)
            ? Instead(
                tokens,
                index,
                end,
                $"{tokens.Slice(6, end)} {tokens.Slice(3, 6)}",
                "The days stand before the times"
            )
            : null;
    }

    private static (Correction Correction, int Next)? EveryDay(RawTokens tokens, int index)
    {
        var isAll =
            index == 3
            && tokens.IsAny(3, "every", "each", "all", "any", "working", "business", "week", "work")
            && tokens.IsAny(4, "day", "days", "weekday", "weekdays");
        var isWorking =
            tokens.IsAny(4, "weekday", "weekdays") || tokens.IsAny(3, "working", "business", "week", "work");
        return isAll ? Instead(tokens, 3, 5, isWorking ? "mon..fri" : "mon..sun", "Days are named") : null;
    }

    // `mon..fri, 08:00..18:00, "UTC"`
    private static (Correction Correction, int Next)? Comma(RawTokens tokens, int index)
    {
        var isMark =
            tokens.Text(index) is "," or ";" or "@" or "at" or "from" or "between" or "and"
            && index > 3
            && (
                tokens.Type(index + 1) == RgPolicyLexer.CLOCK || tokens.IsNumber(index + 1) || tokens.IsText(index + 1)
            );
        var (start, end) = (tokens.Start(index), tokens.End(index));
        return isMark
            ? (
                new Correction(
                    "RG1001",
                    start,
                    end,
                    $"Days, times and zone stand without a mark between them: leave out `{tokens.Text(index)}`.",
                    [new Replacement(tokens.End(index - 1), end, "")]
                )
                {
                    Fix = "Remove it",
                },
                index + 1
            )
            : null;
    }

    // `monday`
    private static (Correction Correction, int Next)? LongDay(RawTokens tokens, int index)
    {
        var name = tokens.Text(index).TrimEnd('s', 'S');
        var isDay =
            tokens.Type(index) == RgPolicyLexer.IDENTIFIER
            && name.Length > 4
            && name.EndsWith("day", StringComparison.OrdinalIgnoreCase);
        var day = isDay ? name[..3].ToLowerInvariant() : "";
        return day is "mon" or "tue" or "wed" or "thu" or "fri" or "sat" or "sun"
            ? Instead(tokens, index, index + 1, day, "Days have three letters")
            : null;
    }

    private static (Correction Correction, int Next)? Days(RawTokens tokens, int index)
    {
        var end = index;
        while (end < index + MostMarks && tokens.Text(end) is "-" or "." or ".." or ":" or "/" or ">" or "->")
        {
            end++;
        }

        end = end == index && tokens.IsAny(index, "to", "until", "till", "through", "thru") ? index + 1 : end;
        var isBetweenDays =
            index > 3
            && tokens.IsWord(index - 1)
            && tokens.IsWord(end)
            && end > index
            && !(end == index + 1 && tokens.Is(index, ".."));
        return isBetweenDays
            ? (
                new Correction(
                    "RG1001",
                    tokens.Start(index),
                    tokens.End(end - 1),
                    "A range of days is written with `..`: write `..`.",
                    [new Replacement(tokens.End(index - 1), tokens.Start(end), "..")]
                )
                {
                    Fix = "Write `..`",
                },
                end
            )
            : null;
    }

    /// <summary>Both times of a window, with what stands between them: one mistake.</summary>
    private static (Correction Correction, int Next)? Times(RawTokens tokens, int index)
    {
        var (from, fromEnd) = Time(tokens, index);
        if (
            from is null
            || tokens.IsNumber(index - 1)
            || tokens.Type(index - 1) is RgPolicyLexer.DOT_DOT or RgPolicyLexer.MINUS
        )
        {
            return null;
        }

        var isMark = tokens.Text(fromEnd) is ".." or "-" or "to" or "until" or "till" or "and" or ".";
        var (to, toEnd) = isMark ? Time(tokens, fromEnd + 1) : (null, 0);
        var meant = $"{from}..{to}";
        return
            to is not null
            && tokens.Slice(index, toEnd).Replace(" ", "", StringComparison.Ordinal) is var found
            && found != meant
            && !IsLegal(tokens, index, toEnd)
            ? Instead(tokens, index, toEnd, meant, "Times are written with hours and minutes")
            : null;
    }

    private static bool IsLegal(RawTokens tokens, int index, int end) =>
        end == index + 3
        && tokens.Type(index) == RgPolicyLexer.CLOCK
        && tokens.Type(index + 1) == RgPolicyLexer.DOT_DOT
        && tokens.Type(index + 2) == RgPolicyLexer.CLOCK;

    private static (string? Time, int End) Time(RawTokens tokens, int index)
    {
        if (tokens.Type(index) == RgPolicyLexer.CLOCK)
        {
            return (tokens.Text(index).PadLeft(5, '0'), index + 1);
        }

        // `22h00`
        var minute = tokens.Text(index + 1);
        if (
            tokens.Type(index) == RgPolicyLexer.INTEGER
            && tokens.Touches(index)
            && minute.Length is 1 or 3
            && minute[0] is 'h' or 'H'
            && minute[1..].All(char.IsAsciiDigit)
        )
        {
            return ($"{tokens.Text(index).PadLeft(2, '0')}:{minute[1..].PadLeft(2, '0')}", index + 2);
        }

        var parts = tokens.Text(index).Split('.');
        if (
            !tokens.IsNumber(index)
            || !int.TryParse(parts[0], NumberStyles.None, CultureInfo.InvariantCulture, out var hour)
            || hour > 24
        )
        {
            return (null, index);
        }

        var isEvening = tokens.IsAny(index + 1, "pm");
        var isHalf = isEvening || tokens.IsAny(index + 1, "am");
        var minutes = parts.Length > 1 ? parts[1].PadRight(2, '0') : "00";
        hour = isHalf ? hour % 12 + (isEvening ? 12 : 0) : hour;
        return minutes.Length != 2
            ? (null, index)
            : (string.Create(CultureInfo.InvariantCulture, $"{hour:00}:{minutes}"), index + (isHalf ? 2 : 1));
    }

    private static (Correction Correction, int Next)? Zone(RawTokens tokens, int index)
    {
        var isBehindTimes =
            tokens.Type(index - 1) == RgPolicyLexer.CLOCK
            && tokens.Type(index - 2) == RgPolicyLexer.DOT_DOT
            && tokens.IsWord(index);
        if (!isBehindTimes)
        {
            return null;
        }

        var end = index + 1;
        while (
            tokens.Touches(end - 1)
            && (tokens.IsWord(end) || tokens.IsNumber(end) || tokens.Text(end) is "/" or "-" or "+")
        )
        {
            end++;
        }

        return Instead(tokens, index, end, $"\"{tokens.Slice(index, end)}\"", "A time zone stands in quotes");
    }

    private static (Correction Correction, int Next) Instead(
        RawTokens tokens,
        int index,
        int next,
        string meant,
        string why
    )
    {
        var (start, end) = (tokens.Start(index), tokens.End(next - 1));
        return (
            new Correction("RG1001", start, end, $"{why}: write `{meant}`.", [new Replacement(start, end, meant)])
            {
                Fix = $"Write `{meant}`",
            },
            next
        );
    }
}
