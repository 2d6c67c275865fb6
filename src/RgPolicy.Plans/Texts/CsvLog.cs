namespace RgPolicy.Plans.Texts;

/// <summary>PostgreSQL's csvlog: records of 23 columns and more, of which one is the message.</summary>
internal static class CsvLog
{
    private const int MessageColumn = 13;
    private const int FewestColumns = 20;

    /// <summary>The messages, or null where the text is no such log.</summary>
    public static string? Messages(string text)
    {
        var start = text.AsSpan().TrimStart();
        if (start.Length < 24 || !char.IsAsciiDigit(start[0]) || !StartsRecord(start))
            return null;
        var (all, fields, field, isQuoted) = (new StringBuilder(), new List<string>(), new StringBuilder(), false);
        for (var at = 0; at <= text.Length; at++)
        {
            var sign = at < text.Length ? text[at] : '\n';
            if (isQuoted && at < text.Length)
            {
                if (sign != '"')
                    field.Append(sign);
                else if (at + 1 < text.Length && text[at + 1] == '"')
                    field.Append(text[at++]);
                else
                    isQuoted = false;
            }
            else if (sign == '"')
                isQuoted = true;
            else if (sign is not (',' or '\n'))
                field.Append(sign);
            else
            {
                fields.Add(field.ToString());
                field.Clear();
                if (sign == '\n')
                    EndRecord(fields, isCut: isQuoted, all);
            }
        }

        return all.Length > 0 ? all.ToString() : null;
    }

    private static void EndRecord(List<string> fields, bool isCut, StringBuilder all)
    {
        if (fields.Count > FewestColumns || (isCut && fields.Count > MessageColumn))
            all.Append("LOG:  ").Append(LogRecords.Indented(fields[MessageColumn])).Append('\n');
        fields.Clear();
    }

    /// <summary>A time with its zone, and a comma.</summary>
    private static bool StartsRecord(ReadOnlySpan<char> text)
    {
        var comma = text.IndexOf(',');
        return comma is > 20 and < 48
            && DateTime.TryParseExact(
                text[..19],
                "yyyy-MM-dd HH:mm:ss",
                CultureInfo.InvariantCulture,
                DateTimeStyles.None,
                out _
            );
    }
}
