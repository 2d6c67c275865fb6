namespace RgPolicy.Dbms.SqlServer.Resources;

/// <summary>Which sessions are asked about where there are too many for one reading: all have their turn.</summary>
/// <param name="most">The most of one reading.</param>
internal sealed class SessionTurns(int most)
{
    private int _last;

    /// <summary>Those after the last ones.</summary>
    public List<int> Next(List<int> sessions)
    {
        if (sessions.Count <= most)
            return sessions;
        List<int> next = [.. sessions.OrderBy(session => session <= _last).ThenBy(session => session).Take(most)];
        _last = next[^1];
        return next;
    }
}
