namespace RgPolicy.Plans.Tests.Statements;

public class StatementProfileTests
{
    [Theory]
    [InlineData(StatementKind.BulkLoad, PlanShape.BulkLoad)]
    [InlineData(StatementKind.IndexBuild, PlanShape.Maintenance)]
    [InlineData(StatementKind.Maintenance, PlanShape.Maintenance)]
    [InlineData(StatementKind.Utility, PlanShape.Utility)]
    public void FromKind_WithoutPlan_TheKindDecides(StatementKind kind, PlanShape shape)
    {
        var profile = StatementProfile.FromKind(kind);

        Assert.Equal(shape, profile?.Shape);
        Assert.Equal(Provenance.Inferred, profile?.ShapeProvenance);
    }

    [Theory]
    [InlineData(StatementKind.Select)]
    [InlineData(StatementKind.Insert)]
    [InlineData(StatementKind.Update)]
    [InlineData(StatementKind.Delete)]
    [InlineData(StatementKind.Merge)]
    [InlineData(StatementKind.Other)]
    public void FromKind_WherePlansExist_IsNull(StatementKind kind) => Assert.Null(StatementProfile.FromKind(kind));

    [Theory]
    [InlineData(0.049, null, 100.0, PlanShape.Oltp)]
    [InlineData(0.049, 1e9, 100.0, PlanShape.Oltp)]
    [InlineData(0.050, null, 0.0, PlanShape.Write)]
    [InlineData(0.050, 1001.0, 0.0, PlanShape.Write)]
    [InlineData(60.0, 1000.0, 100.0, PlanShape.Oltp)]
    [InlineData(null, null, 0.99, PlanShape.Oltp)]
    [InlineData(null, null, 1.0, PlanShape.Write)]
    public void Inferred_HistoryThenAge(double? mean, double? buffers, double age, PlanShape shape)
    {
        var profile = StatementProfile.Inferred(StatementKind.Update, mean, buffers, age);

        Assert.Equal(shape, profile.Shape);
        Assert.True(profile.Writes);
        Assert.Equal(Provenance.Inferred, profile.ShapeProvenance);
        Assert.Equal(Figure.Unknown, profile.RowsTouched);
    }

    [Theory]
    [InlineData(null, 0.1, "writes about 5,000 rows", PlanShape.Write)]
    [InlineData(null, 0.1, null, PlanShape.Oltp)]
    [InlineData(0.049, 0.1, "finds its rows by a scan", PlanShape.Oltp)]
    public void Inferred_WritesMuch_IsAWriteUnlessHistoryTells(
        double? mean,
        double age,
        string? writing,
        PlanShape expected
    )
    {
        var profile = StatementProfile.Inferred(StatementKind.Delete, mean, null, age, writing);

        Assert.Equal(expected, profile.Shape);
        Assert.Equal(
            expected == PlanShape.Write,
            writing is not null && profile.Reason.EndsWith("it has no history and " + writing, StringComparison.Ordinal)
        );
    }
}
