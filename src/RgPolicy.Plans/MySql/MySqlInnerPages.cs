using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.MySql;

/// <summary>Pages that repeated look-ups visit. A plan does not print the size of a table, so each look-up may visit
/// another page.</summary>
internal static class MySqlInnerPages
{
    private const double Revisits = 2;

    /// <summary>Index entries on a leaf page of 16 KiB, roughly.</summary>
    private const double EntriesPerLeaf = 400;

    /// <summary>The upper levels of an index, as a part of all its pages.</summary>
    private const double UpperLevels = 0.01;

    public static Structure Of(PlanNode node, TableFigures figures, bool isRepeated)
    {
        if (!isRepeated || !figures.Executions.IsKnown || figures.Executions.Value <= 1 || !figures.Read.IsKnown)
            return default;
        var isScan = node.Kind == OperatorKind.TableScan;
        var perProbe = isScan
            ? node.Pages.OrZero
            : Math.Max(1, figures.Read.Value / figures.Executions.Value * figures.Width / Defaults.PageBytes);
        var visits = figures.Executions.Value * perProbe;
        var distinct = isScan ? node.Pages.OrZero : visits;
        var isKept = visits >= Revisits * distinct;
        var hot =
            isKept ? distinct
            : isScan ? 0
            : Math.Ceiling(figures.Executions.Value / EntriesPerLeaf * UpperLevels);
        return new(
            isKept ? StructureKind.InnerPages : StructureKind.UpperLevels,
            new(hot * Defaults.PageBytes, Provenance.Inferred),
            0,
            distinct * Defaults.PageBytes
        );
    }
}
