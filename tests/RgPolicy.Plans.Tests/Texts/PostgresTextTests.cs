using System.Text.Json;
using System.Text.Json.Nodes;
using RgPolicy.Plans.Tests.Building;

namespace RgPolicy.Plans.Tests.Texts;

/// <summary>Plans in PostgreSQL's text form tell what the same plans tell in JSON, however a client shows them.</summary>
public class PostgresTextTests
{
    public static TheoryData<string> Recorded() => [.. RecordedNames()];

    [Theory]
    [MemberData(nameof(Recorded))]
    public void Text_OfARecordedPlan_TellsWhatItsJsonTells(string name)
    {
        var json = Json(name);

        var read = PlanReader.Read(string.Join('\n', ExplainText.Lines(json)), Make.Options);

        Assert.Empty(read.Diagnostics);
        Assert.Equal(PlanFormat.PostgresText, read.Format);
        Assert.Equal(Told(PlanReader.Read(WithoutWorkers(json).ToJsonString(), Make.Options)), Told(read));
    }

    [Theory]
    [MemberData(nameof(Recorded))]
    public void Text_CutAnywhere_IsNotJudged_UnlessAllOperatorsAreThere(string name)
    {
        var text = string.Join('\n', ExplainText.Lines(Json(name)));
        var whole = PlanReader.Read(text, Make.Options).Statements[0].Profile;

        foreach (var length in Cuts(text))
        {
            var cut = PlanReader.Read(text[..length], Make.Options);

            if (cut.Damage is null && !HasUnnamedSubPlan(name))
                Assert.Equal(whole.Operators.Length, Assert.Single(cut.Statements).Profile.Operators.Length);
            if (cut.Damage is not null)
                Assert.All(cut.Statements, each => Assert.Equal(PlanShape.Unknown, each.Profile.Shape));
        }
    }

    [Theory]
    [MemberData(nameof(Recorded))]
    public void Text_WithoutItsFirstLines_IsNotJudged(string name)
    {
        var lines = ExplainText.Lines(Json(name));
        var second = lines.FindIndex(1, line => line.Contains("->", StringComparison.Ordinal));
        if (second < 0)
            return;

        var cut = PlanReader.Read(string.Join('\n', lines.Skip(second)), Make.Options);

        Assert.NotNull(cut.Damage);
        Assert.All(cut.Statements, each => Assert.Equal(PlanShape.Unknown, each.Profile.Shape));
    }

    [Theory]
    [MemberData(nameof(Recorded))]
    public void Text_ThatBeginsInAnArrowOrBehindIt_IsNotJudged(string name)
    {
        var lines = ExplainText.Lines(Json(name));
        for (var i = 1; i + 1 < lines.Count; i++)
        {
            var arrow = lines[i].IndexOf("->  ", StringComparison.Ordinal);
            var below = lines[i + 1].Length - lines[i + 1].TrimStart().Length;
            if (arrow < 0 || below <= arrow)
                continue;
            foreach (var lost in Enumerable.Range(arrow, 5))
            {
                var cut = PlanReader.Read(lines[i][lost..] + "\n" + string.Join('\n', lines.Skip(i + 1)), Make.Options);

                Assert.NotNull(cut.Damage);
                Assert.All(cut.Statements, each => Assert.Equal(PlanShape.Unknown, each.Profile.Shape));
            }
        }
    }

    [Fact]
    public void Text_ThatBeginsWithinAnOperatorsName_IsNotJudged() =>
        Assert.NotNull(
            PlanReader.Read("map Index Scan on o_pkey  (cost=0.00..4.30 rows=1 width=0)", Make.Options).Damage
        );

    [Theory]
    [InlineData("psql")]
    [InlineData("psql without its count")]
    [InlineData("psql with a border")]
    [InlineData("psql with lines")]
    [InlineData("psql, one row below the other")]
    [InlineData("psql, one row below the other without a border")]
    [InlineData("psql, wrapped")]
    [InlineData("psql, wrapped in lines")]
    [InlineData("one cell")]
    [InlineData("numbers and a tab")]
    [InlineData("numbers and a point")]
    [InlineData("numbers and a line")]
    [InlineData("indented")]
    [InlineData("indented by a tab")]
    [InlineData("quoted in a mail")]
    [InlineData("quotes of a spreadsheet")]
    [InlineData("line ends of Windows")]
    [InlineData("blank lines")]
    [InlineData("between other lines")]
    public void Text_HoweverAClientShowsIt_IsRead(string client)
    {
        var json = Json("hash-join-measured");
        var lines = ExplainText.Lines(json);

        var read = PlanReader.Read(Shown(lines, client), Make.Options);

        Assert.Empty(read.Diagnostics);
        Assert.Equal(Told(PlanReader.Read(string.Join('\n', lines), Make.Options)), Told(read));
    }

