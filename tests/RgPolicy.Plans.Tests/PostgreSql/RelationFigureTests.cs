using RgPolicy.Plans.Tests.Building;

namespace RgPolicy.Plans.Tests.PostgreSql;

/// <summary>Plans judged with what the server's catalog says of their relations.</summary>
public class RelationFigureTests
{
    /// <summary>90 rows on a page in truth, where a plan's width would make it 107: the cost is of 10,000 pages and
    /// four conditions.</summary>
    private static Op Filtered() =>
        new Op("Seq Scan", 5, 8, 0, 10_000 + (900_000 * 0.02))
            .On("t")
            .Set("Filter", "((a = 1) AND (b = 2) AND (c = 3) AND (d = 4))");

    [Fact]
    public void FilteredScan_RowsAndPagesAreTheCatalogs()
    {
        var profile = Read(Filtered(), ("t", new(900_000, 10_000)));

        Assert.Equal(900_005, profile.RowsTouched.Value);
        Assert.Equal(Provenance.Estimate, profile.RowsTouched.Provenance);
        Assert.Equal(10_000 * 8192, profile.StreamedBytes.Value);
        Assert.Equal(Provenance.Estimate, profile.StreamedBytes.Provenance);
    }

    [Fact]
    public void FilteredScan_OfATableThatWasNeverAnalysed_RowsAreWhatTheCostPaysForBesideItsPages()
    {
        var profile = Read(Filtered(), ("t", new(null, 10_000)));

        Assert.InRange((double)profile.RowsTouched.Value!, 899_000, 901_100);
        Assert.Equal(Provenance.Inferred, profile.RowsTouched.Provenance);
    }

    [Fact]
    public void FilteredScan_OfASmallTableThatWasNeverAnalysed_RowsAreThoseOfItsPages()
    {
        // The planner takes it for ten pages, each with 226 rows of two numbers.
        var scan = new Op("Seq Scan", 11, 8, 0, 10 + (2_260 * 0.0125)).On("fresh").Set("Filter", "(a = 1)");

        var (one, ten) = (Read(scan, ("fresh", new(null, 1))), Read(scan, ("fresh", new(null, 10))));

        Assert.Equal((PlanShape.Oltp, PlanShape.Scan), (one.Shape, ten.Shape));
        Assert.InRange((double)one.RowsTouched.Value!, 226, 250);
        Assert.InRange((double)ten.RowsTouched.Value!, 2_260, 2_285);
    }

    [Fact]
    public void FilteredScan_OfAnotherRelation_IsAsWithoutCatalog() =>
        Assert.Equal(Filtered().Profile().RowsTouched, Read(Filtered(), ("u", new(7, 7))).RowsTouched);

    [Fact]
    public void ParallelScan_RowsAreTheCatalogsOnce()
    {
        var scan = new Op("Seq Scan", 5, 8, 0, 10_000).On("t").Set("Filter", "(a = 1)").Set("Parallel Aware", true);

        Assert.InRange(
            (double)Read(Make.Gather(scan, 2), ("t", new(900_000, 10_000))).RowsTouched.Value!,
            900_000,
            900_010
        );
    }

    [Fact]
    public void MeasuredScan_WhatWasReadGoesBeforeTheCatalog() =>
        Assert.Equal(
            20,
            Read(Filtered().Actual(4).Set("Rows Removed by Filter", 12), ("t", new(900_000, 10_000))).RowsTouched.Value
        );

    [Fact]
    public void WholeIndexWithAFilter_RowsAreTheTables()
    {
        var scan = new Op("Index Scan", 5, 8, 0, 4_000).On("t").Set("Index Name", "t_pkey").Set("Filter", "(a = 1)");

        Assert.Equal(50_005, Read(scan, ("t", new(50_000, 500))).RowsTouched.Value);
    }

    [Fact]
    public void RepeatedLookups_VisitAtMostTheTableAndItsIndex()
    {
        // A million look-ups of one row in a table of 100 pages with an index of 40.
        var inner = Make.Lookup("small").As("Inner");
        var join = new Op("Nested Loop", 1_000_000, 16, 1, 10_000_000).Joining(
            Make.SeqScan("large", 1_000_000, 9_000),
            inner
        );

        var profile = Read(join, ("small", new(5_000, 100)), ("small_pkey", new(5_000, 40)));

        Assert.Equal(140 * 8192, profile.WorkingSetBytes.Value);
    }

    private static PlanProfile Read(Op root, params (string Name, RelationFigures Figures)[] relations) =>
        Assert
            .Single(
                PlanReader
                    .Read(
                        root.Document(),
                        Make.Options with
                        {
                            Relations = relations.ToDictionary(r => r.Name, r => r.Figures, StringComparer.Ordinal),
                        }
                    )
                    .Statements
            )
            .Profile;
}
