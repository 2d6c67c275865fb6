using System.Runtime.CompilerServices;
using System.Text;

namespace RgPolicy.Plans.Documents;

/// <summary>
/// Reads a well-formed JSON value onto a tape in one pass, faster than the platform's reader. It gives up at anything
/// that is not plain JSON (RFC 8259): what is broken, and what clients add, is for
/// <see cref="JsonTapeReader"/> to tell.
/// </summary>
internal static class PlainJson
{
    /// <summary>The place after the array or object that begins at <paramref name="at"/>, or nowhere.</summary>
    /// <remarks>All that changes with every sign is in locals, which is worth a quarter of the time; while a container
    /// is open, its <c>Next</c> is the one around it.</remarks>
    public static int Read(ReadOnlySpan<byte> utf8, int at, JsonTape tape)
    {
        tape.Clear();
        var entries = tape.Room(0);
        var (count, innermost, depth, place) = (0, -1, 0, 0);
        var (name, held, isObject) = (JsonName.None, 0UL, false);
        while (depth <= JsonTape.MaximumDepth && count <= JsonTape.MaximumValues)
        {
            if (count == entries.Length)
                entries = tape.Room(count);
            ref var entry = ref entries[count];
            var sign = JsonSigns.At(utf8, at);
            var isContainer = sign is (byte)'{' or (byte)'[';
            if (isContainer)
            {
                if (innermost >= 0)
                    entries[innermost].Held = held | JsonEntry.Bit(name);
                isObject = sign == '{';
                entry.Become(isObject ? JsonKind.Object : JsonKind.Array, false, name, at, 0, 0);
                entry.Next = innermost;
                (innermost, held) = (count++, 0);
                depth++;
                at = JsonSigns.AfterBlanks(utf8, at + 1);
            }
            else
            {
                at = Scalar(utf8, at, name, ref entry);
                if (at < 0 || depth == 0)
                    return JsonSigns.Nowhere;
                if (!isObject || name != JsonName.None)
                    entry.Next = ++count;
                held |= JsonEntry.Bit(name);
            }

            var isOpen = isContainer && JsonSigns.At(utf8, at) != sign + 2;
            while (!isOpen)
            {
                at = JsonSigns.AfterBlanks(utf8, at);
                if (JsonSigns.At(utf8, at) == ',')
                    break;
                if (JsonSigns.At(utf8, at++) != (isObject ? '}' : ']'))
                    return JsonSigns.Nowhere;
                ref var container = ref entries[innermost];
                (innermost, container.Next, container.Held) = (container.Next, count, held);
                if (--depth == 0)
                    return Finish(tape, count, at);
                (held, isObject) = (entries[innermost].Held, entries[innermost].Kind == JsonKind.Object);
            }

            at = isOpen ? at : JsonSigns.AfterBlanks(utf8, at + 1);
            name = JsonName.None;
            if (isObject && (at = Name(utf8, at, tape.Order, ref place, out name)) < 0)
                break;
        }

        return JsonSigns.Nowhere;
    }

    private static int Finish(JsonTape tape, int count, int at)
    {
        tape.Room(count);
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

    /// <summary>The place after a value that holds no others.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Scalar(ReadOnlySpan<byte> utf8, int at, JsonName name, ref JsonEntry entry)
    {
        var sign = JsonSigns.At(utf8, at);
        if (sign == '"')
        {
            var end = JsonSigns.TextEnd(utf8, at + 1, out var isEscaped);
            entry.Become(JsonKind.Text, isEscaped, name, at + 1, end - at - 1, double.NaN);
            return end < 0 ? JsonSigns.Nowhere : end + 1;
        }

        if (sign is (byte)'t' or (byte)'f' or (byte)'n')
            return Word(utf8, at, sign, name, ref entry);
        var after = JsonSigns.NumberEnd(utf8, at, out var digits);
        if (after >= 0 && name != JsonName.None)
            entry.Become(
                JsonKind.Number,
                false,
                name,
                at,
                after - at,
                PlainNumber.Of(utf8, at, digits, after - at - digits - 1)
            );
        else
            entry.Become(JsonKind.Number, false, name, at, after - at, double.NaN);
        return after;
    }

    private static int Word(ReadOnlySpan<byte> utf8, int at, byte sign, JsonName name, ref JsonEntry entry)
    {
        var (kind, word) = sign switch
        {
            (byte)'t' => (JsonKind.True, "true"),
            (byte)'f' => (JsonKind.False, "false"),
            _ => (JsonKind.Null, "null"),
        };
        entry.Become(kind, false, name, at, word.Length, double.NaN);
        return Ascii.Equals(utf8.Slice(at, Math.Min(word.Length, utf8.Length - at)), word)
            ? at + word.Length
            : JsonSigns.Nowhere;
    }
}
