using System.Xml.Linq;

namespace RgPolicy.Plans.Tests.Building;

/// <summary>Showplan documents and the operators that most of them begin with.</summary>
internal static class Showplan
{
    private const double FirstPage = 0.003125;
    private const double NextPage = 0.000740741;

    /// <summary>A scan of a whole table, charged as the optimiser does.</summary>
    public static RelOp Scan(string table, double rows, double pages, double width = 15) =>
        new RelOp("Clustered Index Scan", "Clustered Index Scan", "IndexScan", rows, width)
            .Own("Ordered", "0")
            .On(table, "PK_" + table)
            .Set("TableCardinality", rows)
            .Set("EstimatedRowsRead", rows)
            .Set("EstimateIO", FirstPage + (NextPage * (pages - 1)))
            .Set("EstimateCPU", 0.000157 + (0.0000011 * rows))
            .Set("EstimatedTotalSubtreeCost", FirstPage + (NextPage * (pages - 1)) + 0.000157 + (0.0000011 * rows));

    public static RelOp Seek(string table, double rows = 1, double cardinality = 1_000_000) =>
        new RelOp("Clustered Index Seek", "Clustered Index Seek", "IndexScan", rows)
            .Own("Ordered", "1")
            .On(table, "PK_" + table)
            .With("SeekPredicates")
            .Set("TableCardinality", cardinality)
            .Set("EstimatedRowsRead", rows)
            .Set("EstimateIO", FirstPage)
            .Set("EstimateCPU", 0.0001581)
            .Set("EstimatedTotalSubtreeCost", 0.0032831);

    public static RelOp HashJoin(RelOp build, RelOp probe, double rows = 1) =>
        new RelOp("Hash Match", "Inner Join", "Hash", rows)
            .With("HashKeysBuild", Element("ColumnReference"))
            .Under(build, probe);

    public static RelOp HashAggregate(RelOp input, double groups, double width = 15) =>
        new RelOp("Hash Match", "Aggregate", "Hash", groups, width)
            .With("HashKeysBuild", Element("ColumnReference"))
            .Under(input);

    public static RelOp Loops(RelOp outer, RelOp inner, double rows = 1) =>
        new RelOp("Nested Loops", "Inner Join", "NestedLoops", rows).Under(outer, inner);

    public static RelOp Sort(RelOp input, double rows) => new RelOp("Sort", "Sort", "Sort", rows).Under(input);

    public static RelOp Top(RelOp input, double rows) => new RelOp("Top", "Top", "Top", rows).Under(input);

    public static RelOp Insert(string table, RelOp input, double rows) =>
        new RelOp("Clustered Index Insert", "Insert", "Update", rows).On(table, "PK_" + table).Under(input);

    public static XElement Element(string name, params object[] content) => new(RelOp.Namespace + name, content);

    /// <summary>A statement with one plan.</summary>
    public static XElement Statement(
        RelOp? root,
        string type = "SELECT",
        string text = "select 1",
        params XElement[] beforeRoot
    ) =>
        new(
            RelOp.Namespace + "StmtSimple",
            new XAttribute("StatementText", text),
            new XAttribute("StatementId", "1"),
            new XAttribute("StatementType", type),
            root is null ? null : Element("QueryPlan", beforeRoot, root.ToXml())
        );

    public static string Document(params XElement[] statements) =>
        Element(
                "ShowPlanXML",
                new XAttribute("Version", "1.564"),
                Element("BatchSequence", Element("Batch", Element("Statements", statements)))
            )
            .ToString(SaveOptions.DisableFormatting);

    public static PlanProfile Profile(this RelOp root, string type = "SELECT", params XElement[] beforeRoot) =>
        Assert
            .Single(PlanReader.Read(Document(Statement(root, type, "select 1", beforeRoot)), Make.Options).Statements)
            .Profile;

    /// <summary>The grant of a statement, kilobytes.</summary>
    public static XElement Grant(double serialDesired, double granted = 0, double used = 0) =>
        Element(
            "MemoryGrantInfo",
            new XAttribute("SerialDesiredMemory", serialDesired),
            new XAttribute("GrantedMemory", granted),
            new XAttribute("MaxUsedMemory", used)
        );
}
