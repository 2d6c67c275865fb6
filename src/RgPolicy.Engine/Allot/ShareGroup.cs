using System.Collections.Immutable;

namespace RgPolicy.Engine.Allot;

/// <summary>Pools that are to have one class of service, before masks are laid out.</summary>
/// <param name="Wishes">At least one.</param>
/// <param name="Ways">The widest wish.</param>
/// <param name="Bandwidth">The highest wish, percent.</param>
/// <param name="IsExclusive">It is one exclusive pool.</param>
internal sealed record ShareGroup(ImmutableArray<CacheWish> Wishes, int Ways, int Bandwidth, bool IsExclusive)
{
    /// <summary>The widest of these wishes, for all of them.</summary>
    public static ShareGroup Of(ImmutableArray<CacheWish> wishes) =>
        new(wishes, wishes.Max(wish => wish.Ways), wishes.Max(wish => wish.Bandwidth), wishes[0].IsExclusive);

    /// <summary>True where one of its pools runs in this domain.</summary>
    public bool IsIn(int domain)
    {
        foreach (var wish in Wishes)
        {
            if (wish.IsIn(domain))
            {
                return true;
            }
        }

        return false;
    }
}
