using Antlr4.Runtime;
using Antlr4.Runtime.Atn;
using Antlr4.Runtime.Dfa;
using Antlr4.Runtime.Sharpen;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Parsing;
using RgPolicy.Language.Parsing.Generated;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Tests.Parsing;

public sealed class AmbiguityTests
{
    public static TheoryData<string> Texts() =>
        [
            .. Directory.GetFiles(RepositoryRoot.File("policies"), "*.rgp").Select(File.ReadAllText),
            .. DocumentationTests.Blocks().Where(block => block.Codes.Length == 0).Select(block => block.Text),
            EveryWordAsName(),
        ];

    [Theory]
    [MemberData(nameof(Texts))]
    public void Policy_EveryText_HasOneReading(string text)
    {
        var ambiguities = new AmbiguityListener();
        var parser = new RgPolicyParser(new CommonTokenStream(new ListTokenSource(Tokens(text))));
        parser.RemoveErrorListeners();
        parser.AddErrorListener(ambiguities);
        parser.Interpreter.PredictionMode = PredictionMode.LL_EXACT_AMBIG_DETECTION;

        parser.policy();

        Assert.Empty(ambiguities.Found);
        Assert.Equal(0, parser.NumberOfSyntaxErrors);
    }

    private static List<IToken> Tokens(string text)
    {
        var bag = new DiagnosticBag("test.rgp");
        var tokens = new PolicyTokens(
            new SourceText(text, "test.rgp"),
            new RgPolicy.Language.Parsing.Correcting.CorrectedText(text),
            bag
        ).Read();
        Assert.NotNull(tokens);
        Assert.Empty(bag.ToSorted());
        return [.. tokens.Value];
    }

    /// <summary>A policy in which each word of the language names a pool, a class, a constant and a window.</summary>
    internal static string EveryWordAsName()
    {
        var words = Enumerable
            .Range(1, RgPolicyLexer.UNKNOWN)
            .Select(type => RgPolicyLexer.DefaultVocabulary.GetLiteralName(type)?.Trim('\''))
            .OfType<string>()
            .Where(word => word.All(char.IsAsciiLetter))
            .ToList();
        var statements = words
            .Where(word => word != "wait")
            .Select(word => $"let {word} = 1")
            .Concat(words.Select(word => $"pool {word} {{ cache 100% cores all }}"))
            .Concat(words.Select(word => $"window {word} = mon 08:00..18:00 'UTC'"))
            .Concat(
                words
                    .Where(word => word is not ("wait" or "default"))
                    .Select(word =>
                        $"class {word} -> {word} when plan.dop = {word} and during {word} or not during {word}"
                    )
            )
            .Concat(
                words
                    .Where(word => word != "wait")
                    .Select(word =>
                        $"state {word} when during {word} for {word} * "
                        + $"1 s until during {word} in {word} {{ pool {word} {{ grant {word} * 1 MiB }} }}"
                    )
            );
        return "language 1\n" + string.Join('\n', statements) + "\ndefault -> wait\n";
    }

    private sealed class AmbiguityListener : BaseErrorListener
    {
        public List<string> Found { get; } = [];

        public override void ReportAmbiguity(
            Parser recognizer,
            DFA dfa,
            int startIndex,
            int stopIndex,
            bool exact,
            BitSet ambigAlts,
            ATNConfigSet configs
        ) =>
            Found.Add(
                string.Join(
                    ' ',
                    Enumerable
                        .Range(startIndex, stopIndex - startIndex + 1)
                        .Select(index => ((ITokenStream)recognizer.InputStream).Get(index).Text)
                )
            );
    }
}
