using System.Xml;
using RgPolicy.Plans.Documents;

namespace RgPolicy.Plans.SqlServer;

/// <summary>
/// Values of the attribute that an XML reader stands on, through one buffer: what is not kept becomes
/// no string, and a name that was met before is not made again.
/// </summary>
internal sealed class AttributeReader(XmlReader reader, ShowplanRoom room)
{
    private readonly char[] _buffer = room.Buffer;

    /// <summary>Numbers that no server means: not a number, beyond all sizes, negative where only sizes
    /// make sense.</summary>
    public int AbsurdNumbers { get; private set; }

    /// <summary>A figure that is at least 0, or not a number where the text is none.</summary>
    public double Number()
    {
        var number = PlainNumber.Parse(Value());
        if (number is >= 0 and < PlainNumber.LargestBelievable)
            return number;
        AbsurdNumbers++;
        return double.NaN;
    }

    /// <summary>True for <c>1</c> and <c>true</c>.</summary>
    public bool Flag() => Value() is "1" or "true" or "True";

    /// <summary>A name, made once for all its occurrences; a longer one than any server allows is cut.</summary>
    public string Name() => Intern(Value());

    /// <summary>A name without the brackets around it.</summary>
    public string BareName()
    {
        var value = Value();
        return Intern(value.Length > 2 && value[0] == '[' && value[^1] == ']' ? value[1..^1] : value);
    }

    /// <summary>The same as <see cref="Name"/> for two parts with a point between.</summary>
    public string Joined(string first, string second)
    {
        if (first.Length + second.Length + 1 > _buffer.Length)
            return second;
        first.CopyTo(_buffer);
        _buffer[first.Length] = '.';
        second.CopyTo(_buffer.AsSpan(first.Length + 1));
        return room.Names.Add(_buffer, 0, first.Length + second.Length + 1);
    }

    /// <summary>The first characters of the value; valid until the next call.</summary>
    public ReadOnlySpan<char> Value() => _buffer.AsSpan(0, reader.ReadValueChunk(_buffer, 0, _buffer.Length));

    private string Intern(ReadOnlySpan<char> value)
    {
        if (value.IsEmpty)
            return "";
        value.CopyTo(_buffer);
        return room.Names.Add(_buffer, 0, value.Length);
    }
}
