using System.Net;
using System.Text.Json;
using RgPolicy.Plans.Tests.Building;
using RgPolicy.Testing;

namespace RgPolicy.Plans.Tests.SqlServer;

public class ShowplanDocumentTests
{
    private static readonly string Simple = Showplan.Document(
        Showplan.Statement(Showplan.Seek("Users"), text: "select 'é'")
    );

    [Theory]
    [InlineData("utf-8", false, "utf-16")]
    [InlineData("utf-8", true, "utf-16")]
    [InlineData("utf-16", true, "utf-8")]
    [InlineData("utf-16", false, "utf-16")]
    [InlineData("utf-16BE", true, "utf-8")]
    [InlineData("utf-16BE", false, "utf-16")]
    [InlineData("utf-32", true, "utf-8")]
    public void Encoding_IsThatOfTheBytes_WhateverIsDeclared(string real, bool mark, string declared)
    {
        var encoding = Encoding.GetEncoding(real);
        var text = $"<?xml version=\"1.0\" encoding=\"{declared}\"?>\n{Simple}";
        byte[] bytes = [.. mark ? encoding.GetPreamble() : [], .. encoding.GetBytes(text)];

        var document = PlanReader.Read(bytes, Make.Options);

        Assert.Empty(document.Diagnostics);
        Assert.Equal("select 'é'", Assert.Single(document.Statements).Text);
        Assert.Equal(PlanFormat.ShowplanXml, document.Format);
    }

