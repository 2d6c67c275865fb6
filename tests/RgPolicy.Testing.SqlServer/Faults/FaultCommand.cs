using System.Text.RegularExpressions;

namespace RgPolicy.Testing.SqlServer.Faults;

/// <summary>What a test asks to go wrong: a word, and values by name such as <c>match="dm_exec query"</c>.</summary>
internal sealed partial class FaultCommand
{
    private readonly Dictionary<string, string> _values = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Reads one.</summary>
    public FaultCommand(string text)
    {
        var words = Word().Matches(text).Select(each => each.Value).ToList();
        Name = words[0];
        foreach (var word in words.Skip(1))
        {
            var at = word.IndexOf('=', StringComparison.Ordinal);
            _values[at < 0 ? word : word[..at]] = at < 0 ? "" : word[(at + 1)..].Trim('"');
        }
    }

    public string Name { get; }

    /// <summary>True where a word stands alone, such as <c>off</c>.</summary>
    public bool Has(string word) => _values.ContainsKey(word);

    /// <summary>A value, or what stands for a missing one.</summary>
    public string Text(string name, string otherwise = "") => _values.GetValueOrDefault(name, otherwise);

    /// <summary>A number, or what stands for a missing one.</summary>
    public int Number(string name, int otherwise) =>
        _values.TryGetValue(name, out var text)
            ? int.Parse(text, System.Globalization.CultureInfo.InvariantCulture)
            : otherwise;

    [GeneratedRegex("""(?:[^\s"]|"[^"]*")+""", RegexOptions.None, matchTimeoutMilliseconds: 5000)]
    private static partial Regex Word();
}
