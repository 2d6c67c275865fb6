namespace RgPolicy.Architecture.Tests;

/// <summary>The parser generator is one stage's own business: whoever wants the text's structure asks
/// the syntax tree.</summary>
public sealed class ParserSeamTests
{
    private const string Stage = "src/RgPolicy.Language/Parsing/";

    private static readonly string[] OfTheGenerator = ["Antlr4", "Parsing.Generated"];

    [Fact]
    public void Sources_OutsideParsing_KnowNothingOfTheGenerator() =>
        Offenders.None(
            Repository
                .Sources("src")
                .Where(file =>
                    !file.Replace('\\', '/').StartsWith(Stage, StringComparison.Ordinal)
                    && OfTheGenerator.Any(name => Repository.Read(file).Contains(name, StringComparison.Ordinal))
                )
        );

    [Fact]
    public void Sources_InParsing_UseTheGenerator() =>
        Assert.Contains(
            Repository.Sources("src"),
            file => Repository.Read(file).Contains(OfTheGenerator[0], StringComparison.Ordinal)
        );
}
