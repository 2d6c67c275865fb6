namespace RgPolicy.Architecture.Tests;

/// <summary>What runs privileged can be read: its whole source, with all that it refers to, stays below
/// a stated size.</summary>
public sealed class PrivilegedSizeTests
{
    /// <summary>Lines of C#, the generated and the blank ones too. Lower it when they become fewer.</summary>
    private const int LineLimit = 15_604;

    /// <summary>Semicolons, which no formatter adds. Lower it when they become fewer.</summary>
    private const int StatementLimit = 5_228;

    [Fact]
    public void Sources_OfThePrivilegedClosure_StayBelowTheStatedSize()
    {
        Assert.InRange(CountOf('\n'), 1, LineLimit);
        Assert.InRange(CountOf(';'), 1, StatementLimit);
    }

    [Fact]
    public void ThreatModel_StatesTheSize() =>
        Assert.Contains(
            string.Create(CultureInfo.InvariantCulture, $"at most {LineLimit:N0} lines"),
            Repository.Read("docs/explain/security.md"),
            StringComparison.Ordinal
        );

    private static int CountOf(char wanted) =>
        Repository
            .Sources("src/RgPolicy.Sidecar", "src/RgPolicy.Host")
            .Sum(file => Repository.Read(file).Count(each => each == wanted));
}