    [Theory]
    [InlineData("psql")]
    [InlineData("psql with a border")]
    [InlineData("psql with lines")]
    [InlineData("psql, wrapped")]
    [InlineData("psql, wrapped in lines")]
    public void Text_WithFewerLinesThanCounted_IsNotJudged(string client)
    {
        var lines = ExplainText.Lines(Json("subplan"));
        var shown = Shown(lines, client).Split('\n').ToList();
        shown.RemoveAt(shown.FindLastIndex(line => line.Contains(lines[^1], StringComparison.Ordinal)));

        var read = PlanReader.Read(string.Join('\n', shown), Make.Options);

        Assert.Equal("RG0104", read.Damage?.Code);
        Assert.Equal(PlanShape.Unknown, Assert.Single(read.Statements).Profile.Shape);
    }

    [Theory]
    [InlineData("Result  (")]
    [InlineData("Result  (cos")]
    [InlineData("Seq Scan on orders  (actual")]
    public void Text_ThatEndsWithinFigures_IsNotJudged(string line) =>
        Assert.Equal("RG0104", PlanReader.Read("  QUERY PLAN\n------\n " + line, Make.Options).Damage?.Code);

    /// <summary>psql's rule is as wide as the widest line, and what it counts are the lines.</summary>
    [Theory]
    [InlineData("QUERY PLAN|-----|Seq Scan on t  (cost=0.00..9.00 rows=9 width=4)|  Filter: (id > 3)", false)]
    [InlineData("QUERY PLAN|-----|Seq Scan on t  (cost=0.00..9.00 rows=9 width=4)|  Filt", true)]
    [InlineData("QUERY PLAN|-----|Seq Scan on t  (cost=0.00..9.00 rows=9 width=4)", true)]
    [InlineData("Seq Scan on t  (cost=0.00..9.00 rows=9 width=4)|(1 row)", false)]
    [InlineData("Seq Scan on t  (cost=0.00..9.00 rows=9 width=4)|  Filter: (id > 3)|(5 rows)", true)]
    public void Text_WithoutLinesThatPsqlShows_IsNotJudged(string shown, bool isCut)
    {
        const string Filter = "  Filter: ((note = 'a'::text) OR (note = 'b'::text) OR (note = 'c'::text))";
        var text = string.Join('\n', shown.Split('|').Select(line => line.StartsWith('(') ? line : " " + line))
            .Replace(" -----", new string('-', Filter.Length + 2), StringComparison.Ordinal)
            .Replace("  Filter: (id > 3)", Filter, StringComparison.Ordinal);

        Assert.Equal(isCut ? "RG0104" : null, PlanReader.Read(text, Make.Options).Damage?.Code);
    }

    [Fact]
    public void Text_WithoutItsIndentation_IsNotJudged()
    {
        var lines = ExplainText.Lines(Json("hash-join")).Select(line => line.Trim());

        Assert.Equal("RG0104", PlanReader.Read(string.Join('\n', lines), Make.Options).Damage?.Code);
    }

    [Fact]
    public void Text_WithoutCosts_IsReadBelowItsHeader()
    {
        const string Text = """
                 QUERY PLAN
            --------------------
             Seq Scan on orders
               Filter: (id > 3)
            (2 rows)
            """;

        var read = PlanReader.Read(Text, Make.Options);

        Assert.Empty(read.Diagnostics);
        Assert.Null(Assert.Single(read.Statements).Profile.Cost.Value);
    }

    [Theory]
    [InlineData("'a\n  ->  Seq Scan on q  (cost=0.00..1.00 rows=1 width=1)'")]
    [InlineData("'Seq Scan on q  (cost=0.00..1.00 rows=900000 width=1)'")]
    [InlineData("'((('")]
    [InlineData("'it''s: (SubPlan'")]
    public void Literals_AreNoOperators(string literal)
    {
        var text = $"""
            Seq Scan on orders  (cost=0.00..36.00 rows=7 width=8)
              Filter: (note = {literal}::text)
            """;

        var statement = Assert.Single(PlanReader.Read(text, Make.Options).Statements);

        Assert.True(statement.Profile.Shape == PlanShape.Unknown || statement.Profile.Operators.Length == 1);
    }

    [Theory]
    [InlineData("Seq Scan on public.\"Big Table\" b  (cost=0.00..1.00 rows=1 width=4)", "Seq Scan", "public.Big Table")]
    [InlineData("Seq Scan on \"a (cost=1)\"  (cost=0.00..1.00 rows=1 width=4)", "Seq Scan", "a (cost=1)")]
    [InlineData("Index Scan Backward using \"a on b\" on t  (cost=0.00..1.00 rows=1 width=4)", "Index Scan", "t")]
    [InlineData("Parallel Seq Scan on t  (cost=0.00..1.00 rows=1 width=4)", "Parallel Seq Scan", "t")]
    [InlineData("Foreign Scan on f  (cost=0.00..1.00 rows=1 width=4)", "Foreign Scan", "f")]
    public void Operator_IsNamedAsInJson(string line, string name, string table)
    {
        var each = Assert.Single(Assert.Single(PlanReader.Read(line, Make.Options).Statements).Profile.Operators);

        Assert.Equal((name, table), (each.Name, each.Table));
    }

    /// <summary>True where no line in front of a sub-plan names it: it is a column's, its parameter looks like the
    /// statement's, or the line that names it is cut off with it.</summary>
    private static bool HasUnnamedSubPlan(string name) => name is "subplan" or "initplan" or "hashed-subplan";

