namespace RgPolicy.Dbms.PostgreSql.Trials.Scripts.Expressions;

/// <summary>Variables of one execution of a script, and where its drawn values come from.</summary>
internal sealed class ScriptScope(IReadOnlyDictionary<string, string> given, Random random)
{
    private readonly Dictionary<string, string> _texts = new(given, StringComparer.Ordinal);
    private readonly Dictionary<string, ScriptValue> _values = new(StringComparer.Ordinal);

    /// <summary>Draws.</summary>
    public Random Random { get; } = random;

    /// <summary>Sets a variable.</summary>
    public void Set(string name, ScriptValue value)
    {
        _values[name] = value;
        _texts[name] = value.Text();
    }

    /// <summary>A variable as it stands in a statement; null where there is none.</summary>
    public string? TextOf(string name) => _texts.GetValueOrDefault(name);

    /// <summary>A variable's value; null where there is none or its text is no value.</summary>
    public ScriptValue? ValueOf(string name) =>
        _values.TryGetValue(name, out var value) ? value
        : _texts.TryGetValue(name, out var text) ? ScriptValue.Parse(text)
        : null;
}
