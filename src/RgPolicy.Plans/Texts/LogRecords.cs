using System.Text.Json;
using System.Text.RegularExpressions;

namespace RgPolicy.Plans.Texts;

/// <summary>
/// What servers wrote, taken out of what carries it: Docker's and Kubernetes' files, what viewers of such files and of
/// the journal put in front of each line, syslog, PostgreSQL's jsonlog and csvlog, and JSON that holds plans as strings.
/// Messages of several lines look as they do in a plain log: a tab is in front of each line but the first.
/// </summary>
internal static partial class LogRecords
{
    private const int MostLayers = 4;

    /// <summary>The member of a row that holds a plan, or a line of it.</summary>
    private static readonly string[] Columns = ["QUERY PLAN", "EXPLAIN"];

    private static readonly string[] Messages = ["log", "message", "MESSAGE", "msg", "textPayload", "line"];

    /// <summary>Members in which carriers have the server's record.</summary>
    private static readonly string[] Carried = ["record", "properties", "jsonPayload", "_source"];

    /// <summary>The same text where nothing carries it.</summary>
    /// <param name="text">The text.</param>
    /// <param name="isPlan">True where it is a plan in JSON: a string in it is no other plan.</param>
    public static string Unwrap(string text, bool isPlan)
    {
        text = text.Contains('\u001b', StringComparison.Ordinal) ? Colour().Replace(text, "") : text;
        for (var layer = 0; layer < MostLayers; layer++)
        {
            var inner =
                CsvLog.Messages(text) ?? (isPlan ? null : InList(text)) ?? Lines(text, isPlan) ?? InJson(text, isPlan);
            if (inner is null)
                break;
            text = inner;
        }

        return text;
    }

    /// <summary>The text without what stands in front of the tab that the server begins further lines of a message
    /// with.</summary>
    public static string WithoutHeads(string text) => BeforeTab().Replace(text, "");

    /// <summary>A message as a plain log holds it.</summary>
    public static string Indented(string message) =>
        message.TrimEnd('\n').Replace("\n", "\n\t", StringComparison.Ordinal);

    private static string? Lines(string text, bool isPlan)
    {
        var syslog = new SyslogLines();
        var all = new StringBuilder(text.Length);
        var carried = 0;
        // Docker splits long lines; the parts but the last have no line end. Collectors take the ends off all.
        var hasEnds = text.Contains("\\n\"", StringComparison.Ordinal);
        foreach (var each in text.Split('\n'))
        {
            var line = each.TrimEnd('\r');
            if (syslog.Take(line, all))
                carried++;
            else if (
                (Kubernetes(line) ?? Record(line, hasEnds) ?? LineOfJson(line, isPlan) ?? Shown(line)) is { } inner
            )
            {
                all.Append(inner);
                carried++;
            }
            else
                all.Append(line).Append('\n');
        }

        return carried == 0 ? null : syslog.Finish(all);
    }

    /// <summary>A line of a container: time, stream, F or P where the next line belongs to it.</summary>
    private static string? Kubernetes(string line)
    {
        var first = line.IndexOf(' ', StringComparison.Ordinal);
        if (first < 20 || line[10] != 'T' || !char.IsAsciiDigit(line[0]))
            return null;
        var rest = line.AsSpan(first + 1);
        if (
            !rest.StartsWith("stdout ", StringComparison.Ordinal)
            && !rest.StartsWith("stderr ", StringComparison.Ordinal)
        )
            return null;
        rest = rest["stdout ".Length..];
        if (rest.Length < 1 || rest[0] is not ('F' or 'P') || (rest.Length > 1 && rest[1] != ' '))
            return null;
        var message = rest.Length > 2 ? rest[2..].ToString() : "";
        return rest[0] == 'F' ? message + "\n" : message;
    }

    /// <summary>A line behind what a viewer shows in front of it.</summary>
    private static string? Shown(string line)
    {
        var head = InFront().Match(line);
        return head.Success ? line[head.Length..].Replace("#011", "\t", StringComparison.Ordinal) + "\n" : null;
    }

    // db-1  | text; [pod/db-0/postgres] text; 2026-01-31T12:00:00.5Z text; Jan 31 12:00:00 host postgres[47]: text; <134>1 TIME HOST NAME PROCESS - - text
    [GeneratedRegex(
        @"^([A-Za-z][\w.-]* *\| ?|\[pod/\S+\] "
            + @"|<\d+>1( \S+){5} - "
            + @"|([A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d))( \S+ [\w./-]+(\[\d+\])?: | ))",
        RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture,
        1000
    )]
    private static partial Regex InFront();

    [GeneratedRegex(
        @"^((?!->)[^\t\n(']){1,240}?(\t|#011)",
        RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture | RegexOptions.Multiline,
        1000
    )]
    private static partial Regex BeforeTab();

