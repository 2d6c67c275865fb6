using Antlr4.Runtime;
using Antlr4.Runtime.Atn;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Parsing.Mending;
using RgPolicy.Language.Parsing.Trees;
using RgPolicy.Language.Syntax;
using RgPolicy.Language.Text;
using static RgPolicy.Language.Parsing.Generated.RgPolicyParser;

namespace RgPolicy.Language.Parsing;

/// <summary>
/// Text to syntax tree, one statement at a time. A mistake is reported, mended where its meaning is clear, and reading goes
/// on; a statement that cannot be mended is skipped.
/// </summary>
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

        var tokens = new SyntaxTokens(source.Content, raw);
        var statements = new StatementList(new StatementTrees(tokens.All));
        var parser = new StatementParser(raw, StatementParser.EndOf(source.Content, raw));
        var mending = new StatementMending(source, raw, bag);
        while (!parser.IsAtEnd && !bag.IsFull)
        {
            var start = parser.Index;
            var (statement, mistake) = Read(parser);
            if (statement is not null)
            {
                statements.Add(statement, start, parser.Index);
            }
            else if (mistake is not null)
            {
                var mended = mending.Read(statements.LastStart, start, mistake);
                tokens.Replace(mended.Replaced);
                statements.Add(mended);
                parser.Seek(mended.Next);
            }
        }

        statements.SkipRest(parser.Index, raw.Length);
        return new SyntaxTree(source, tokens.All, statements.ToImmutable(), statements.IsComplete);
    }

    /// <summary>The statement, or the mistake in it. The fast prediction decides unless it fails.</summary>
    private (StatementContext? Statement, RecognitionException? Mistake) Read(StatementParser parser)
    {
        var start = parser.Index;
        var fast = parser.Read(PredictionMode.SLL);
        if (fast.Statement is not null)
        {
            return fast;
        }

        FullPredictions++;
        parser.Seek(start);
        return parser.Read(PredictionMode.LL);
    }
}
