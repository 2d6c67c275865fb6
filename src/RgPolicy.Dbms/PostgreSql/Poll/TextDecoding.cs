using System.Text;

namespace RgPolicy.Dbms.PostgreSql.Poll;

/// <summary>
/// Reads texts that the server shows of all its databases: each is in the encoding of its own database,
/// and the server hands out its bytes as if they were in the encoding of the database that is asked.
/// </summary>
/// <param name="asked">The encoding of the database that is asked, as the server names it.</param>
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
