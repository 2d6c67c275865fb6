using System.Collections.Immutable;
using System.Globalization;

namespace RgPolicy.Language.Analysis.Space;

/// <summary>A version that can be compared: part by part, missing parts are 0.</summary>
internal readonly record struct VersionKey(ImmutableArray<long> Parts) : IComparable<VersionKey>
{
    public int CompareTo(VersionKey other)
    {
        for (var index = 0; index < Math.Max(Parts.Length, other.Parts.Length); index++)
        {
            var order = Part(index).CompareTo(other.Part(index));
            if (order != 0)
            {
                return order;
            }
        }

        return 0;
    }

    public bool Equals(VersionKey other) => CompareTo(other) == 0;

    public override int GetHashCode() => Parts.Where(part => part != 0).Aggregate(0, HashCode.Combine);

    public override string ToString() =>
        string.Join('.', Parts.Select(part => part.ToString(CultureInfo.InvariantCulture)));

    private long Part(int index) => index < Parts.Length ? Parts[index] : 0;
}
