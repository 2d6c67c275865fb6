namespace RgPolicy.Dbms.SqlServer.Poll;

/// <summary>What one poll returned; the list is used again by the next one.</summary>
internal sealed class RequestSnapshot
{
    /// <summary>Running requests of others.</summary>
    public List<RequestRow> Requests { get; } = [];

    /// <summary>The server's local clock and its distance from UTC.</summary>
    public DateTimeOffset Time { get; set; }

    /// <summary>The login may see the requests of others.</summary>
    public bool SeesAll { get; set; }

    /// <summary>Forgets what the last poll returned.</summary>
    public void Clear()
    {
        Requests.Clear();
        SeesAll = false;
    }
}
