using RgPolicy.Plans.Tests.Building;

namespace RgPolicy.Plans.Tests.Corpus;

/// <summary>The composed plans of the repository have the shape that <c>shapes.tsv</c> gives them; recorded ones are
/// tested beside their recordings.</summary>
public class PlanCorpusTests
{
    private static readonly string Shapes = Path.Combine(AppContext.BaseDirectory, "Corpus", "Own", "shapes.tsv");

    public static TheoryData<string, string, PlanShape> Plans()
    {
        var plans = new TheoryData<string, string, PlanShape>();
        foreach (var field in File.ReadLines(Shapes).Select(line => line.Split('\t')))
            plans.Add(field[0], field[1], Enum.Parse<PlanShape>(field[2]));
        return plans;
    }

    [Theory]
    [MemberData(nameof(Plans))]
    public void Composed_IsReadWithoutProblems_AndHasItsShape(string server, string name, PlanShape shape)
    {
        var document = PlanReader.Read(
            File.ReadAllBytes(Path.Combine(Path.GetDirectoryName(Shapes)!, server, name)),
            Make.Options
        );

        Assert.Empty(document.Diagnostics);
        var profile = Assert.Single(document.Statements).Profile;
        Assert.True(profile.Shape == shape, $"{profile.Shape} ({profile.Reason})");
    }

    [Theory]
    [InlineData("postgres", 45, PlanFormat.PostgresJson)]
    [InlineData("mysql", 13, PlanFormat.MySqlJson)]
    [InlineData("sqlserver", 8, PlanFormat.ShowplanXml)]
    public void Own_OfEachServer_AreThereAndRecognisedByContent(string server, int files, PlanFormat format)
    {
        var own = PlanCorpus.Own(server);

        Assert.Equal(files, own.Count);
        Assert.All(own, file => Assert.Equal(format, PlanReader.Read(File.ReadAllBytes(file), Make.Options).Format));
    }

    [Fact]
    public void Shapes_NameEveryComposedPlan()
    {
        var named = Plans().Select(row => $"{row[0]}/{row[1]}");
        string[] servers = ["mysql", "sqlserver"];

        var there = servers.SelectMany(server =>
            PlanCorpus.Own(server).Select(file => $"{server}/{Path.GetFileName(file)}")
        );

        Assert.Equal(there.Order(StringComparer.Ordinal), named.Order(StringComparer.Ordinal));
    }
}
