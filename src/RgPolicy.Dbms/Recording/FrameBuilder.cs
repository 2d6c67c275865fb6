using System.Buffers;
using System.Buffers.Binary;
using System.Text;

namespace RgPolicy.Dbms.Recording;

/// <summary>Builds the payload of one frame; cleared and used again for the next.</summary>
internal sealed class FrameBuilder
{
    private readonly ArrayBufferWriter<byte> _buffer = new(4096);

    /// <summary>What was written since the last clear.</summary>
    public ReadOnlySpan<byte> Payload => _buffer.WrittenSpan;

    public void Clear() => _buffer.ResetWrittenCount();

    public void Byte(byte value)
    {
        _buffer.GetSpan(1)[0] = value;
        _buffer.Advance(1);
    }

    public void Flag(bool value) => Byte(value ? (byte)1 : (byte)0);

    /// <summary>Seven bits per byte, lowest first.</summary>
    public void Unsigned(ulong value)
    {
        while (value >= 0x80)
        {
            Byte((byte)(value | 0x80));
            value >>= 7;
        }

        Byte((byte)value);
    }

    /// <summary>Zigzag, so that small negative numbers stay short.</summary>
    public void Signed(long value) => Unsigned((ulong)((value << 1) ^ (value >> 63)));

    public void Count(int value) => Unsigned((ulong)value);

    public void OptionalSigned(long? value)
    {
        Flag(value is not null);
        if (value is { } present)
        {
            Signed(present);
        }
    }

    public void Double(double value)
    {
        BinaryPrimitives.WriteDoubleLittleEndian(_buffer.GetSpan(8), value);
        _buffer.Advance(8);
    }

    public void OptionalDouble(double? value)
    {
        Flag(value is not null);
        if (value is { } present)
        {
            Double(present);
        }
    }

    /// <summary>Scale and sign in one byte, then the three parts of the number.</summary>
    public void Decimal(decimal value)
    {
        Span<int> parts = stackalloc int[4];
        decimal.GetBits(value, parts);
        var scale = (byte)((parts[3] >> 16) & 0x7F);
        Byte(parts[3] < 0 ? (byte)(scale | 0x80) : scale);
        Unsigned((uint)parts[0]);
        Unsigned((uint)parts[1]);
        Unsigned((uint)parts[2]);
    }

    public void Text(string value)
    {
        var length = Encoding.UTF8.GetByteCount(value);
        Count(length);
        Encoding.UTF8.GetBytes(value, _buffer.GetSpan(length));
        _buffer.Advance(length);
    }

    public void OptionalText(string? value)
    {
        Flag(value is not null);
        if (value is not null)
        {
            Text(value);
        }
    }
}
