namespace RgPolicy.Testing.SqlServer.Workload;

/// <summary>Small plans, written for tests, under the names that scenarios use.</summary>
internal static class PlanDocuments
{
    /// <summary>A plan's text.</summary>
    /// <param name="name">With its ending.</param>
    public static string Read(string name)
    {
        using var stream =
            typeof(PlanDocuments).Assembly.GetManifestResourceStream("RgPolicy.Testing.SqlServer.Plans." + name)
            ?? throw new ArgumentException($"There is no plan {name}.", nameof(name));
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }

    /// <summary>What is shown for a statement whose literals became parameters: no operators, and where
    /// the plan that runs is.</summary>
    public static string Shell(QueryRow query) =>
        "<ShowPlanXML xmlns=\"http://schemas.microsoft.com/sqlserver/2004/07/showplan\" Version=\"1.564\" "
        + "Build=\"16.0.4165.4\"><BatchSequence><Batch><Statements>"
        + $"<StmtSimple StatementText=\"{System.Security.SecurityElement.Escape(query.Text)}\" StatementId=\"1\" "
        + "StatementCompId=\"1\" StatementType=\"SELECT\" "
        + $"ParameterizedPlanHandle=\"0x{Convert.ToHexString(query.InnerHandle)}\" "
        + "/></Statements></Batch></BatchSequence></ShowPlanXML>";
}
