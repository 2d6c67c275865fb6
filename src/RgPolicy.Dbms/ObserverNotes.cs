namespace RgPolicy.Dbms;

/// <summary>What an observer tells its user, newest last, each only once. A note of a topic goes when its reason goes;
/// others stay.</summary>
internal sealed class ObserverNotes
{
    private readonly object _gate = new();
    private (string? Topic, string Note)[] _notes = [];
    private volatile string[] _all = [];

    /// <summary>The notes that hold now; another list when any has come or gone.</summary>
    public IReadOnlyList<string> All => _all;

    /// <summary>Adds one that stays, unless it was said before.</summary>
    public void Add(string note)
    {
        lock (_gate)
        {
            if (!_all.Contains(note, StringComparer.Ordinal))
                Keep([.. _notes, (null, note)]);
        }
    }

    /// <summary>Adds each that was not said before; they stay.</summary>
    public void AddAll(IEnumerable<string> notes)
    {
        foreach (var note in notes)
            Add(note);
    }

    /// <summary>Says what holds of a topic from now on; what it said before and does not say now is gone.</summary>
    public void Set(string topic, params string[] notes)
    {
        lock (_gate)
        {
            var kept = _notes.Where(n => n.Topic != topic || notes.Contains(n.Note, StringComparer.Ordinal)).ToArray();
            var added = notes.Where(n => !kept.Any(k => k.Note == n)).Select(n => ((string?)topic, n)).ToArray();
            if (added.Length > 0 || kept.Length < _notes.Length)
                Keep([.. kept, .. added]);
        }
    }

    private void Keep((string? Topic, string Note)[] notes)
    {
        _notes = notes;
        _all = [.. notes.Select(n => n.Note)];
    }
}