    [Theory]
    [InlineData("grid")]
    [InlineData("JSON")]
    [InlineData("JSON, escaped")]
    [InlineData("CSV")]
    [InlineData("event")]
    [InlineData("event, escaped")]
    public void Export_OfATable_IsReadWhateverItsForm(string form)
    {
        var shown = form switch
        {
            "grid" => $"Microsoft SQL Server 2005 XML Showplan\n------\n{Simple}\n\n(1 row affected)\n",
            "JSON" =>
                $"[{{\"query_id\": 3, \"query_plan\": \"{Simple.Replace("\"", "\\\"", StringComparison.Ordinal)}\"}}]",
            "JSON, escaped" => JsonSerializer.Serialize(new[] { new { query_plan = Simple } }),
            "CSV" => $"query_id,query_plan\n3,\"{Simple.Replace("\"", "\"\"", StringComparison.Ordinal)}\"\n",
            "event" => $"<data name=\"showplan_xml\"><value>{Simple}</value></data>",
            _ => $"<data name=\"showplan_xml\"><value>{WebUtility.HtmlEncode(Simple)}</value></data>",
        };

        var document = PlanReader.Read(shown, Make.Options);

        Assert.Empty(document.Diagnostics);
        Assert.Equal("select 'é'", Assert.Single(document.Statements).Text);
        Assert.All(
            PlanReader.Read(shown[..(shown.Length / 2)], Make.Options).Statements,
            each => Assert.Equal(PlanShape.Unknown, each.Profile.Shape)
        );
    }

    [Fact]
    public void Namespace_MayBeMissing_OrHaveAPrefix()
    {
        var bare = Simple.Replace($" xmlns=\"{RelOp.Namespace}\"", "", StringComparison.Ordinal);
        var prefixed = bare.Replace("<", "<x:", StringComparison.Ordinal)
            .Replace("<x:/", "</x:", StringComparison.Ordinal);

        Assert.Equal(PlanShape.Oltp, Assert.Single(PlanReader.Read(bare, Make.Options).Statements).Profile.Shape);
        Assert.Equal(PlanShape.Oltp, Assert.Single(PlanReader.Read(prefixed, Make.Options).Statements).Profile.Shape);
    }

    /// <summary>The server's xml type ends at 128 levels; the text that is asked for instead has no such end.</summary>
    [Theory]
    [InlineData(63)]
    [InlineData(64)]
    [InlineData(500)]
    public void Read_PlanDeeperThanTheServersXmlType_IsReadWhole(int operators)
    {
        var plan = Showplan.Scan("orders", 1_000_000, 50_000);
        for (var level = 1; level < operators; level++)
            plan = new RelOp("Compute Scalar", "Compute Scalar", "ComputeScalar", 1_000_000).Under(plan);

        var document = PlanReader.Read(Showplan.Document(Showplan.Statement(plan)), Make.Options);

        Assert.Empty(document.Diagnostics);
        Assert.Equal(PlanShape.Scan, Assert.Single(document.Statements).Profile.Shape);
        Assert.Contains("orders", Assert.Single(document.Statements[0].Profile.Tables), StringComparison.Ordinal);
    }

    [Fact]
    public void Ordinals_CountEveryStatement_ParentsFirst_OverAllDocuments()
    {
        var procedure = Showplan.Statement(null, "EXECUTE PROC");
        procedure.Add(
            Showplan.Element(
                "StoredProc",
                Showplan.Element("Statements", Showplan.Statement(Showplan.Seek("a"), text: "inner"))
            )
        );
        var condition = Showplan.Element(
            "StmtCond",
            new System.Xml.Linq.XAttribute("StatementType", "COND"),
            Showplan.Element("Condition"),
            Showplan.Element(
                "Then",
                Showplan.Element("Statements", Showplan.Statement(Showplan.Seek("b"), text: "then"))
            )
        );

        var document = PlanReader.Read(
            "noise\n" + Showplan.Document(procedure, condition) + "\nmore\n" + Simple,
            Make.Options
        );

        Assert.Equal([0, 1, 2, 3, 4], document.Statements.Select(statement => statement.Ordinal));
        Assert.Equal(
            "select 1|inner||then|select 'é'",
            string.Join('|', document.Statements.Select(statement => statement.Text))
        );
        Assert.Equal([false, true, false, true, true], document.Statements.Select(statement => statement.HasPlan));
    }

    [Fact]
    public void CursorPlan_WithSeveralOperations_IsOneStatement()
    {
        var populate = Showplan.Element(
            "Operation",
            Showplan.Element("QueryPlan", Showplan.Scan("a", 1_000_000, 9_000).ToXml())
        );
        var fetch = Showplan.Element("Operation", Showplan.Element("QueryPlan", Showplan.Seek("b").ToXml()));
        var cursor = Showplan.Element(
            "StmtCursor",
            new System.Xml.Linq.XAttribute("StatementType", "DECLARE CURSOR"),
            Showplan.Element("CursorPlan", populate, fetch)
        );

        var statement = Assert.Single(PlanReader.Read(Showplan.Document(cursor), Make.Options).Statements);

        Assert.Equal(PlanShape.Scan, statement.Profile.Shape);
        Assert.Equal(2, statement.Profile.Operators.Count(node => node.Parent is null));
    }

    [Fact]
    public void UnknownOperator_IsKept_AndTheRestJudged()
    {
        var future = new RelOp("Quantum Filter", "Quantum Filter", "QuantumFilter", 100).Under(
            Showplan.Scan("a", 1_000_000, 9_000)
        );

        var profile = future.Profile();

        Assert.Equal(PlanShape.Scan, profile.Shape);
        Assert.Equal("Quantum Filter", profile.Operators[0].Name);
        Assert.Equal(OperatorFamily.Other, profile.Operators[0].Family);
    }

    [Fact]
    public void DocumentType_IsRefused_AndEntitiesAreNotExpanded()
    {
        const string Bomb = "<!DOCTYPE lolz [<!ENTITY lol \"lol\"><!ENTITY lol1 \"&lol;&lol;&lol;&lol;\">]>\n";

        var document = PlanReader.Read(Bomb + Simple.Replace("é", "&lol1;", StringComparison.Ordinal), Make.Options);

        Assert.Equal("RG0110 RG0105", string.Join(' ', document.Diagnostics.Select(problem => problem.Code)));
        Assert.All(document.Diagnostics, problem => Assert.True(problem.Line > 0));
    }

    [Fact]
    public void Truncated_InAnElement_KeepsWhatCameBefore_AndSaysWhere()
    {
        var document = Showplan.Document(
            Showplan.Statement(Showplan.Seek("a")),
            Showplan.Statement(Showplan.Sort(Showplan.Scan("b", 1_000_000, 9_000), 1_000_000))
        );
        var cut = document.LastIndexOf("PhysicalOp", StringComparison.Ordinal);

        var read = PlanReader.Read(document[..cut], Make.Options);

        var problem = Assert.Single(read.Diagnostics);
        Assert.Equal(("RG0104", 1), (problem.Code, problem.Line));
        Assert.InRange(problem.Column, cut - 20, cut + 2);
        Assert.Equal(2, read.Statements.Length);
        Assert.Equal(PlanShape.Oltp, read.Statements[0].Profile.Shape);
    }

    [Fact]
    public void Nesting_Of5000Operators_IsRead()
    {
        var text = new StringBuilder("<ShowPlanXML><StmtSimple StatementType=\"SELECT\"><QueryPlan>");
        for (var i = 0; i < 5_000; i++)
            text.Append(
                CultureInfo.InvariantCulture,
                $"<RelOp NodeId=\"{i}\" PhysicalOp=\"Filter\" EstimateRows=\"1\"><Filter>"
            );
        for (var i = 0; i < 5_000; i++)
            text.Append("</Filter></RelOp>");
        text.Append("</QueryPlan></StmtSimple></ShowPlanXML>");

        var document = PlanReader.Read(text.ToString(), Make.Options);

        Assert.Empty(document.Diagnostics);
        Assert.Equal(5_000, Assert.Single(document.Statements).Profile.Operators.Length);
    }

    [Fact]
    public void Nesting_WithoutEnd_IsGivenUpWithADiagnostic()
    {
        var text =
            "<ShowPlanXML><StmtSimple StatementType=\"SELECT\">" + string.Concat(Enumerable.Repeat("<a>", 100_000));

        Assert.Equal("RG0107", Assert.Single(PlanReader.Read(text, Make.Options).Diagnostics).Code);
    }

    [Theory]
    [InlineData("<ShowPlanXML>")]
    [InlineData("<ShowPlanXML><a></b>")]
    [InlineData("<ShowPlanXML>\n<StmtSimple StatementType=\"SELECT\">")]
    public void Roots_WithinEachOther_AreReadInBoundedTime(string root)
    {
        var text = string.Concat(Enumerable.Repeat(root, 1_000_000 / root.Length));
        var time = OwnTime.Start();

        var read = PlanReader.Read(text, Make.Options);

        Assert.True(time.Elapsed < TimeSpan.FromSeconds(20), $"{time.Elapsed}");
        Assert.NotNull(read.Damage);
        Assert.All(read.Statements, each => Assert.Equal(PlanShape.Unknown, each.Profile.Shape));
    }

    [Fact]
    public void Document_BehindOneWithoutEnd_IsReadOnce()
    {
        var document = Showplan.Document(Showplan.Statement(Showplan.Seek("a")));
        var cut = document[..document.IndexOf("</StmtSimple", StringComparison.Ordinal)];

        var read = PlanReader.Read(cut + document, Make.Options);

        Assert.NotNull(read.Damage);
        Assert.Equal([PlanShape.Unknown, PlanShape.Oltp], read.Statements.Select(statement => statement.Profile.Shape));
    }

    [Fact]
    public void GiganticAttribute_IsCut_AndTheRestRead()
    {
        var text = Simple.Replace(
            "PhysicalOp=\"Clustered Index Seek\"",
            $"PhysicalOp=\"{new string('x', 3_000_000)}\"",
            StringComparison.Ordinal
        );

        var document = PlanReader.Read(text, Make.Options);

        Assert.Empty(document.Diagnostics);
        Assert.True(Assert.Single(document.Statements).Profile.Operators[0].Name.Length < 1_000);
    }

    [Fact]
    public void CyclicNodeIds_DoNotMatter()
    {
        var text = Showplan
            .Document(Showplan.Statement(Showplan.Loops(Showplan.Seek("a"), Showplan.Seek("b"))))
            .Replace("NodeId=\"1\"", "NodeId=\"0\"", StringComparison.Ordinal);

        Assert.Equal(
            [null, 0, 0],
            Assert.Single(PlanReader.Read(text, Make.Options).Statements).Profile.Operators.Select(node => node.Parent)
        );
    }
}
