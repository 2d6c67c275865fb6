namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>Logins as which the server does not let RgPolicy in, with its reason; each is tried again after a
/// while.</summary>
internal sealed class ClosedLogins(TimeProvider time)
{
    private const int MostNotes = 5;
    private const int Most = 1000;
    private static readonly TimeSpan Pause = TimeSpan.FromMinutes(10);

    private readonly Dictionary<string, (long Since, string Reason)> _closed = new(StringComparer.Ordinal);
    private volatile string[] _notes = [];

    /// <summary>What the user is told of them; another list when that has changed.</summary>
    public string[] Notes => _notes;

    /// <summary>Whether it was found closed a short while ago.</summary>
    public bool Contains(string login) =>
        _closed.TryGetValue(login, out var closed) && time.GetElapsedTime(closed.Since) < Pause;

    public void Add(string login, string reason)
    {
        if (_closed.Count >= Most)
            _closed.Clear();
        _closed[login] = (time.GetTimestamp(), reason);
        Say();
    }

    public void Remove(string login)
    {
        if (_closed.Remove(login))
            Say();
    }

    private void Say()
    {
        string[] notes =
        [
            .. _closed
                .OrderBy(c => c.Key, StringComparer.Ordinal)
                .Take(MostNotes)
                .Select(c =>
                    $"the server does not let RgPolicy in as {c.Key} ({c.Value.Reason}): its statements are planned by "
                    + "RgPolicy's role"
                ),
        ];
        if (!notes.SequenceEqual(_notes, StringComparer.Ordinal))
            _notes = notes;
    }
}
