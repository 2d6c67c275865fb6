namespace RgPolicy.Engine.Signals;

/// <summary>
/// A text that a signal has had, one instance per content as long as the table of texts keeps it.
/// </summary>
internal sealed class InternedText(string value) : IEquatable<InternedText>
{
    private static readonly InternTable Table = new();

    public static InternedText Empty { get; } = new("");

    public string Value { get; } = value;

    public static InternedText Of(string text) => text.Length == 0 ? Empty : Table.Get(text);

    /// <summary>What was found for the text last, so that who asks again looks nothing up.</summary>
    public TextAnswer? Last { get; set; }

    public bool Equals(InternedText? other) =>
        other is not null && string.Equals(Value, other.Value, StringComparison.Ordinal);

    public override bool Equals(object? obj) => Equals(obj as InternedText);

    public override int GetHashCode() => Value.GetHashCode(StringComparison.Ordinal);
}

/// <summary>The answer to a look-up of a text, and what looked it up.</summary>
internal sealed record TextAnswer(object Asker, object Answer);
