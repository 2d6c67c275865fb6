using RgPolicy.Engine.Signals.Scales;

namespace RgPolicy.Engine.Signals;

/// <summary>
/// A text that a signal has had, one instance per content as long as the table of texts keeps it. It remembers what the
/// program that asked last makes of it, so that asking again costs no look-up.
/// </summary>
internal sealed class InternedText : IEquatable<InternedText>
{
    private static readonly InternTable Table = new();

    private TextReading _reading;

    public InternedText(string value)
    {
        Value = value;
        _reading = new TextReading(TextScales.None, this);
    }

    public static InternedText Empty { get; } = new("");

    public string Value { get; }

    /// <summary>What the program that asked last makes of it.</summary>
    public TextReading LastReading => _reading;

    public static InternedText Of(string text) => text.Length == 0 ? Empty : Table.Get(text);

    /// <summary>What the scales of a program make of the text; made when it is first asked for.</summary>
    public TextReading ReadWith(TextScales scales)
    {
        var reading = _reading;
        return reading.Scales == scales ? reading : _reading = new TextReading(scales, this);
    }

    public bool Equals(InternedText? other) =>
        other is not null && string.Equals(Value, other.Value, StringComparison.Ordinal);

    public override bool Equals(object? obj) => Equals(obj as InternedText);

    public override int GetHashCode() => Value.GetHashCode(StringComparison.Ordinal);
}
