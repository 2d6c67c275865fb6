namespace RgPolicy.Dbms.SqlServer.Resources;

/// <summary>What RgPolicy's own sessions have cost the server, those that have ended included.</summary>
internal sealed class OwnSessionCost
{
    private Dictionary<(int SessionId, DateTime Began), TimeSpan> _open = [];
    private TimeSpan _ended;

    /// <summary>Processor time since the beginning; null before the first reading.</summary>
    public TimeSpan? Cpu { get; private set; }

    /// <summary>Takes in the sessions that are there. Of one that is gone counts what was read last.</summary>
    public void Take(IEnumerable<OwnSessionRow> sessions)
    {
        var open = new Dictionary<(int SessionId, DateTime Began), TimeSpan>();
        foreach (var session in sessions)
            open[(session.SessionId, session.Began)] = session.Cpu;
        foreach (var (session, cpu) in _open)
            if (!open.ContainsKey(session))
                _ended += cpu;
        _open = open;
        Cpu = open.Values.Aggregate(_ended, static (sum, cpu) => sum + cpu);
    }
}

/// <summary>One of RgPolicy's own sessions, as the server counts it.</summary>
/// <param name="SessionId">The session's number, which another one has after its end.</param>
/// <param name="Began">When it began, by the server's local clock; with the number it names the session.</param>
/// <param name="Cpu">Processor time of what it has executed.</param>
internal readonly record struct OwnSessionRow(int SessionId, DateTime Began, TimeSpan Cpu);
