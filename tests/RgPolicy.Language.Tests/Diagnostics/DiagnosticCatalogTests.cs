using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Language.Tests.Diagnostics;

/// <summary>Every code with its severity and its text. With RGPOLICY_ACCEPT=1 they are written anew: read the
/// difference before it is committed.</summary>
public sealed class DiagnosticCatalogTests
{
    [Fact]
    public void All_EveryCode_IsAsBefore()
    {
        var path = RepositoryRoot.File("tests/RgPolicy.Language.Tests/Diagnostics", "catalog.txt");
        var actual = string.Concat(
            DiagnosticCatalog.All.Select(entry => $"{entry.Code} {entry.Name} {entry.Severity}: {entry.Title}\n")
        );
        if (Environment.GetEnvironmentVariable("RGPOLICY_ACCEPT") == "1")
            File.WriteAllText(path, actual);

        Assert.Equal(File.ReadAllText(path), actual);
    }

    [Fact]
    public void All_EveryName_IsOfTwoWordsOrMoreAndFindsItsCode()
    {
        Assert.All(DiagnosticCatalog.All, entry => Assert.Matches("^[a-z]+(-[a-z0-9]+)+$", entry.Name));
        Assert.All(DiagnosticCatalog.All, entry => Assert.Same(entry, DiagnosticCatalog.Find(entry.Name)));
    }
}
