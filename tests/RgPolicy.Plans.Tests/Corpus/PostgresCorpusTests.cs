using RgPolicy.Plans.Tests.Building;

namespace RgPolicy.Plans.Tests.Corpus;

/// <summary>Every PostgreSQL document is read, and how many the shared corpus has.</summary>
public class PostgresCorpusTests
{
    [SharedCorpusFact]
    public void EveryDocument_IsRead_AndNearlyEveryStatementHasAShape()
    {
        var files = SharedCorpus.Files("postgres");
        var statements = new List<(string File, PlanStatement Statement)>();
        foreach (var file in files)
        {
            var document = PlanReader.Read(File.ReadAllBytes(file), Make.Options);
            var isBroken = file.Contains("bad_format", StringComparison.Ordinal);
            Assert.True(isBroken == document.Statements.IsEmpty, file);
            Assert.True(isBroken || document.Diagnostics.IsEmpty, $"{file}: {document.Diagnostics.FirstOrDefault()}");
            statements.AddRange(document.Statements.Select(statement => (file, statement)));
        }

        Assert.Equal(441, files.Count);
        Assert.Equal(2438, statements.Count);
        Assert.All(statements, entry => Assert.NotEmpty(entry.Statement.Profile.Reason));
        var unknown = statements.Where(entry => entry.Statement.Profile.Shape == PlanShape.Unknown).ToList();
        Assert.True(unknown.Count <= 4, string.Join('\n', unknown.Select(entry => entry.File)));
    }

    [Fact]
    public void EveryDocument_CutAtSomePlaces_IsReadWithoutException()
    {
        var random = new Random(7);
        foreach (var file in PlanCorpus.Files("postgres").Where((_, index) => index % 6 == 0))
        {
            var bytes = File.ReadAllBytes(file);
            for (var cut = 0; cut < 4; cut++)
                Assert.NotNull(
                    PlanReader.Read(bytes.AsSpan(0, random.Next(Math.Min(bytes.Length, 60_000))), Make.Options)
                );
        }
    }

    [Fact]
    public void OtherServers_AreRecognisedByContent()
    {
        foreach (var file in PlanCorpus.Files("sqlserver"))
            Assert.True(PlanReader.Read(File.ReadAllBytes(file), Make.Options).Format == PlanFormat.ShowplanXml, file);
        foreach (var file in PlanCorpus.Files("mysql"))
            Assert.True(PlanReader.Read(File.ReadAllBytes(file), Make.Options).Format == PlanFormat.MySqlJson, file);
    }
}
