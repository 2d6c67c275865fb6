using System.Globalization;

namespace RgPolicy.Plans.Documents;

/// <summary>
/// One value of a JSON document, built step by step so that a document that stops in the middle still yields what came before.
/// Names may repeat, as old servers repeat <c>Workers</c>.
/// </summary>
internal sealed class JsonValue(JsonKind kind, string text = "")
{
    private static readonly List<JsonValue> None = [];
    private readonly List<KeyValuePair<string, JsonValue>> _members = [];
    private readonly List<JsonValue> _items = kind == JsonKind.Array ? [] : None;

    public JsonKind Kind { get; } = kind;

    /// <summary>The text of a string or the digits of a number.</summary>
    public string Text { get; } = text;

    public IReadOnlyList<KeyValuePair<string, JsonValue>> Members => _members;

    public IReadOnlyList<JsonValue> Items => _items;

    public void AddItem(JsonValue value) => _items.Add(value);

    public void AddMember(string name, JsonValue value) => _members.Add(new(name, value));

    public JsonValue? Member(string name)
    {
        foreach (var (key, value) in _members)
        {
            if (string.Equals(key, name, StringComparison.Ordinal))
                return value;
        }

        return null;
    }

    public bool Has(string name) => Member(name) is not null;

    public string? TextOf(string name) =>
        Member(name) is { Kind: JsonKind.Text } value ? value.Text : null;

    public bool IsTrue(string name) => Member(name)?.Kind == JsonKind.True;

    /// <summary>A finite number, also when it was written as a string; else null.</summary>
    public double? NumberOf(string name)
    {
        if (Member(name) is not { Kind: JsonKind.Number or JsonKind.Text } value)
            return null;
        var isNumber = double.TryParse(value.Text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number);
        return isNumber && double.IsFinite(number) ? number : null;
    }
}
