using RgPolicy.Plans.Tests.Building;

namespace RgPolicy.Plans.Tests.Corpus;

/// <summary>Every Showplan document of the shared corpus is read, and how many it has.</summary>
public class ShowplanCorpusTests
{
    [SharedCorpusFact]
    public void EveryDocument_IsRead_WithoutDiagnostics()
    {
        var files = SharedCorpus.Files("sqlserver");
        var statements = new List<PlanStatement>();
        foreach (var file in files)
        {
            var document = PlanReader.Read(File.ReadAllBytes(file), Make.Options);
            Assert.True(document.Diagnostics.IsEmpty, $"{file}: {document.Diagnostics.FirstOrDefault()}");
            Assert.Equal(
                Enumerable.Range(0, document.Statements.Length),
                document.Statements.Select(statement => statement.Ordinal)
            );
            statements.AddRange(document.Statements);
        }

        Assert.Equal(246, files.Count);
        Assert.Equal(2555, statements.Count);
        Assert.Equal(5889, statements.Sum(statement => statement.Profile.Operators.Length));
        Assert.All(statements, statement => Assert.NotEmpty(statement.Profile.Reason));
        Assert.DoesNotContain(
            statements,
            statement => statement.HasPlan && statement.Profile.Shape == PlanShape.Unknown
        );
    }
}
