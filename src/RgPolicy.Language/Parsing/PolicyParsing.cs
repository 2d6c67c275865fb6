using System.Collections.Immutable;
using Antlr4.Runtime;
using Antlr4.Runtime.Atn;
using Antlr4.Runtime.Misc;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Parsing.Generated;
using RgPolicy.Language.Parsing.Trees;
using RgPolicy.Language.Syntax;
using RgPolicy.Language.Text;
using static RgPolicy.Language.Parsing.Generated.RgPolicyParser;

namespace RgPolicy.Language.Parsing;

/// <summary>Text to syntax tree, one statement at a time: a mistake costs its statement, not the rest.</summary>
internal sealed class PolicyParsing(SourceText source, DiagnosticBag bag)
{
    /// <summary>Statements that the fast prediction refused, so that the full one had to judge them.</summary>
    public int FullPredictions { get; private set; }

    /// <summary>The tree, or null when the text is beyond a limit.</summary>
    public SyntaxTree? Parse()
    {
        if (new PolicyTokens(source, bag).Read() is not { } raw)
        {
            return null;
        }

        var tokens = SyntaxTokens.Of(source.Content, raw);
        var trees = new StatementTrees(tokens);
        var stream = new CommonTokenStream(new ListTokenSource([.. raw, EndToken(raw)]));
        var parser = NewParser(stream);
        var statements = ImmutableArray.CreateBuilder<StatementSyntax>();
        var isComplete = true;
        while (stream.LA(1) != TokenConstants.EOF)
        {
            var start = stream.Index;
            if (bag.IsFull)
            {
                statements.Add(trees.Skipped(start, raw.Length - 1));
                break;
            }

            var (statement, mistake) = ParseStatement(parser);
            if (statement is not null)
            {
                statements.Add(trees.Of(statement));
            }
            else if (mistake is not null)
            {
                isComplete = false;
                new SyntaxReport(source, raw, bag).Add(mistake, start);
                var next = new StatementRecovery(source, raw).Next(start, mistake.OffendingToken.TokenIndex);
                statements.Add(trees.Skipped(start, next - 1));
                stream.Seek(next);
            }
        }

        return new SyntaxTree(source, tokens, statements.ToImmutable(), isComplete);
    }

    private static RgPolicyParser NewParser(CommonTokenStream stream)
    {
        var parser = new RgPolicyParser(stream) { ErrorHandler = new BailErrorStrategy() };
        parser.RemoveErrorListeners();
        return parser;
    }

    private CommonToken EndToken(ImmutableArray<IToken> tokens) => new(TokenConstants.EOF, "")
    {
        TokenIndex = tokens.Length,
        StartIndex = source.Content.Length,
        StopIndex = source.Content.Length - 1,
    };

    /// <summary>The statement, or the mistake in it. The fast prediction decides unless it fails.</summary>
    private (StatementContext? Statement, RecognitionException? Mistake) ParseStatement(RgPolicyParser parser)
    {
        var start = parser.InputStream.Index;
        var fast = Try(parser, PredictionMode.SLL);
        if (fast.Statement is not null)
        {
            return fast;
        }

        FullPredictions++;
        parser.InputStream.Seek(start);
        return Try(parser, PredictionMode.LL);
    }

    private static (StatementContext? Statement, RecognitionException? Mistake) Try(RgPolicyParser parser, PredictionMode mode)
    {
        parser.Interpreter.PredictionMode = mode;
        parser.Context = null;
        try
        {
            return (parser.statement(), null);
        }
        catch (ParseCanceledException canceled) when (canceled.InnerException is RecognitionException mistake)
        {
            return (null, mistake);
        }
    }
}
