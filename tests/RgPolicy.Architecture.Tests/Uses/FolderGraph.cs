namespace RgPolicy.Architecture.Tests.Uses;

/// <summary>Which folders of a project use which, by its compiled types; a folder below another counts
/// as that one.</summary>
internal sealed class FolderGraph
{
    private readonly Dictionary<(string From, string To), List<string>> _uses = [];

    /// <param name="uses">Which types of the project use which.</param>
    /// <param name="rootNamespace">Of the project; types right in it are in no folder, and are left out.</param>
    public FolderGraph(IEnumerable<(TypeName From, TypeName To)> uses, string rootNamespace)
    {
        foreach (var (from, to) in uses)
        {
            if (
                FolderOf(from, rootNamespace) is { } source
                && FolderOf(to, rootNamespace) is { } target
                && source != target
            )
                Add((source, target), $"{from.Name} uses {to.Name}");
        }
    }

    /// <summary>The types behind an arrow.</summary>
    public IReadOnlyList<string> Behind((string From, string To) arrow) => _uses[arrow];

    /// <summary>Arrows that lie on a circle.</summary>
    public IEnumerable<(string From, string To)> Circling()
    {
        var arrows = _uses.Keys.ToLookup(arrow => arrow.From, arrow => arrow.To, StringComparer.Ordinal);
        return _uses
            .Keys.Where(arrow => Reaches(arrows, arrow.To, arrow.From))
            .OrderBy(arrow => arrow.From, StringComparer.Ordinal)
            .ThenBy(arrow => arrow.To, StringComparer.Ordinal);
    }

    private void Add((string From, string To) arrow, string use)
    {
        if (!_uses.TryGetValue(arrow, out var uses))
            _uses[arrow] = uses = [];

        uses.Add(use);
    }

    private static bool Reaches(ILookup<string, string> arrows, string from, string to)
    {
        var seen = new HashSet<string>(StringComparer.Ordinal);
        var open = new Stack<string>([from]);
        while (open.TryPop(out var folder))
        {
            if (folder == to)
                return true;

            if (seen.Add(folder))
            {
                foreach (var next in arrows[folder])
                    open.Push(next);
            }
        }

        return false;
    }

    private static string? FolderOf(TypeName type, string rootNamespace) =>
        type.Namespace.StartsWith(rootNamespace + ".", StringComparison.Ordinal)
            ? type.Namespace[(rootNamespace.Length + 1)..].Split('.')[0]
            : null;
}
