namespace RgPolicy.Testing.Policies.Text;

/// <summary>A policy as the proof knows it, and its text: one class per line.</summary>
internal sealed class PlainPolicy
{
    public PlainPolicy(
        int pools,
        IReadOnlyList<PlainWindow> windows,
        IReadOnlyList<PlainClass> classes,
        int defaultPool
    )
    {
        Classes = classes;
        DefaultPool = defaultPool;
        Windows = windows;
        var lines = new List<string> { "language 1" };
        lines.AddRange(
            Enumerable
                .Range(0, pools)
                .Select(pool => FormattableString.Invariant($"pool p{pool} {{ cpu weight {pool + 1} }}"))
        );
        lines.AddRange(windows.Select(window => window.Write()));
        FirstLine = lines.Count + 1;
        foreach (var item in classes)
            lines.Add(Write(item));

        lines.Add(FormattableString.Invariant($"default -> p{defaultPool}"));
        Text = string.Join('\n', lines) + "\n";
    }

    public IReadOnlyList<PlainClass> Classes { get; }

    public IReadOnlyList<PlainWindow> Windows { get; }

    public int DefaultPool { get; }

    /// <summary>The line of the first class; the others follow, then <c>default</c>.</summary>
    public int FirstLine { get; }

    public string Text { get; }

    /// <summary>The line of a class. Conditions know their columns from the line that was written last.</summary>
    public static string Write(PlainClass item)
    {
        var line = new StringBuilder(FormattableString.Invariant($"class {item.Name} -> p{item.Pool} when "));
        item.Condition.Write(line);
        return line.ToString();
    }
}
