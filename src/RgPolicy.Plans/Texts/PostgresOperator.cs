namespace RgPolicy.Plans.Texts;

/// <summary>What the first words of a line say of PostgreSQL's operator, in the words of the JSON form.</summary>
internal static class PostgresOperator
{
    /// <summary>The node type; what else the words say is in <see cref="Write"/>.</summary>
    public static string TypeOf(string words)
    {
        var name = Head(words, out _, out _);
        return name switch
        {
            "Aggregate" or "GroupAggregate" or "HashAggregate" or "MixedAggregate" => "Aggregate",
            "Insert" or "Update" or "Delete" or "Merge" => "ModifyTable",
            "Foreign Insert" or "Foreign Update" or "Foreign Delete" => "Foreign Scan",
            _ when name.StartsWith("Nested Loop", StringComparison.Ordinal) => "Nested Loop",
            _ when name.EndsWith(" Join", StringComparison.Ordinal) => name[
                ..name.IndexOf(' ', StringComparison.Ordinal)
            ] + " Join",
            _ when name.StartsWith("HashSetOp", StringComparison.Ordinal) => "SetOp",
            _ when name.StartsWith("SetOp", StringComparison.Ordinal) => "SetOp",
            _ when name.StartsWith("Custom Scan (", StringComparison.Ordinal) => "Custom Scan",
            "Index Scan Backward" => "Index Scan",
            "Index Only Scan Backward" => "Index Only Scan",
            _ => name,
        };
    }

    public static void Write(string words, PlanWriter writer)
    {
        var name = Head(words, out var isParallel, out var stage);
        var type = TypeOf(words);
        writer.Text("Node Type", type);
        if (isParallel)
            writer.True("Parallel Aware");
        if (type == "Aggregate")
            writer.Text("Partial Mode", stage);
        if (StrategyOf(name) is { } strategy)
            writer.Text("Strategy", strategy);
        if (type == "ModifyTable")
            writer.Text("Operation", name);
        else if (type == "Foreign Scan")
            writer.Text("Operation", name == type ? "Select" : name[8..]);
        else if (type == "Custom Scan" && name.Length > 14)
            writer.Text("Custom Plan Provider", name.AsSpan()[13..^1]);
        WriteTarget(words, type, writer);
    }

    /// <summary>The table expression that a scan reads, or null where it reads none.</summary>
    public static string? CteOf(string words) =>
        TypeOf(words) == "CTE Scan" && Outside(words, " on ") is >= 0 and var on
            ? Name(words.AsSpan(on + 4), out _)
            : null;

    private static string? StrategyOf(string name) =>
        name switch
        {
            "Aggregate" => "Plain",
            "GroupAggregate" => "Sorted",
            "HashAggregate" => "Hashed",
            "MixedAggregate" => "Mixed",
            _ when name.StartsWith("HashSetOp", StringComparison.Ordinal) => "Hashed",
            _ when name.StartsWith("SetOp", StringComparison.Ordinal) => "Sorted",
            _ => null,
        };

    /// <summary>The words in front of the index and the table, without how the operator takes part.</summary>
    private static string Head(string words, out bool isParallel, out string stage)
    {
        isParallel = Skip(ref words, "Parallel ");
        Skip(ref words, "Async ");
        stage =
            Skip(ref words, "Partial ") ? "Partial"
            : Skip(ref words, "Finalize ") ? "Finalize"
            : "Simple";
        var end = Outside(words, " using ");
        end = end < 0 ? Outside(words, " on ") : end;
        return end < 0 ? words : words[..end];
    }

    private static bool Skip(ref string words, string word)
    {
        var isThere = words.StartsWith(word, StringComparison.Ordinal);
        words = isThere ? words[word.Length..] : words;
        return isThere;
    }

    private static void WriteTarget(string words, string type, PlanWriter writer)
    {
        var on = Outside(words, " on ");
        var index = Outside(words, " using ");
        if (index >= 0)
            writer.Text("Index Name", Name(words.AsSpan(index + 7), out _));
        if (on < 0)
            return;
        var first = Name(words.AsSpan(on + 4), out var rest);
        var name = first;
        if (rest.StartsWith(".", StringComparison.Ordinal))
        {
            name = Name(rest[1..], out rest);
            writer.Text("Schema", first);
        }

        var alias = Name(rest.TrimStart(), out _);
        if (type != "Bitmap Index Scan")
            writer.Text("Alias", alias.Length > 0 ? alias : name);
        if (PlaceOf(type) is { } place)
            writer.Text(place, name);
    }

    private static string? PlaceOf(string type) =>
        type switch
        {
            "Bitmap Index Scan" => "Index Name",
            "Function Scan" => "Function Name",
            "CTE Scan" or "WorkTable Scan" => "CTE Name",
            "Subquery Scan" or "Values Scan" or "Table Function Scan" or "Named Tuplestore Scan" => null,
            _ => "Relation Name",
        };

    /// <summary>A name as the server quotes it, without its quotes.</summary>
    private static string Name(ReadOnlySpan<char> text, out ReadOnlySpan<char> rest)
    {
        var end = 0;
        var isQuoted = false;
        while (end < text.Length && (isQuoted || text[end] is not (' ' or '.')))
            isQuoted ^= text[end++] == '"';
        rest = text[end..];
        var name = text[..end].ToString();
        return name is ['"', .., '"'] ? name[1..^1].Replace("\"\"", "\"", StringComparison.Ordinal) : name;
    }

    private static int Outside(string text, string word)
    {
        var isQuoted = false;
        for (var at = 0; at < text.Length; at++)
        {
            isQuoted ^= text[at] == '"';
            if (!isQuoted && text.AsSpan(at).StartsWith(word, StringComparison.Ordinal))
                return at;
        }

        return -1;
    }
}
