using System.Runtime.CompilerServices;

namespace RgPolicy.Plans.Documents;

/// <summary>
/// Reads a well-formed JSON value onto a tape in one pass, faster than the platform's reader. It gives up at anything that is not plain JSON (RFC 8259):
/// what is broken, and what clients add, is for <see cref="JsonTapeReader"/> to tell.
/// </summary>
internal static class PlainJson
{
    /// <summary>The place after the array or object that begins at <paramref name="at"/>, or nowhere.</summary>
    public static int Read(ReadOnlySpan<byte> utf8, int at, JsonTape tape)
    {
        tape.Clear();
        var name = JsonName.None;
        var isKept = true;
        var place = 0;
        while (tape.Depth <= JsonTape.MaximumDepth && tape.Count <= JsonTape.MaximumValues)
        {
            var sign = JsonSigns.At(utf8, at);
            if (sign is (byte)'{' or (byte)'[')
            {
                tape.Begin(sign == '{' ? JsonKind.Object : JsonKind.Array, name, at);
                at = JsonSigns.AfterBlanks(utf8, at + 1);
            }
            else
            {
                at = Scalar(utf8, at, isKept ? tape : null, name);
                sign = 0;
            }

            if (sign == 0 || JsonSigns.At(utf8, at) == sign + 2)
            {
                at = Separator(utf8, at, tape);
                if (at < 0 || tape.Depth == 0)
                    return at;
            }

            (name, isKept) = (JsonName.None, true);
            if (tape.IsInObject)
            {
                at = Name(utf8, at, tape.Order, ref place, out name);
                isKept = name != JsonName.None;
            }

            if (at < 0)
                break;
        }

        return JsonSigns.Nowhere;
    }

    /// <summary>Past containers that end there, to what follows the comma; or past the outermost container.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Separator(ReadOnlySpan<byte> utf8, int at, JsonTape tape)
    {
        while (at >= 0 && tape.Depth > 0)
        {
            at = JsonSigns.AfterBlanks(utf8, at);
            var sign = JsonSigns.At(utf8, at);
            if (sign == ',')
                return JsonSigns.AfterBlanks(utf8, at + 1);
            if (sign != (tape.IsInObject ? '}' : ']'))
                return JsonSigns.Nowhere;
            tape.End();
            at++;
        }

        return at;
    }

    /// <summary>The value's place after its name.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Name(ReadOnlySpan<byte> utf8, int at, JsonNameOrder order, ref int place, out JsonName name)
    {
        name = order.After(place);
        if (JsonNames.IsAt(utf8, at, name))
        {
            place = JsonNames.PlaceOf(name);
            return Value(utf8, at + JsonNames.QuotedLength(name));
        }

        name = JsonName.None;
        if (JsonSigns.At(utf8, at) != '"')
            return JsonSigns.Nowhere;
        var end = JsonSigns.TextEnd(utf8, at + 1, out _);
        if (end < 0)
            return JsonSigns.Nowhere;
        name = JsonNames.Find(utf8[(at + 1)..end], out var own);
        order.Learn(place, name);
        place = own;
        return Value(utf8, end + 1);
    }

    /// <summary>The value's place after the place behind its name.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Value(ReadOnlySpan<byte> utf8, int at)
    {
        at = JsonSigns.AfterBlanks(utf8, at);
        return JsonSigns.At(utf8, at) == ':' ? JsonSigns.AfterBlanks(utf8, at + 1) : JsonSigns.Nowhere;
    }

    /// <summary>The place after a value that holds no others; it is left out where there is no tape.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Scalar(ReadOnlySpan<byte> utf8, int at, JsonTape? tape, JsonName name)
    {
        int end;
        switch (JsonSigns.At(utf8, at))
        {
            case (byte)'"':
                end = JsonSigns.TextEnd(utf8, at + 1, out var isEscaped);
                if (end < 0)
                    return JsonSigns.Nowhere;
                tape?.Add(JsonKind.Text, isEscaped, name, at + 1, end - at - 1);
                return end + 1;
            case (byte)'t':
                return Word(utf8, at, "true"u8, JsonKind.True, tape, name);
            case (byte)'f':
                return Word(utf8, at, "false"u8, JsonKind.False, tape, name);
            case (byte)'n':
                return Word(utf8, at, "null"u8, JsonKind.Null, tape, name);
            default:
                end = JsonSigns.NumberEnd(utf8, at, out var digits);
                if (end >= 0 && tape is not null)
                    tape.Add(JsonKind.Number, false, name, at, end - at, PlainNumber.Of(utf8, at, digits, end - at - digits - 1));
                return end;
        }
    }

    private static int Word(ReadOnlySpan<byte> utf8, int at, ReadOnlySpan<byte> word, JsonKind kind, JsonTape? tape, JsonName name)
    {
        if (!utf8[at..].StartsWith(word))
            return JsonSigns.Nowhere;
        tape?.Add(kind, false, name, at, word.Length);
        return at + word.Length;
    }
}
