namespace RgPolicy.Bench.SqlServer;

/// <summary>Writes a plan document of a given size: a union of scans, as a server prints it.</summary>
internal static class LargePlan
{
    private const string Head =
        "<ShowPlanXML xmlns=\"http://schemas.microsoft.com/sqlserver/2004/07/showplan\" Version=\"1.564\" "
        + "Build=\"16.0.4165.4\"><BatchSequence><Batch><Statements>"
        + "<StmtSimple StatementText=\"SELECT * FROM dbo.AllParts\" StatementId=\"1\" StatementCompId=\"1\" "
        + "StatementType=\"SELECT\" StatementSubTreeCost=\"900\" "
        + "StatementEstRows=\"9000000\" QueryHash=\"0x51515151@SEED@\" QueryPlanHash=\"0x62626262@SEED@\"><QueryPlan "
        + "CachedPlanSize=\"400\"><RelOp NodeId=\"0\" PhysicalOp=\"Concatenation\" "
        + "LogicalOp=\"Concatenation\" EstimateRows=\"9000000\" EstimateIO=\"0\" EstimateCPU=\"1\" AvgRowSize=\"40\" "
        + "EstimatedTotalSubtreeCost=\"900\" Parallel=\"0\" "
        + "EstimateRebinds=\"0\" EstimateRewinds=\"0\"><OutputList /><Concat><DefinedValues />";

    private const string Tail =
        "</Concat></RelOp></QueryPlan></StmtSimple></Statements></Batch></BatchSequence></ShowPlanXML>";

    /// <summary>Writes it.</summary>
    public static void Write(string file, int kilobytes, int seed)
    {
        var text = new StringBuilder(
            Head.Replace("@SEED@", seed.ToString("X8", CultureInfo.InvariantCulture), StringComparison.Ordinal)
        );
        for (var part = 1; text.Length < kilobytes * 1024; part++)
        {
            text.Append(
                CultureInfo.InvariantCulture,
                $"<RelOp NodeId=\"{part}\" PhysicalOp=\"Clustered Index Scan\" LogicalOp=\"Clustered Index Scan\" "
                    + $"EstimateRows=\"90000\" EstimatedRowsRead=\"90000\" EstimateIO=\"0.74\" EstimateCPU=\"0.1\" "
                    + $"AvgRowSize=\"40\" EstimatedTotalSubtreeCost=\"0.84\" TableCardinality=\"90000\" "
                    + $"Parallel=\"0\" EstimateRebinds=\"0\" EstimateRewinds=\"0\"><OutputList /><IndexScan "
                    + $"Ordered=\"0\" Storage=\"RowStore\"><DefinedValues /><Object Database=\"[Shop]\" "
                    + $"Schema=\"[dbo]\" Table=\"[Part{part}]\" Index=\"[PK_Part{part}]\" IndexKind=\"Clustered\" "
                    + $"Storage=\"RowStore\" /></IndexScan></RelOp>"
            );
        }

        File.WriteAllText(file, text.Append(Tail).ToString());
    }
}
