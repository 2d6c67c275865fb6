using RgPolicy.Language.Analysis.Regions;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>Where boxes of several lists meet.</summary>
internal static class BoxMeeting
{
    public static IEnumerable<Box> Of(IEnumerable<Box> left, IReadOnlyCollection<Box> right) =>
        from one in left
        from other in right
        let both = one.Intersect(other)
        where both is not null
        select both;

    public static IEnumerable<Box> Of(
        IEnumerable<Box> left,
        IReadOnlyCollection<Box> right,
        IReadOnlyCollection<Box> room
    ) => Of(Of(left, right), room);
}
