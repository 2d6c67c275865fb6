using System.Buffers.Binary;
using System.Text;

namespace RgPolicy.Dbms.Recording;

/// <summary>
/// Reads the payload of one frame. After anything that does not fit, <see cref="Failed"/> stays true and every further
/// read gives a default value, so that callers check once at the end.
/// </summary>
internal ref struct FrameParser
{
    private static readonly long LastMoment = new DateTime(9000, 1, 1, 0, 0, 0, DateTimeKind.Utc).Ticks;
    private static readonly long LongestTicks = TimeSpan.FromDays(10_000).Ticks;

    private ReadOnlySpan<byte> _rest;

    public FrameParser(ReadOnlySpan<byte> payload) => _rest = payload;

    /// <summary>True after something that does not fit.</summary>
    public bool Failed { get; private set; }

    /// <summary>True when all was read and all of it fitted.</summary>
    public readonly bool IsWhole => !Failed && _rest.IsEmpty;

    public byte Byte()
    {
        var bytes = Take(1);
        return bytes.IsEmpty ? (byte)0 : bytes[0];
    }

    public bool Flag() =>
        Byte() switch
        {
            0 => false,
            1 => true,
            _ => Fail(),
        };

    public ulong Unsigned()
    {
        var value = 0UL;
        for (var shift = 0; shift < 64; shift += 7)
        {
            var part = Byte();
            value |= (ulong)(part & 0x7F) << shift;
            if (part < 0x80)
            {
                return Failed ? 0 : value;
            }
        }

        Fail();
        return 0;
    }

    public long Signed()
    {
        var value = Unsigned();
        return (long)(value >> 1) ^ -(long)(value & 1);
    }

    /// <summary>A number that must fit an int.</summary>
    public int Integer()
    {
        var value = Signed();
        if (value is >= int.MinValue and <= int.MaxValue)
        {
            return (int)value;
        }

        Fail();
        return 0;
    }

    /// <summary>A number of elements that follow, each of at least one byte: never more than bytes are left.</summary>
    public int Count(int maximum)
    {
        var value = Unsigned();
        if (value <= (ulong)maximum && value <= (ulong)_rest.Length)
        {
            return (int)value;
        }

        Fail();
        return 0;
    }

    /// <summary>An index below a limit, or -1 for none; written as index plus one.</summary>
    public int Index(int limit)
    {
        var value = Unsigned();
        if (value <= (ulong)limit)
        {
            return (int)value - 1;
        }

        Fail();
        return -1;
    }

    public long? OptionalSigned() => Flag() ? Signed() : null;

    public double Double()
    {
        var bytes = Take(8);
        return bytes.IsEmpty ? 0 : BinaryPrimitives.ReadDoubleLittleEndian(bytes);
    }

    public double? OptionalDouble() => Flag() ? Double() : null;

    public decimal Decimal()
    {
        var head = Byte();
        var low = Unsigned();
        var middle = Unsigned();
        var high = Unsigned();
        if (Failed || (head & 0x7F) > 28 || low > uint.MaxValue || middle > uint.MaxValue || high > uint.MaxValue)
        {
            Fail();
            return 0;
        }

        return new decimal((int)(uint)low, (int)(uint)middle, (int)(uint)high, head >= 0x80, (byte)(head & 0x7F));
    }

    public string Text()
    {
        var length = Count(RecordingFormat.MaximumFrame);
        return length == 0 ? "" : Encoding.UTF8.GetString(Take(length));
    }

    public string? OptionalText() => Flag() ? Text() : null;

    /// <summary>The word of an enum whose values run from 0 to <paramref name="last"/>.</summary>
    public T Word<T>(T last)
        where T : struct, Enum
    {
        var value = Byte();
        if (value > Convert.ToInt32(last, System.Globalization.CultureInfo.InvariantCulture))
        {
            Fail();
            return default;
        }

        return (T)Enum.ToObject(typeof(T), value);
    }

    /// <summary>A moment in ticks of UTC, far enough from the calendar's end for durations to be added.</summary>
    public DateTimeOffset Moment(long ticks)
    {
        if (ticks >= 0 && ticks <= LastMoment)
        {
            return new DateTimeOffset(ticks, TimeSpan.Zero);
        }

        Fail();
        return default;
    }

    /// <summary>A duration that is not negative and not absurd.</summary>
    public TimeSpan Duration()
    {
        var ticks = Signed();
        if (ticks >= 0 && ticks <= LongestTicks)
        {
            return TimeSpan.FromTicks(ticks);
        }

        Fail();
        return TimeSpan.Zero;
    }

    /// <summary>Gives up on this frame.</summary>
    public bool Fail()
    {
        Failed = true;
        _rest = default;
        return false;
    }

    private ReadOnlySpan<byte> Take(int length)
    {
        if (length > _rest.Length)
        {
            Fail();
            return default;
        }

        var taken = _rest[..length];
        _rest = _rest[length..];
        return taken;
    }
}
