namespace RgPolicy.Language.Analysis.Texts;

/// <summary>Lists of numbers are equal where their numbers are.</summary>
internal sealed class PlaceComparer : IEqualityComparer<int[]>
{
    public static PlaceComparer Instance { get; } = new();

    public bool Equals(int[]? x, int[]? y) => x.AsSpan().SequenceEqual(y);

    public int GetHashCode(int[] obj)
    {
        var hash = obj.Length;
        foreach (var number in obj)
        {
            hash = (hash * 31) + number;
        }

        return hash;
    }
}
