using RgPolicy.Plans.Tests.Building;

namespace RgPolicy.Plans.Tests.Corpus;

/// <summary>Every MySQL document is read.</summary>
public class MySqlCorpusTests
{
    [Fact]
    public void EveryDocument_IsRead_AndHasAShape()
    {
        foreach (var file in PlanCorpus.Files("mysql"))
        {
            var document = PlanReader.Read(File.ReadAllBytes(file), Make.Options);
            var statement = Assert.Single(document.Statements);
            Assert.Empty(document.Diagnostics);
            Assert.True(statement.Profile.Shape is not PlanShape.Unknown, file);
            Assert.True(statement.Profile.RowsTouched.Value > 0, file);
        }
    }
}