    // Jan 31 12:00:00 host postgres[47]: [8-2] text
    [GeneratedRegex(
        @"^(?<head>.{0,240}?) \[(?<number>[0-9]+)-[0-9]+\].?",
        RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture,
        1000
    )]
    private static partial Regex Numbered();

    // ESC [ 36 m
    [GeneratedRegex(@"\x1b\[[\d;]*[A-Za-z]", RegexOptions.CultureInvariant, 1000)]
    private static partial Regex Colour();

    /// <summary>The message of a record that ends a line, also behind a time and a tag. Fluent Bit prints maps as Ruby
    /// does.</summary>
    private static string? Record(string line, bool hasEnds)
    {
        var end = line.AsSpan().TrimEnd().TrimEnd(']').Length;
        if (end == 0 || line[end - 1] != '}')
            return null;
        for (var (at, tries) = (NextObject(0), 0); at >= 0 && tries < MostLayers; at = NextObject(at + 1), tries++)
        {
            if (!TextLines.IsLead(line.AsSpan(0, at)))
                break;
            var record = line[at..end];
            if (record.StartsWith("{\"", StringComparison.Ordinal) && record.Contains("\"=>", StringComparison.Ordinal))
                record = record.Replace("\"=>", "\":", StringComparison.Ordinal);
            if (Values(record) is [var value] && MessageOf(value) is { } found)
                return hasEnds && found.IsLog ? found.Text : found.Text.TrimEnd('\n') + "\n";
        }

        return null;

        int NextObject(int from) => line.IndexOf("{\"", from, end - from, StringComparison.Ordinal);
    }

    private static string? LineOfJson(string line, bool isPlan) =>
        line.AsSpan().TrimStart() is ['{', _, .., '}'] ? InJson(line, isPlan) : null;

    /// <summary>The plans in strings of JSON, or null where there are none.</summary>
    /// <param name="text">The text.</param>
    /// <param name="isPlan">True where it is a plan in JSON: a string in it is no other plan.</param>
    public static string? InJson(string text, bool isPlan)
    {
        var plans = new StringBuilder();
        foreach (var value in isPlan ? [] : Values(text))
            AddPlans(value, false, plans);
        return plans.Length > 0 ? plans.ToString() : null;
    }

    /// <summary>The values that a text consists of, one behind the other; none where it is no JSON.</summary>
    private static List<JsonElement> Values(string text)
    {
        var values = new List<JsonElement>();
        if (text.AsSpan().TrimStart() is not ['{' or '"' or '[', ..])
            return values;
        var rest = Encoding.UTF8.GetBytes(text).AsSpan().TrimEnd(" \t\r\n"u8);
        try
        {
            while (!rest.IsEmpty)
            {
                var reader = new Utf8JsonReader(rest);
                values.Add(JsonElement.ParseValue(ref reader));
                rest = rest[(int)reader.BytesConsumed..];
            }
        }
        catch (JsonException)
        {
            // No JSON: nothing that carries a plan.
            return [];
        }

        return values;
    }

    /// <summary>A record's message; some carriers have the server's record inside their own.</summary>
    /// <returns>The message as a plain log holds it, and whether it is a container's.</returns>
    private static (string Text, bool IsLog)? MessageOf(JsonElement record)
    {
        if (record.ValueKind != JsonValueKind.Object)
            return null;
        foreach (var name in Carried)
        {
            if (record.TryGetProperty(name, out var inner) && MessageOf(inner) is { } message)
                return message;
        }

        foreach (var name in Messages)
        {
            if (record.TryGetProperty(name, out var value) && TextOf(value) is { } text)
                return name == "log" ? (text, true) : (Indented(text), false);
        }

        return null;
    }

    /// <summary>A string, or its bytes, as the journal has what is not printable; null for anything else.</summary>
    private static string? TextOf(JsonElement value)
    {
        try
        {
            return value.ValueKind switch
            {
                JsonValueKind.String => value.GetString(),
                JsonValueKind.Array when value.GetArrayLength() > 0 => Encoding.UTF8.GetString([
                    .. value.EnumerateArray().Select(each => each.GetByte()),
                ]),
                _ => null,
            };
        }
        catch (Exception exception) when (exception is InvalidOperationException or FormatException)
        {
            // A string that is no text, or no bytes.
            return null;
        }
    }

    /// <summary>The messages of records that are one document together.</summary>
    private static string? InList(string text)
    {
        if (text.AsSpan().TrimStart() is not ['{' or '[', ..])
            return null;
        var (values, messages) = (Values(text), new StringBuilder());
        // Where each line is a record, the parts of a long line are put together elsewhere.
        return
            (values.Count < text.AsSpan().Trim().Count('\n') || !values.Exists(value => MessageOf(value) is not null))
            && values.Sum(value => AddMessages(value, messages)) > 1
            ? messages.ToString()
            : null;
    }

