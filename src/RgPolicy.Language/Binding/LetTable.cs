using RgPolicy.Language.Numbers;
using RgPolicy.Language.Syntax;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Binding;

/// <summary>The named constants; each is computed when it is first needed, once.</summary>
internal sealed class LetTable(BindingScope scope)
{
    private readonly NameTable<LetSyntax> _names = new("let", scope.Tree, scope.Sorts, scope.Bag);
    private readonly Dictionary<string, ConstantValue?> _values = new(StringComparer.Ordinal);
    private readonly List<string> _open = [];
    private bool _isTooDeep;

    public IEnumerable<string> Names => _names.Names;

    public IEnumerable<(string Name, TextRange Range)> Unused => _names.Unused;

    public void Declare(LetSyntax let) => _names.Declare(let.Name, let);

    public void DeclareLost() => _names.DeclareLost();

    public bool Contains(string name) => _names.Contains(name);

    /// <summary>Computes those that nothing has asked for yet, so that their mistakes are seen.</summary>
    public void ComputeAll()
    {
        foreach (var name in _names.Names)
            Compute(name);
    }

    /// <summary>The value of a declared name; null when it is unknown or its own mistake was reported.</summary>
    public ConstantValue? Use(SyntaxNode name) => _names.Use(name) is null ? null : Compute(name.Text);

    private ConstantValue? Compute(string name)
    {
        if (_values.TryGetValue(name, out var known))
            return known;

        if (_names.Peek(name) is not { } let || !CanOpen(name, let))
            return null;

        _open.Add(name);
        var value = scope.Constants.Evaluate(let.Value);
        _open.RemoveAt(_open.Count - 1);
        return _values[name] = value;
    }

    private bool CanOpen(string name, LetSyntax let)
    {
        var first = _open.IndexOf(name);
        if (first >= 0)
        {
            var circle = string.Join(" -> ", _open.Skip(first).Append(name).Select(part => $"`{part}`"));
            scope.Report("RG2004", let.Name, $"These constants stand for each other: {circle}.");
            return false;
        }

        if (_open.Count < TextLimits.Depth)
            return true;

        if (!_isTooDeep)
        {
            _isTooDeep = true; // Told once: the constants below hang on the same chain.
            scope.Report(
                "RG0002",
                let,
                $"More than {TextLimits.Depth} constants stand for each other: write the value."
            );
        }

        return false;
    }
}

/// <summary>What a constant expression is worth, before the place where it stands asks for a type.</summary>
internal abstract record ConstantValue(ConstantKind Kind)
{
    /// <summary>A number in the base unit of its kind.</summary>
    /// <param name="Kind">Its unit.</param>
    /// <param name="Amount">How much.</param>
    /// <param name="Literal">The digits as written when it is a bare number, since <c>15.10</c> may be
    /// a version.</param>
    internal sealed record Numeric(ConstantKind Kind, Rational Amount, string? Literal = null) : ConstantValue(Kind)
    {
        /// <summary>A fact of the host is part of it, so that it is another number elsewhere.</summary>
        public bool IsOfHost { get; init; }
    }

    internal sealed record OfText(string Text, bool Exactly) : ConstantValue(ConstantKind.Text);

    internal sealed record OfVersion(ImmutableArray<long> Parts) : ConstantValue(ConstantKind.Version);

    internal sealed record OfBool(bool Truth) : ConstantValue(ConstantKind.Bool);
}
