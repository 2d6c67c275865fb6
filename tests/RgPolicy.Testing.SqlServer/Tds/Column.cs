using System.Buffers;

namespace RgPolicy.Testing.SqlServer.Tds;

/// <summary>One column of an answer: its type is that of its first value.</summary>
internal sealed class Column
{
    private const int MostSized = 4000;
    private const int ChunkBytes = 8000;
    private static readonly byte[] Collation = [0x09, 0x04, 0xD0, 0x00, 0x34];

    private readonly string _name;
    private readonly Type _type;
    private readonly bool _isMax;

    private Column(string name, Type type, bool isMax) => (_name, _type, _isMax) = (name, type, isMax);

    /// <summary>The column that these values fit in.</summary>
    public static Column Of(string name, IEnumerable<object?> values)
    {
        var all = values.Where(value => value is not null).ToList();
        return new Column(name, all.FirstOrDefault()?.GetType() ?? typeof(string), all.Any(IsLong));
    }

    /// <summary>Writes what it is.</summary>
    public void WriteMetadata(ArrayBufferWriter<byte> to)
    {
        AnswerWriter.Number(to, 0, 4); // no type of a user's
        AnswerWriter.Number(to, 1, 2); // may be NULL
        to.Write(TypeInfo());
        to.Write<byte>([(byte)_name.Length]);
        to.Write(Encoding.Unicode.GetBytes(_name));
    }

    /// <summary>Writes one of its values.</summary>
    public void WriteValue(ArrayBufferWriter<byte> to, object? value)
    {
        if (value is not null && value.GetType() != _type)
            throw new InvalidOperationException(
                $"Column {_name} is {_type.Name}, and a value is {value.GetType().Name}."
            );
        if (_type == typeof(string) || _type == typeof(byte[]))
            WriteLong(to, value is string text ? Encoding.Unicode.GetBytes(text) : (byte[]?)value);
        else
            WriteShort(to, Fixed(value));
    }

    private static bool IsLong(object? value) =>
        value is string { Length: > MostSized } or byte[] { Length: > 2 * MostSized };

    private byte[] TypeInfo()
    {
        var most = _isMax ? TypeCode.Max : (ushort)(2 * MostSized);
        byte[] size = [(byte)most, (byte)(most >> 8)];
        if (_type == typeof(string))
            return [TypeCode.Text, .. size, .. Collation];
        if (_type == typeof(byte[]))
            return [TypeCode.Binary, .. size];
        if (_type == typeof(byte))
            return [TypeCode.Integer, 1];
        if (_type == typeof(short))
            return [TypeCode.Integer, 2];
        if (_type == typeof(int))
            return [TypeCode.Integer, 4];
        if (_type == typeof(long))
            return [TypeCode.Integer, 8];
        if (_type == typeof(double))
            return [TypeCode.Float, 8];
        if (_type == typeof(bool))
            return [TypeCode.Bit, 1];
        if (_type == typeof(Guid))
            return [TypeCode.Guid, 16];
        if (_type == typeof(DateTime))
            return [TypeCode.DateTime, 8];
        return _type == typeof(DateTimeOffset)
            ? [TypeCode.DateTimeOffset, 7]
            : throw new InvalidOperationException($"{_type.Name} has no type on the wire.");
    }

    private static byte[]? Fixed(object? value) =>
        value switch
        {
            null => null,
            bool flag => [flag ? (byte)1 : (byte)0],
            byte number => [number],
            short number => BitConverter.GetBytes(number),
            int number => BitConverter.GetBytes(number),
            long number => BitConverter.GetBytes(number),
            double number => BitConverter.GetBytes(number),
            Guid guid => guid.ToByteArray(),
            DateTime moment => Moment(moment),
            DateTimeOffset moment => Moment(moment),
            _ => throw new InvalidOperationException(
                string.Create(CultureInfo.InvariantCulture, $"{value} has no form on the wire.")
            ),
        };

    /// <summary>Days since 1900, and three-hundredths of a second.</summary>
    private static byte[] Moment(DateTime moment)
    {
        var days = (int)(moment.Date - new DateTime(1900, 1, 1)).TotalDays;
        var ticks = (int)Math.Round(moment.TimeOfDay.TotalSeconds * 300);
        return [.. BitConverter.GetBytes(days), .. BitConverter.GetBytes(ticks)];
    }

    /// <summary>The time of day and the day in UTC, and the distance from it.</summary>
    private static byte[] Moment(DateTimeOffset moment)
    {
        var utc = moment.UtcDateTime;
        var days = (int)(utc.Date - DateTime.MinValue).TotalDays;
        return
        [
            .. BitConverter.GetBytes(utc.TimeOfDay.Ticks)[..5],
            .. BitConverter.GetBytes(days)[..3],
            .. BitConverter.GetBytes((short)moment.Offset.TotalMinutes),
        ];
    }

    private static void WriteShort(ArrayBufferWriter<byte> to, byte[]? bytes)
    {
        to.Write<byte>([(byte)(bytes?.Length ?? 0)]);
        to.Write(bytes ?? []);
    }

    private void WriteLong(ArrayBufferWriter<byte> to, byte[]? bytes)
    {
        if (_isMax)
        {
            AnswerWriter.Number(to, bytes?.Length ?? -1, 8);
            if (bytes is null)
                return;
            foreach (var chunk in bytes.Chunk(ChunkBytes))
            {
                AnswerWriter.Number(to, chunk.Length, 4);
                to.Write(chunk);
            }

            AnswerWriter.Number(to, 0, 4);
        }
        else
        {
            AnswerWriter.Number(to, bytes?.Length ?? TypeCode.Max, 2);
            to.Write(bytes ?? []);
        }
    }
}