    /// <summary>Adds the messages of a list of records, and tells how many.</summary>
    private static int AddMessages(JsonElement value, StringBuilder all)
    {
        if (MessageOf(value) is { } message)
        {
            all.Append(message.Text.TrimEnd('\n')).Append('\n');
            return 1;
        }

        return value.ValueKind switch
        {
            JsonValueKind.Object => value.EnumerateObject().Sum(member => AddMessages(member.Value, all)),
            JsonValueKind.Array when Timed(value) is { Count: > 0 } lines => AddLines(lines, all),
            JsonValueKind.Array => value.EnumerateArray().Sum(item => AddMessages(item, all)),
            _ => 0,
        };
    }

    /// <summary>Loki's pairs of a time in nanoseconds and a line, the oldest first.</summary>
    private static List<(string Time, string Line)> Timed(JsonElement list)
    {
        var lines = new List<(string Time, string Line)>();
        foreach (var pair in list.EnumerateArray())
        {
            if (pair.ValueKind != JsonValueKind.Array || pair.GetArrayLength() < 2)
                return [];
            if (TextOf(pair[0]) is not { Length: 19 } time || !time.All(char.IsAsciiDigit))
                return [];
            lines.Add((time, TextOf(pair[1]) ?? ""));
        }

        return [.. lines.OrderBy(line => line.Time, StringComparer.Ordinal)];
    }

    private static int AddLines(List<(string Time, string Line)> lines, StringBuilder all)
    {
        foreach (var (_, line) in lines)
            all.Append(line.TrimEnd('\n')).Append('\n');
        return lines.Count;
    }

    private static void AddPlans(JsonElement value, bool isColumn, StringBuilder plans)
    {
        switch (value.ValueKind)
        {
            case JsonValueKind.Object:
                foreach (var member in value.EnumerateObject())
                    AddPlans(member.Value, Columns.Contains(member.Name, StringComparer.Ordinal), plans);
                break;
            case JsonValueKind.Array:
                foreach (var item in value.EnumerateArray())
                    AddPlans(item, isColumn, plans);
                break;
            case JsonValueKind.String when TextOf(value) is { } text && (isColumn || HoldsPlan(text)):
                plans.Append(text).Append('\n');
                break;
        }
    }

    private static bool HoldsPlan(string text) =>
        text.Contains("\"Plan\"", StringComparison.Ordinal)
        || text.Contains("\"query_block\"", StringComparison.Ordinal)
        || text.Contains("\"query_plan\"", StringComparison.Ordinal)
        || text.Contains("<ShowPlanXML", StringComparison.Ordinal)
        || (text.Contains("(cost=", StringComparison.Ordinal) && text.Contains('\n', StringComparison.Ordinal));

    /// <summary>PostgreSQL's messages in syslog: several lines, each with the number of its message, between those of
    /// other sessions.</summary>
    private sealed class SyslogLines
    {
        private readonly Dictionary<string, StringBuilder> _messages = new(StringComparer.Ordinal);
        private readonly List<StringBuilder> _order = [];

        /// <param name="line">A line.</param>
        /// <param name="others">What is not of syslog; kept in its place before the messages that follow.</param>
        public bool Take(string line, StringBuilder others)
        {
            if (!TryRead(line, out var sender, out var message))
                return false;
            if (others.Length > 0)
            {
                _order.Add(new(others.ToString()));
                others.Clear();
            }

            if (!_messages.TryGetValue(sender, out var whole))
                _order.Add(_messages[sender] = whole = new());
            // A line that does not begin with a tab continues one that was too long.
            if (whole.Length > 0 && message.StartsWith('\t'))
                whole.Append('\n');
            whole.Append(message);
            return true;
        }

        public string Finish(StringBuilder others)
        {
            _order.Add(others);
            return string.Join('\n', _order);
        }

        /// <summary>Reads <c>... postgres[4711]: [8-2] text</c>: program, process and message, without the time; none
        /// where no program is named.</summary>
        private static bool TryRead(string line, out string sender, out string message)
        {
            (sender, message) = ("", "");
            var mark = Numbered().Match(line);
            if (!mark.Success)
                return false;
            var words = mark.Groups["head"].Value.Split(' ', StringSplitOptions.RemoveEmptyEntries);
            var program = Array.FindLast(words, word => word.EndsWith("]:", StringComparison.Ordinal));
            if (words.Length < (program is null ? 3 : 2))
                return false;
            var name = program ?? string.Join(' ', words[^3..]);
            sender = $"{name} {mark.Groups["number"].Value}";
            message = line[mark.Length..].Replace("#011", "\t", StringComparison.Ordinal);
            return true;
        }
    }
}
