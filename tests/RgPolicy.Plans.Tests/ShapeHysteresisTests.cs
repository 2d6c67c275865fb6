namespace RgPolicy.Plans.Tests;

public class ShapeHysteresisTests
{
    [Theory]
    [InlineData(0.69, PlanShape.Scan)]
    [InlineData(0.71, PlanShape.Join)]
    [InlineData(1.1, PlanShape.Join)]
    public void Settle_RunnerUpThatWasToldBefore_StandsWhileItIsClose(double part, PlanShape shape)
    {
        var newer = Of(PlanShape.Scan) with { ShapeShare = 0.5, RunnerUp = PlanShape.Join, RunnerUpShare = 0.5 * part };

        var settled = ShapeHysteresis.Settle(newer, Of(PlanShape.Join));

        Assert.Equal(shape, settled.Shape);
        Assert.Equal(
            shape == PlanShape.Join,
            settled.Reason.Contains("stands while it is this close", StringComparison.Ordinal)
        );
        Assert.Equal(shape == PlanShape.Join ? PlanShape.Scan : PlanShape.Join, settled.RunnerUp);
        Assert.Equal(1, (settled.ShapeShare + settled.RunnerUpShare) / (0.5 + (0.5 * part)));
    }

    [Fact]
    public void Settle_OneThatWasNeitherFirstNorSecond_DoesNotStand()
    {
        var newer = Of(PlanShape.Scan) with { ShapeShare = 0.5, RunnerUp = PlanShape.Join, RunnerUpShare = 0.49 };

        Assert.Equal(PlanShape.Scan, ShapeHysteresis.Settle(newer, Of(PlanShape.Sort)).Shape);
        Assert.Same(newer, ShapeHysteresis.Settle(newer, null));
    }

    [Theory]
    [InlineData(PlanShape.Oltp, PlanShape.Scan, 1_900, 2_400, PlanShape.Oltp)]
    [InlineData(PlanShape.Oltp, PlanShape.Scan, 1_900, 2_600, PlanShape.Scan)]
    [InlineData(PlanShape.Oltp, PlanShape.Scan, 100, 1_500, PlanShape.Scan)]
    [InlineData(PlanShape.Scan, PlanShape.Oltp, 2_100, 1_700, PlanShape.Scan)]
    [InlineData(PlanShape.Scan, PlanShape.Oltp, 2_100, 1_500, PlanShape.Oltp)]
    [InlineData(PlanShape.Scan, PlanShape.Oltp, 1_500, 1_700, PlanShape.Oltp)]
    [InlineData(PlanShape.Write, PlanShape.Oltp, 2_100, 1_900, PlanShape.Oltp)]
    public void Settle_AtTheLimitOfOltp_KeepsWhatWasTold(
        PlanShape before,
        PlanShape now,
        int rowsBefore,
        int rowsNow,
        PlanShape settled
    ) => Assert.Equal(settled, ShapeHysteresis.Settle(Of(now, rowsNow), Of(before, rowsBefore)).Shape);

    private static PlanProfile Of(PlanShape shape, int rows = 1_000_000) =>
        new()
        {
            Shape = shape,
            RowsTouched = new(rows, Provenance.Estimate),
            Reason = "told by a test",
        };
}
