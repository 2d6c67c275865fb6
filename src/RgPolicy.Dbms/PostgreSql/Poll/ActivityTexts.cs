using Npgsql;
using RgPolicy.Dbms.PostgreSql.Connect;

namespace RgPolicy.Dbms.PostgreSql.Poll;

/// <summary>The second statement: texts of the backends whose session or query is new.</summary>
internal sealed class ActivityTexts(PostgresSession session, int textSize) : BackendQuery(session, Sql)
{
    private const string Sql = """
        SELECT s.pid, s.query_start, s.backend_start, s.application_name, coalesce(s.client_hostname, host(s.client_addr), ''), s.query,
               coalesce((SELECT pg_encoding_to_char(d.encoding)::text FROM pg_database d WHERE d.oid = s.datid), ''),
               pg_encoding_to_char((SELECT e.encoding FROM pg_database e WHERE e.datname = current_database()))::text,
               coalesce(s.query_id, 0), coalesce(s.state IN ('active', 'fastpath function call'), false)
          FROM pg_stat_get_activity(NULL) s
         WHERE s.pid = ANY($1) AND s.query_start IS NOT NULL AND s.backend_start IS NOT NULL
        """;

    /// <summary>A text is cut in front of a character that does not fit, so a cut text may be this much shorter than
    /// what is kept.</summary>
    private const int LongestCharacter = 4;

    private TextDecoding? _decoding;

    /// <summary>Reads the texts of these backends; a session that ended meanwhile is missing, a query that did carries
    /// another start.</summary>
    public async Task<List<ActivityText>> ReadAsync(int[] processIds, CancellationToken cancellationToken)
    {
        var texts = new List<ActivityText>(processIds.Length);
        await ReadAsync(processIds, row => texts.Add(Read(row)), cancellationToken);
        return texts;
    }

    private ActivityText Read(NpgsqlDataReader reader)
    {
        var (query, encoding) = (Bytes(reader, 5), reader.GetString(6));
        var decoding = _decoding ??= new TextDecoding(reader.GetString(7));
        return new ActivityText(
            reader.GetInt32(0),
            reader.GetDateTime(1),
            reader.GetDateTime(2),
            Text(Bytes(reader, 3)),
            Text(Bytes(reader, 4)),
            decoding.Read(query, encoding),
            query.Length >= textSize - LongestCharacter
        )
        {
            QueryId = reader.GetInt64(8),
            IsRunning = reader.GetBoolean(9),
        };
    }

    /// <summary>What is not valid must not fail the poll.</summary>
    private static string Text(byte[] bytes) => Encoding.UTF8.GetString(bytes);

    private static byte[] Bytes(NpgsqlDataReader reader, int column) =>
        reader.IsDBNull(column) ? [] : reader.GetFieldValue<byte[]>(column);
}

/// <summary>
/// Reads texts that the server shows of all its databases: each is in the encoding of its own database,
/// and the server hands out its bytes as if they were in the encoding of the database that is asked.
/// </summary>
internal sealed class TextDecoding(string asked)
{
    private readonly bool _isConverted = asked is not ("UTF8" or "SQL_ASCII");
    private readonly Encoding _asked = ServerEncodings.Of(asked);

    /// <summary>The text of a database of this encoding; never fails.</summary>
    public string Read(byte[] received, string encoding)
    {
        var bytes = _isConverted ? _asked.GetBytes(Encoding.UTF8.GetString(received)) : received;
        return ServerEncodings.Of(encoding).GetString(bytes);
    }
}

/// <summary>What a session and its query are called, as it was when the text was read; <c>IsCut</c> when the server did
/// not keep all of it.</summary>
internal sealed record ActivityText(
    int ProcessId,
    DateTime Started,
    DateTime Connected,
    string App,
    string Host,
    string Query,
    bool IsCut
)
{
    /// <summary>The server's query id of what it shows, 0 where it gives none.</summary>
    public long QueryId { get; init; }

    public bool IsRunning { get; init; }
}
