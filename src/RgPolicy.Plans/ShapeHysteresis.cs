namespace RgPolicy.Plans;

/// <summary>
/// Keeps the shape of a text whose plan is judged again while nothing but statistics has changed a little: what was
/// told stands until another shape is clearly better.
/// </summary>
public static class ShapeHysteresis
{
    /// <summary>The shape told before stands while it has at least this part of the new winner's weight; a new text is
    /// judged at 0.8.</summary>
    private const double StandsAt = 0.7;

    /// <summary>The limit of rows for <see cref="PlanShape.Oltp"/> may be passed by this factor, either way.</summary>
    private const decimal RowsFactor = 1.25m;

    private const decimal OltpRows = 2_000;

    /// <summary>The newer profile, with the older one's shape where the two are too close to tell apart.</summary>
    /// <param name="newer">The plan as it is judged now.</param>
    /// <param name="older">The profile of the same text that was in force, or null.</param>
    public static PlanProfile Settle(PlanProfile newer, PlanProfile? older)
    {
        if (older is null || older.Shape == newer.Shape)
            return newer;
        if (newer.RunnerUp == older.Shape && newer.RunnerUpShare >= StandsAt * newer.ShapeShare)
            return Kept(newer, older) with
            {
                ShapeShare = newer.RunnerUpShare,
                RunnerUp = newer.Shape,
                RunnerUpShare = newer.ShapeShare,
            };
        return IsAtTheLimitOfOltp(newer, older) ? Kept(newer, older) : newer;
    }

    private static PlanProfile Kept(PlanProfile newer, PlanProfile older) =>
        newer with
        {
            Shape = older.Shape,
            Reason =
                $"{newer.Reason}; {Reporting.PublicNames.Of(older.Shape)} was told before and stands "
                + "while it is this close",
        };

    /// <summary>Rows only: what else keeps a statement from being short is no matter of a little more
    /// or less.</summary>
    private static bool IsAtTheLimitOfOltp(PlanProfile newer, PlanProfile older) =>
        (older.Shape, newer.Shape) switch
        {
            (PlanShape.Oltp, PlanShape.Scan or PlanShape.Join or PlanShape.Aggregation or PlanShape.Sort) => newer
                .RowsTouched
                .Value
                is > OltpRows
                    and <= OltpRows * RowsFactor,
            (PlanShape.Scan or PlanShape.Join or PlanShape.Aggregation or PlanShape.Sort, PlanShape.Oltp) => older
                .RowsTouched
                .Value > OltpRows
                && newer.RowsTouched.Value >= OltpRows / RowsFactor,
            _ => false,
        };
}
