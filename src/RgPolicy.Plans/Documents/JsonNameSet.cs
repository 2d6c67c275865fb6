namespace RgPolicy.Plans.Documents;

/// <summary>Some names, quick to compare with.</summary>
internal sealed class JsonNameSet
{
    private readonly bool[] _names = new bool[byte.MaxValue + 1];
    private readonly ulong _bits;

    public JsonNameSet(params JsonName[] names)
    {
        foreach (var name in names)
        {
            _names[(int)name] = true;
            _bits |= JsonEntry.Bit(name);
        }
    }

    public bool Contains(JsonName name) => _names[(int)name];

    /// <summary>False where a container certainly holds none of them.</summary>
    public bool MayBeIn(JsonValue container) => (container.Held & _bits) != 0;
}
