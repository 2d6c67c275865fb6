using RgPolicy.Language.Syntax;

namespace RgPolicy.Language.Binding;

/// <summary>What a policy test, or one of its moments, has said already: each part counts once.</summary>
internal sealed class SeenParts(BindingScope scope)
{
    private readonly Dictionary<string, SyntaxNode> _seen = new(StringComparer.Ordinal);

    /// <summary>Takes in what has been judged elsewhere.</summary>
    public void TryAdd(string what, SyntaxNode where) => _seen.TryAdd(what, where);

    /// <summary>True when it is new; else RG2009 says where the first one is.</summary>
    public bool Add(string what, SyntaxNode where)
    {
        if (_seen.TryAdd(what, where))
        {
            return true;
        }

        scope.Bag.Add(
            "RG2009",
            scope.Range(where),
            $"`{what}` is given twice: keep one.",
            related: scope.Bag.At(scope.Range(_seen[what]), "The first one.")
        );
        return false;
    }
}
