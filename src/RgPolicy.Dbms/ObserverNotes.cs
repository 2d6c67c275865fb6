namespace RgPolicy.Dbms;

/// <summary>What an observer tells its user, newest last, each only once.</summary>
internal sealed class ObserverNotes
{
    private volatile string[] _all = [];

    /// <summary>The notes.</summary>
    public IReadOnlyList<string> All => _all;

    /// <summary>Adds one unless it was said before.</summary>
    public void Add(string note)
    {
        if (!_all.Contains(note, StringComparer.Ordinal)) _all = [.. _all, note];
    }

    /// <summary>Adds each that was not said before.</summary>
    public void AddAll(IEnumerable<string> notes)
    {
        foreach (var note in notes) Add(note);
    }
}
