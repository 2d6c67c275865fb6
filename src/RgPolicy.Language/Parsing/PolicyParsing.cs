using System.Collections.Immutable;
using Antlr4.Runtime;
using Antlr4.Runtime.Atn;
using Antlr4.Runtime.Misc;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Parsing.Generated;
using RgPolicy.Language.Text;
using static RgPolicy.Language.Parsing.Generated.RgPolicyParser;

namespace RgPolicy.Language.Parsing;

/// <summary>Text to parse trees, one statement at a time: a mistake costs its statement, not the rest.</summary>
internal sealed class PolicyParsing(SourceText source, DiagnosticBag bag)
{
    /// <summary>The statements that fit, or null when the text is beyond a limit.</summary>
    public ParsedPolicy? Parse()
    {
        if (new PolicyTokens(source, bag).Read() is not { } tokens)
        {
            return null;
        }

        var stream = new CommonTokenStream(new ListTokenSource([.. tokens, EndToken(tokens)]));
        var parser = NewParser(stream);
        var statements = ImmutableArray.CreateBuilder<StatementContext>();
        var isComplete = true;
        while (stream.LA(1) != TokenConstants.EOF && !bag.IsFull)
        {
            var start = stream.Index;
            var mistake = ParseStatement(parser, statements);
            if (mistake is not null)
            {
                isComplete = false;
                new SyntaxReport(source, tokens, bag).Add(mistake, start);
                stream.Seek(new StatementRecovery(source, tokens).Next(start, mistake.OffendingToken.TokenIndex));
            }
        }

        return new ParsedPolicy(source, tokens, statements.ToImmutable(), isComplete);
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

    /// <summary>Adds the statement, or returns the mistake in it. The fast prediction decides unless it fails.</summary>
    private static RecognitionException? ParseStatement(
        RgPolicyParser parser, ImmutableArray<StatementContext>.Builder statements)
    {
        var start = parser.InputStream.Index;
        if (Try(parser, PredictionMode.SLL, statements) is null)
        {
            return null;
        }

        parser.InputStream.Seek(start);
        return Try(parser, PredictionMode.LL, statements);
    }

    private static RecognitionException? Try(
        RgPolicyParser parser, PredictionMode mode, ImmutableArray<StatementContext>.Builder statements)
    {
        parser.Interpreter.PredictionMode = mode;
        parser.Context = null;
        try
        {
            statements.Add(parser.statement());
            return null;
        }
        catch (ParseCanceledException canceled) when (canceled.InnerException is RecognitionException mistake)
        {
            return mistake;
        }
    }
}
