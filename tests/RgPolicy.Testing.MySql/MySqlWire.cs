using System.Buffers.Binary;

namespace RgPolicy.Testing.MySql;

/// <summary>The server's side of one connection: packets, and the answers as packets (MySQL client/server protocol,
/// text results, no capability beyond those that are told in the greeting).</summary>
internal sealed class MySqlWire(Stream stream)
{
    // Long password, long columns, database, 4.1, transactions, secure connection, several statements, several results,
    // plugins.
    private const long Capabilities = 0x1 | 0x4 | 0x8 | 0x200 | 0x2000 | 0x8000 | 0x10000 | 0x20000 | 0x80000;
    private const int AutoCommit = 2;
    private const int MoreResults = 8;
    private const int Utf8 = 45;
    private const int Unsigned = 0x20;
    private const int LongLong = 8;
    private const int Time = 12;
    private const int VarString = 253;

    private byte _sequence;

    /// <summary>Greets, and takes whatever password there is.</summary>
    public async Task BeginAsync(string version, int session, CancellationToken cancellationToken)
    {
        var scramble = new byte[20];
        Array.Fill(scramble, (byte)'x');
        await WriteAsync(
            new PacketWriter()
                .Number(10, 1)
                .Terminated(version)
                .Number(session, 4)
                .Bytes(scramble.AsSpan(0, 8))
                .Number(0, 1)
                .Number(Capabilities & 0xFFFF, 2)
                .Number(Utf8, 1)
                .Number(AutoCommit, 2)
                .Number(Capabilities >> 16, 2)
                .Number(scramble.Length + 1, 1)
                .Bytes(new byte[10])
                .Bytes(scramble.AsSpan(8))
                .Number(0, 1)
                .Terminated("mysql_native_password"),
            cancellationToken
        );
        await ReadAsync(isCommand: false, cancellationToken);
        await DoneAsync(cancellationToken);
    }

    /// <summary>The next command: its kind, then its text; null when the client is gone.</summary>
    public Task<byte[]?> NextAsync(CancellationToken cancellationToken) =>
        ReadAsync(isCommand: true, cancellationToken);

    /// <summary>Answers.</summary>
    public async Task AnswerAsync(MySqlAnswer answer, CancellationToken cancellationToken)
    {
        if (answer.Error != 0)
        {
            await WriteAsync(
                new PacketWriter()
                    .Number(0xFF, 1)
                    .Number(answer.Error, 2)
                    .Bytes("#HY000"u8)
                    .Bytes(System.Text.Encoding.UTF8.GetBytes(answer.Message)),
                cancellationToken
            );
        }
        else if (answer.Rows is { } rows)
        {
            var status = AutoCommit | (answer.Next is null ? 0 : MoreResults);
            await RowsAsync([.. rows], answer.Columns, status, cancellationToken);
        }
        else
        {
            await DoneAsync(cancellationToken);
        }

        if (answer.Next is { } next)
            await AnswerAsync(next, cancellationToken);
    }

    private Task DoneAsync(CancellationToken cancellationToken) =>
        WriteAsync(new PacketWriter().Number(0, 3).Number(AutoCommit, 2).Number(0, 2), cancellationToken);

    private async Task RowsAsync(object?[][] rows, int columns, int status, CancellationToken cancellationToken)
    {
        await WriteAsync(new PacketWriter().Number(columns, 1), cancellationToken);
        for (var column = 0; column < columns; column++)
        {
            var (type, flags) = KindOf(rows.Select(row => row[column]).FirstOrDefault(value => value is not null));
            await WriteAsync(
                new PacketWriter()
                    .Text("def")
                    .Text("")
                    .Text("")
                    .Text("")
                    .Text($"c{column}")
                    .Text("")
                    .Number(12, 1)
                    .Number(type == VarString ? Utf8 : 63, 2)
                    .Number(1024, 4)
                    .Number(type, 1)
                    .Number(flags, 2)
                    .Number(type == Time ? 6 : 0, 1)
                    .Number(0, 2),
                cancellationToken
            );
        }

        await EndAsync(status, cancellationToken);
        foreach (var row in rows)
        {
            await WriteAsync(
                row.Aggregate(new PacketWriter(), (packet, value) => packet.Value(value)),
                cancellationToken
            );
        }

        await EndAsync(status, cancellationToken);
    }

    private Task EndAsync(int status, CancellationToken cancellationToken) =>
        WriteAsync(new PacketWriter().Number(0xFE, 1).Number(0, 2).Number(status, 2), cancellationToken);

    private static (int Type, int Flags) KindOf(object? value) =>
        value switch
        {
            long or int => (LongLong, 0),
            ulong => (LongLong, Unsigned),
            DateTime => (Time, 0),
            _ => (VarString, 0),
        };

    private async Task WriteAsync(PacketWriter packet, CancellationToken cancellationToken)
    {
        var body = packet.ToArray();
        var all = new byte[4 + body.Length];
        BinaryPrimitives.WriteInt32LittleEndian(all, body.Length);
        all[3] = _sequence++;
        body.CopyTo(all, 4);
        await stream.WriteAsync(all, cancellationToken);
    }

    private async Task<byte[]?> ReadAsync(bool isCommand, CancellationToken cancellationToken)
    {
        var head = new byte[4];
        if (
            await stream.ReadAtLeastAsync(head, head.Length, throwOnEndOfStream: false, cancellationToken) < head.Length
        )
            return null;

        var body = new byte[head[0] | head[1] << 8 | head[2] << 16];
        await stream.ReadExactlyAsync(body, cancellationToken);
        _sequence = (byte)(isCommand ? 1 : head[3] + 1);
        return body;
    }
}
