using System.Text.Json;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Observe;

/// <summary>Reads one JSON object of signals, the input of <c>rgp classify</c>.</summary>
internal static class SignalJson
{
    /// <summary>
    /// Fills the signals that the object names: bytes, seconds and percent as plain numbers, enum words and versions as
    /// strings, sets as arrays of strings; null counts as not given. What is not given keeps its value.
    /// </summary>
    /// <param name="jsonLine">One object in UTF-8.</param>
    /// <param name="values">Where to put them; on failure it may be filled in part.</param>
    /// <param name="error">What is wrong and what to write instead; empty on success.</param>
    public static bool TryFill(ReadOnlySpan<byte> jsonLine, SignalValues values, out string error)
    {
        try
        {
            var reader = new Utf8JsonReader(jsonLine);
            error = ReadObject(ref reader, values) ?? "";
        }
        catch (JsonException malformed)
        {
            error = string.Create(
                CultureInfo.InvariantCulture,
                $"no valid JSON at byte {malformed.BytePositionInLine}: write one object per line"
            );
        }
        catch (InvalidOperationException)
        {
            error = "a string holds bytes that are not valid UTF-8 or a lone surrogate: write valid text";
        }

        return error.Length == 0;
    }

    private static string? ReadObject(ref Utf8JsonReader reader, SignalValues values)
    {
        if (!reader.Read() || reader.TokenType != JsonTokenType.StartObject)
        {
            return "a line must be one JSON object, such as {\"session.app\":\"Report "
                + "Server\",\"plan.shape\":\"scan\"}";
        }

        var given = 0UL;
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            var name = reader.GetString() ?? "";
            if (SignalCatalog.Find(name) is not { } signal)
                return UnknownName(name);

            var bit = 1UL << signal.Ordinal;
            if ((given & bit) != 0)
                return $"'{name}' is given twice: keep one";

            given |= bit;
            reader.Read();
            if (ReadValue(ref reader, signal, values) is { } error)
                return error;
        }

        return reader.Read() ? "text after the object: write one object per line" : null;
    }

    private static string? ReadValue(ref Utf8JsonReader reader, Signal signal, SignalValues values)
    {
        if (reader.TokenType == JsonTokenType.Null)
            return null;

        SignalValue? value = signal.Type switch
        {
            SignalType.Bool => ReadBool(ref reader),
            SignalType.Text => reader.TokenType == JsonTokenType.String
                ? SignalValue.Of(reader.GetString() ?? "")
                : null,
            SignalType.Enum => ReadWord(ref reader, signal),
            SignalType.Version => ReadVersion(ref reader),
            SignalType.Set => ReadSet(ref reader),
            _ => ReadNumber(ref reader, signal.Type),
        };
        if (value is not { } known)
            return $"'{signal.Name}' {Expectation(signal)}";

        values[signal] = known;
        return null;
    }

    private static SignalValue? ReadBool(ref Utf8JsonReader reader) =>
        reader.TokenType switch
        {
            JsonTokenType.True => SignalValue.Of(true),
            JsonTokenType.False => SignalValue.Of(false),
            _ => null,
        };

    private static SignalValue? ReadNumber(ref Utf8JsonReader reader, SignalType type) =>
        reader.TokenType == JsonTokenType.Number
        && reader.TryGetDecimal(out var number)
        && SignalDomain.Contains(type, number)
            ? SignalValue.Of(number)
            : null;

    private static SignalValue? ReadWord(ref Utf8JsonReader reader, Signal signal)
    {
        var index = reader.TokenType == JsonTokenType.String ? signal.Words.IndexOf(reader.GetString() ?? "") : -1;
        return index < 0 ? null : SignalValue.Of(index);
    }

    private static SignalValue? ReadVersion(ref Utf8JsonReader reader)
    {
        if (reader.TokenType != JsonTokenType.String)
            return null;

        var parts = ImmutableArray.CreateBuilder<long>();
        foreach (var part in (reader.GetString() ?? "").Split('.'))
        {
            if (!long.TryParse(part, NumberStyles.None, CultureInfo.InvariantCulture, out var number))
                return null;

            parts.Add(number);
        }

        return SignalValue.OfVersion(parts.ToImmutable());
    }

    private static SignalValue? ReadSet(ref Utf8JsonReader reader)
    {
        if (reader.TokenType != JsonTokenType.StartArray)
            return null;

        var members = ImmutableArray.CreateBuilder<string>();
        while (reader.Read() && reader.TokenType == JsonTokenType.String)
            members.Add(reader.GetString() ?? "");

        return reader.TokenType == JsonTokenType.EndArray ? SignalValue.Of(members.ToImmutable()) : null;
    }

    private static string Expectation(Signal signal) =>
        signal.Type switch
        {
            SignalType.Bool => "must be true or false",
            SignalType.Text => "must be a string",
            SignalType.Enum => "must be one of the words "
                + string.Join(", ", signal.Words.Select(word => $"\"{word}\"")),
            SignalType.Version => "must be a string of whole numbers joined by dots, such as \"15.3\"",
            SignalType.Set => "must be an array of strings, such as [\"orders\",\"lines\"]",
            SignalType.Bytes => "must be a number of bytes, 0 or more and whole, without a unit",
            SignalType.Count => "must be a number, 0 or more, and whole",
            SignalType.BytesPerSecond => "must be a number of bytes, 0 or more, without a unit",
            SignalType.Duration => "must be a number of seconds, 0 or more, without a unit",
            SignalType.Percent => "must be a number of percent, from 0 to 100, without the sign",
            _ => "must be a number, 0 or more",
        };

    private static string UnknownName(string name)
    {
        var group = name.Split('.')[0] + ".";
        var near = SignalCatalog.All.Where(signal => signal.Name.StartsWith(group, StringComparison.Ordinal)).ToList();
        return near.Count == 0
            ? $"there is no signal '{name}': names begin with session., statement., plan., request., "
                + "history., host. or dbms."
            : $"there is no signal '{name}': write one of " + string.Join(", ", near.Select(signal => signal.Name));
    }
}
