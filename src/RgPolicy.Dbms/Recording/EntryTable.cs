namespace RgPolicy.Dbms.Recording;

/// <summary>Numbers what was already written, so that it is written once.</summary>
/// <typeparam name="T">An immutable fact with value equality.</typeparam>
internal sealed class EntryTable<T>
    where T : class
{
    private readonly Dictionary<T, int> _numbers = [];

    /// <summary>How many entries there are.</summary>
    public int Count => _numbers.Count;

    /// <summary>Numbers an entry; true when it is new and must be written.</summary>
    public bool Add(T entry, out int number)
    {
        if (_numbers.TryGetValue(entry, out number))
        {
            return false;
        }

        number = _numbers.Count;
        _numbers.Add(entry, number);
        return true;
    }

    /// <summary>The number of an entry that was added.</summary>
    public int this[T entry] => _numbers[entry];

    /// <summary>Starts again from nothing.</summary>
    public void Clear() => _numbers.Clear();
}
