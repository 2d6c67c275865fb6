namespace RgPolicy.Dbms.MySql.Poll;

/// <summary>What one poll saw; used again for the next one.</summary>
internal sealed class SessionSnapshot
{
    /// <summary>The server's clock.</summary>
    public DateTimeOffset Time { get; set; }

    /// <summary>Those that run something, with their texts where these are not known.</summary>
    public List<(SessionRow Row, MySqlTexts? Texts)> Sessions { get; } = [];

    /// <summary>Sessions with a text that run no statement of a client's were among them: one that is prepared, or
    /// replication's.</summary>
    public bool HasOthers { get; set; }

    /// <summary>Empties the snapshot for the next poll.</summary>
    public void Clear()
    {
        Sessions.Clear();
        HasOthers = false;
    }
}
