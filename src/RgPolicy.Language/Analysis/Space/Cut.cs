namespace RgPolicy.Language.Analysis.Space;

/// <summary>A place between values: right before a value, or right after it.</summary>
internal readonly record struct Cut<T>(T Value, bool IsAfter) : IComparable<Cut<T>>
    where T : IComparable<T>
{
    public int CompareTo(Cut<T> other)
    {
        var order = Value.CompareTo(other.Value);
        return order != 0 ? order : IsAfter.CompareTo(other.IsAfter);
    }
}
