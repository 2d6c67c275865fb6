using System.Buffers;
using System.Buffers.Binary;

namespace RgPolicy.Testing.SqlServer.Tds;

/// <summary>Writes an answer's tokens (MS-TDS 2.2.7).</summary>
internal sealed class AnswerWriter
{
    private const byte Metadata = 0x81;
    private const byte Error = 0xAA;
    private const byte Info = 0xAB;
    private const byte LoginAccepted = 0xAD;
    private const byte Row = 0xD1;
    private const byte Changed = 0xE3;
    private const byte Done = 0xFD;
    private const byte ReturnStatus = 0x79;
    private const byte DoneCall = 0xFE;
    private const byte DatabaseChanged = 1;
    private const byte PacketsChanged = 4;
    private const ushort More = 1;
    private const ushort HasFailed = 2;
    private const ushort HasCount = 16;
    private const ushort Attended = 32;

    private readonly ArrayBufferWriter<byte> _body = new();
    private bool _hasFailed;

    /// <summary>The answer so far.</summary>
    public ReadOnlyMemory<byte> Body => _body.WrittenMemory;

    /// <summary>The client is in.</summary>
    public void WriteLogin(Version version, string database, int packetBytes)
    {
        WriteDatabase(database, "");
        Sized(
            Changed,
            part =>
            {
                part.Write<byte>([PacketsChanged]);
                Short(part, packetBytes.ToString(CultureInfo.InvariantCulture));
                Short(part, "4096");
            }
        );
        Sized(
            LoginAccepted,
            part =>
            {
                part.Write<byte>([1]);
                part.Write<byte>([0x74, 0, 0, 4]); // TDS 7.4
                Short(part, "Microsoft SQL Server");
                part.Write<byte>([
                    (byte)version.Major,
                    (byte)version.Minor,
                    (byte)(version.Build >> 8),
                    (byte)version.Build,
                ]);
            }
        );
    }

    /// <summary>The session is in another database.</summary>
    public void WriteDatabase(string database, string before) =>
        Sized(
            Changed,
            part =>
            {
                part.Write<byte>([DatabaseChanged]);
                Short(part, database);
                Short(part, before);
            }
        );

    /// <summary>An error, or below class 11 a message.</summary>
    public void WriteError(int number, byte severity, string message)
    {
        _hasFailed |= severity > 10;
        Sized(
            severity > 10 ? Error : Info,
            part =>
            {
                Number(part, number, 4);
                part.Write<byte>([1, severity]);
                Number(part, message.Length, 2);
                part.Write(Encoding.Unicode.GetBytes(message));
                Short(part, "scripted");
                Short(part, "");
                Number(part, 1, 4);
            }
        );
    }

    /// <summary>The rows of one query.</summary>
    public void WriteRows(RowSet set)
    {
        var columns = set.Columns.Select((name, at) => Column.Of(name, set.Rows.Select(row => row[at]))).ToArray();
        _body.Write<byte>([Metadata]);
        Number(_body, columns.Length, 2);
        foreach (var column in columns)
            column.WriteMetadata(_body);
        foreach (var row in set.Rows)
        {
            _body.Write<byte>([Row]);
            for (var at = 0; at < columns.Length; at++)
                columns[at].WriteValue(_body, row[at]);
        }

        WriteDone(Done, More | HasCount, set.Rows.Count);
    }

    /// <summary>The end of a batch, or of a call.</summary>
    public void WriteEnd(bool isCall)
    {
        if (isCall)
        {
            _body.Write<byte>([ReturnStatus]);
            Number(_body, _hasFailed ? 1 : 0, 4);
        }

        WriteDone(isCall ? DoneCall : Done, _hasFailed ? HasFailed : 0, 0);
    }

    /// <summary>The client's attention was noticed.</summary>
    public void WriteAttended() => WriteDone(Done, Attended, 0);

    private void WriteDone(byte token, int status, long rows)
    {
        _body.Write<byte>([token]);
        Number(_body, status, 2);
        Number(_body, 0, 2);
        Number(_body, rows, 8);
    }

    private void Sized(byte token, Action<ArrayBufferWriter<byte>> write)
    {
        var part = new ArrayBufferWriter<byte>();
        write(part);
        _body.Write<byte>([token]);
        Number(_body, part.WrittenCount, 2);
        _body.Write(part.WrittenSpan);
    }

    private static void Short(ArrayBufferWriter<byte> to, string text)
    {
        to.Write<byte>([(byte)text.Length]);
        to.Write(Encoding.Unicode.GetBytes(text));
    }

    internal static void Number(ArrayBufferWriter<byte> to, long value, int bytes)
    {
        Span<byte> all = stackalloc byte[8];
        BinaryPrimitives.WriteInt64LittleEndian(all, value);
        to.Write(all[..bytes]);
    }
}
