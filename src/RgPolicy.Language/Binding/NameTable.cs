using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Syntax;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Binding;

/// <summary>The declared names of one sort (pools, windows, ...), and which of them are used.</summary>
internal sealed class NameTable<T>(string sort, SyntaxTree tree, NameSorts sorts, DiagnosticBag bag)
    where T : class
{
    private readonly Dictionary<string, Entry> _declared = new(StringComparer.Ordinal);
    private readonly HashSet<string> _used = new(StringComparer.Ordinal);
    private readonly HashSet<string> _lost = new(StringComparer.Ordinal);

    public IEnumerable<string> Names => _declared.Keys;

    /// <summary>Declared and never looked up, with the places of the names.</summary>
    public IEnumerable<(string Name, TextRange Range)> Unused =>
        from entry in _declared
        where !_used.Contains(entry.Key)
        select (entry.Key, entry.Value.Range);

    /// <summary>Declares a name; false (and RG2003) when it is taken.</summary>
    public bool Declare(SyntaxNode name, T? value)
    {
        var text = name.Text;
        if (!_declared.TryGetValue(text, out var first) || _lost.Remove(text))
        {
            _declared[text] = new Entry(value, tree.Range(name));
            return true;
        }

        bag.Add(
            "RG2003",
            tree.Range(name),
            $"There already is a {sort} `{text}`: give this one another name.",
            related: bag.At(first.Range, $"The first `{text}`.")
        );
        return false;
    }

    /// <summary>Declares the names of statements that could not be read: they are known, and have no value.</summary>
    public void DeclareLost()
    {
        foreach (
            var (_, name) in tree
                .Statements.OfType<SkippedSyntax>()
                .SelectMany(skipped => skipped.Declared)
                .Where(lost => lost.Sort == sort)
        )
        {
            _declared[name.Text] = new Entry(null, tree.Range(name));
            _lost.Add(name.Text);
            _used.Add(name.Text);
        }
    }

    /// <summary>Declares what another file has declared already.</summary>
    public void Import(string name, T value, TextRange range) => _declared[name] = new Entry(value, range);

    public void Set(string name, T? value) => _declared[name] = new Entry(value, _declared[name].Range);

    /// <summary>What the name stands for and marks it used; reports RG2001 for an unknown one.</summary>
    public T? Use(SyntaxNode name)
    {
        _used.Add(name.Text);
        return Resolve(name);
    }

    /// <summary>What the name stands for, without marking it used; reports RG2001 for an unknown one.</summary>
    public T? Resolve(SyntaxNode name)
    {
        var text = name.Text;
        if (_declared.TryGetValue(text, out var entry))
            return entry.Value;

        ReportUnknown(name, text);
        return null;
    }

    /// <summary>What the name stands for, without use and without a report.</summary>
    public T? Peek(string name) => _declared.GetValueOrDefault(name)?.Value;

    public bool Contains(string name) => _declared.ContainsKey(name);

    private void ReportUnknown(SyntaxNode name, string text)
    {
        if (tree.HidesNames)
        {
            return; // Its declaration may be in a statement that could not be read.
        }

        var meant = NameSuggestion.Find(text, _declared.Keys);
        bag.Add(
            "RG2001",
            tree.Range(name),
            $"There is no {sort} `{text}`"
                + (sorts.Of(text) is { } other ? $": `{text}` is {other}." : ".")
                + (meant is null ? "" : $" Did you mean `{meant}`?"),
            meant is null ? null : new Fix($"Write `{meant}`", false, [new TextEdit(tree.Range(name), meant)])
        );
    }

    private sealed record Entry(T? Value, TextRange Range);
}

/// <summary>The sort of each name in a text, so that a message can say where a name of another sort was
/// meant.</summary>
internal sealed class NameSorts(SyntaxTree tree)
{
    private readonly Lazy<Dictionary<string, string>> _sorts = new(() => Read(tree));

    /// <summary>The sort of a name as messages say it (<c>a class</c>), or null where nothing has this name.</summary>
    public string? Of(string name) => _sorts.Value.GetValueOrDefault(name);

    private static Dictionary<string, string> Read(SyntaxTree tree)
    {
        var sorts = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var statement in tree.Statements)
        {
            if (Declared(statement) is var (name, sort))
                sorts.TryAdd(name.Text, sort);
        }

        return sorts;
    }

    private static (NameSyntax Name, string Sort)? Declared(StatementSyntax statement) =>
        statement switch
        {
            PoolSyntax pool => (pool.Name, "a pool"),
            ClassSyntax query => (query.Name, "a class"),
            WindowSyntax window => (window.Name, "a window"),
            StateSyntax state => (state.Name, "a state"),
            RuleSyntax rule => (rule.Name, "a rule"),
            LetSyntax let => (let.Name, "a constant"),
            _ => null,
        };
}
