namespace RgPolicy.Language.Analysis.Space;

/// <summary>Texts in order, whatever their case: tells names, and what names begin with.</summary>
internal sealed class NameOrder
{
    private readonly string[] _names;

    public NameOrder(IEnumerable<string> names)
    {
        _names = [.. names];
        Array.Sort(_names, StringComparer.OrdinalIgnoreCase);
        Characters = _names.SelectMany(name => name).Select(char.ToUpperInvariant).ToHashSet();
    }

    /// <summary>The characters of all names, in upper case.</summary>
    public IReadOnlySet<char> Characters { get; }

    public bool Contains(string text) => Array.BinarySearch(_names, text, StringComparer.OrdinalIgnoreCase) >= 0;

    /// <summary>True when a name begins with the text.</summary>
    public bool HasBeginning(string text)
    {
        var place = Array.BinarySearch(_names, text, StringComparer.OrdinalIgnoreCase);
        place = place < 0 ? ~place : place;
        return place < _names.Length && _names[place].StartsWith(text, StringComparison.OrdinalIgnoreCase);
    }
}