    /// <summary>The ends of lines, and a place within each.</summary>
    private static List<int> Cuts(string text) =>
        text.Split('\n')
            .Aggregate(
                (Start: 0, Cuts: new List<int>()),
                (before, line) =>
                {
                    before.Cuts.AddRange([before.Start + (line.Length / 2), before.Start + line.Length]);
                    return (before.Start + line.Length + 1, before.Cuts);
                }
            )
            .Cuts;

    private static string Shown(List<string> lines, string client) =>
        client switch
        {
            "psql" =>
                $"  QUERY PLAN\n--------------\n{Each(lines, line => " " + line)}\n({lines.Count} rows)\n\nTime: 3.1 ms\n",
            "psql without its count" => $"  QUERY PLAN\n--------------\n{Each(lines, line => " " + line)}\n",
            "psql with a border" =>
                $"+------+\n|  QUERY PLAN  |\n+------+\n{Each(lines, line => $"| {line, -90} |")}\n+------+\n({lines.Count} rows)\n",
            "psql with lines" =>
                $"┌────┐\n│  QUERY PLAN  │\n├────┤\n{Each(lines, line => $"│ {line, -90} │")}\n└────┘\n({lines.Count} rows)\n",
            "psql, one row below the other" => string.Concat(
                lines.Select((line, at) => $"-[ RECORD {at + 1} ]---\nQUERY PLAN | {line}\n")
            ),
            "psql, one row below the other without a border" => string.Concat(
                lines.Select((line, at) => $"* Record {at + 1}   \nQUERY PLAN {line}\n")
            ),
            "psql, wrapped" =>
                $"  QUERY PLAN\n--------------\n{Each(lines, line => " " + Wrapped(line, ".\n."))}\n({lines.Count} rows)\n",
            "psql, wrapped in lines" =>
                $"┌────┐\n│ QUERY PLAN │\n├────┤\n{Each(lines, line => $"│ {Wrapped(line, "…│\n│…")} │")}\n└────┘\n({lines.Count} rows)\n",
            "one cell" => $" plan\n------\n{string.Join('\n', lines.Select(line => $" {line, -90}+"))}\n \n(1 row)\n",
            "numbers and a tab" => string.Join('\n', lines.Select((line, at) => $"{at + 1, 6}\t{line}")),
            "numbers and a point" => string.Join('\n', lines.Select((line, at) => $"{at + 1}. {line}")),
            "numbers and a line" => string.Join('\n', lines.Select((line, at) => $"{at + 1, 3} | {line}")),
            "indented" => Each(lines, line => "        " + line),
            "indented by a tab" => Each(lines, line => "\t" + line),
            "quoted in a mail" => Each(lines, line => "> " + line),
            "quotes of a spreadsheet" => "QUERY PLAN\n"
                + Each(lines, line => $"\"{line.Replace("\"", "\"\"", StringComparison.Ordinal)}\""),
            "line ends of Windows" => string.Join("\r\n", lines),
            "blank lines" => string.Join("\n\n", lines),
            "between other lines" => $"shop=> explain analyze select 1;\n{string.Join('\n', lines)}\n\nshop=> \\q\n",
            _ => throw new ArgumentOutOfRangeException(nameof(client), client, null),
        };

    private static string Wrapped(string line, string between) =>
        string.Join(between, line.Chunk(40).Select(part => new string(part)));

    private static string Each(List<string> lines, Func<string, string> shown) =>
        string.Join('\n', lines.Select(shown));

    internal static IEnumerable<string> RecordedNames() =>
        Directory
            .GetFiles(Path.Combine(AppContext.BaseDirectory, "Recorded", "PostgreSql"), "*.json")
            .Select(path => Path.GetFileNameWithoutExtension(path))
            .Where(name => JsonNode.Parse(Bytes(name)) is JsonArray { Count: 1 } all && all[0] is JsonObject)
            .Order(StringComparer.Ordinal);

    internal static JsonNode Json(string name) => JsonNode.Parse(Bytes(name))![0]!;

    /// <summary>What a document tells, apart from its format.</summary>
    internal static string Told(PlanDocument document)
    {
        using var stream = new MemoryStream();
        using (var writer = new Utf8JsonWriter(stream))
            PlanInfoJson.Write(writer, [("", document with { Format = PlanFormat.PostgresJson })]);
        return System.Text.Encoding.UTF8.GetString(stream.ToArray());
    }

    private static byte[] Bytes(string name) =>
        File.ReadAllBytes(Path.Combine(AppContext.BaseDirectory, "Recorded", "PostgreSql", name + ".json"));

    /// <summary>The printer of these tests leaves out what each worker measured.</summary>
    private static JsonNode WithoutWorkers(JsonNode statement)
    {
        var copy = statement.DeepClone();
        Strip(copy["Plan"]!.AsObject());
        return copy;

        static void Strip(JsonObject node)
        {
            node.Remove("Workers");
            foreach (var input in node["Plans"]?.AsArray() ?? [])
                Strip(input!.AsObject());
        }
    }
}
