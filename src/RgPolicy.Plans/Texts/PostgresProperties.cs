namespace RgPolicy.Plans.Texts;

/// <summary>Lines below an operator of PostgreSQL's EXPLAIN to the members of the JSON form.</summary>
internal static class PostgresProperties
{
    /// <summary>Endings of names whose value is an expression: all that it opens is closed.</summary>
    private static readonly string[] Expressions = ["Filter", "Cond", "Key", "Output", "Call", "Window"];

    /// <summary>The name in front of the colon, or null where the line is none of a property.</summary>
    public static string? NameOf(ReadOnlySpan<char> line)
    {
        var colon = line.IndexOf(':');
        if (colon <= 0 || colon > 60 || (colon + 1 < line.Length && line[colon + 1] != ' '))
            return null;
        foreach (var sign in line[..colon])
        {
            if (!char.IsAsciiLetterOrDigit(sign) && sign is not (' ' or '-' or '/'))
                return null;
        }

        return char.IsAsciiLetterUpper(line[0]) ? line[..colon].ToString() : null;
    }

    /// <summary>True for a property whose value is an expression.</summary>
    public static bool IsExpression(string name) =>
        Array.Exists(Expressions, ending => name.EndsWith(ending, StringComparison.Ordinal));

    /// <summary>Adds what one line says; a name with a number of its own is a worker's.</summary>
    public static void Write(string line, string name, PlanWriter writer)
    {
        var value = line.AsSpan(name.Length + 1).Trim();
        switch (name)
        {
            case "Buffers":
                WriteBuffers(value, writer);
                break;
            case "Heap Blocks":
                WriteAssigned(value, "exact=", "Exact Heap Blocks", writer);
                WriteAssigned(value, "lossy=", "Lossy Heap Blocks", writer);
                break;
            case "Full-sort Groups":
                WriteGroups(value, "Full-sort Groups", writer);
                break;
            case "Pre-sorted Groups":
                WriteGroups(value, "Pre-sorted Groups", writer);
                break;
            case "Sort Method" or "Buckets" or "Batches" or "Hits" or "Planned Partitions" or "Storage":
                WriteParts(line, writer);
                break;
            default:
                writer.Property(name, value);
                break;
        }
    }

    /// <summary>What one of the workers measured, as an entry in the list of workers.</summary>
    public static void WriteWorker(string line, PlanWriter writer)
    {
        writer.BeginList("Workers");
        writer.BeginObject();
        WriteParts(line, writer);
        writer.EndObject();
        writer.EndList();
    }

    /// <summary>The settings that differ from their defaults: <c>work_mem = '64kB', seq_page_cost = '2'</c>.</summary>
    public static void WriteSettings(string line, PlanWriter writer)
    {
        writer.BeginObject("Settings");
        foreach (var setting in line[(line.IndexOf(':', StringComparison.Ordinal) + 1)..].Split("', "))
        {
            var sign = setting.IndexOf(" = '", StringComparison.Ordinal);
            if (sign > 0)
                writer.Property(setting[..sign].Trim(), setting.AsSpan(sign + 4).TrimEnd('\''));
        }

        writer.EndObject();
    }

    /// <summary>Several names and values in one line, two blanks between them.</summary>
    private static void WriteParts(string line, PlanWriter writer)
    {
        foreach (var part in line.Split("  ", StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))
        {
            var colon = part.IndexOf(':', StringComparison.Ordinal);
            if (colon < 0)
                continue;
            var value = part.AsSpan(colon + 1).Trim();
            switch (part[..colon])
            {
                case "Memory" or "Disk":
                    writer.Text("Sort Space Type", part.AsSpan(0, colon));
                    writer.Number("Sort Space Used", value);
                    break;
                case "Memory Usage":
                    writer.Number("Peak Memory Usage", value);
                    break;
                case "Maximum Storage":
                    writer.Number("Maximum Storage", value);
                    break;
                case "Buckets":
                    writer.Number("Hash Buckets", value);
                    break;
                // An aggregate has batches, too, and no buckets.
                case "Batches" when line.Contains("Buckets: ", StringComparison.Ordinal):
                    writer.Number("Hash Batches", value);
                    break;
            }
        }
    }

    private static void WriteGroups(ReadOnlySpan<char> value, string name, PlanWriter writer)
    {
        writer.BeginObject(name);
        writer.BeginObject("Sort Space Memory");
        WriteAssigned(value, "Peak Memory: ", "Peak Sort Space Used", writer);
        writer.EndObject();
        writer.EndObject();
    }

    private static void WriteBuffers(ReadOnlySpan<char> value, PlanWriter writer)
    {
        foreach (
            var (place, hit, read) in (ReadOnlySpan<(string, string, string)>)
                [
                    ("shared", "Shared Hit Blocks", "Shared Read Blocks"),
                    ("local", "Local Hit Blocks", "Local Read Blocks"),
                ]
        )
        {
            var at = value.IndexOf(place, StringComparison.Ordinal);
            var part = at < 0 ? default : value[at..];
            var end = part.IndexOf(',');
            part = end < 0 ? part : part[..end];
            if (!WriteAssigned(part, " hit=", hit, writer))
                writer.Number(hit, 0);
            WriteAssigned(part, " read=", read, writer);
        }
    }

    private static bool WriteAssigned(ReadOnlySpan<char> value, string sign, string name, PlanWriter writer)
    {
        var at = value.IndexOf(sign, StringComparison.Ordinal);
        if (at >= 0)
            writer.Number(name, value[(at + sign.Length)..]);
        return at >= 0;
    }
}
