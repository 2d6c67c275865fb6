using Antlr4.Runtime;
using Antlr4.Runtime.Atn;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Parsing.Correcting;
using RgPolicy.Language.Parsing.Repairing;
using RgPolicy.Language.Parsing.Trees;
using RgPolicy.Language.Syntax;
using RgPolicy.Language.Text;
using static RgPolicy.Language.Parsing.Generated.RgPolicyParser;

namespace RgPolicy.Language.Parsing;

/// <summary>
/// Text to syntax tree, one statement at a time. A mistake is reported, fixed where its meaning is
/// clear, and reading goes on; a statement that cannot be repaired is skipped.
/// </summary>
internal sealed class PolicyParsing(SourceText source, DiagnosticBag bag)
{
    /// <summary>Statements that the fast prediction refused, so that the full one had to judge them.</summary>
    public int FullPredictions { get; private set; }

    /// <summary>The tree, or null when the text is beyond a limit.</summary>
    public SyntaxTree? Parse()
    {
        // What the plain reading finds counts only if there is no other mistake: else all of it is found again.
        var found = new DiagnosticBag(source.Path);
        var lexing = new PolicyTokens(source, new CorrectedText(source.Content), found);
        var raw = lexing.Read();
        var tree = raw is { } tokens && !lexing.NeedsCorrection ? ParsePlain(tokens) : null;
        if (raw is null || tree is not null)
        {
            bag.AddAll(found);
            return tree;
        }

        var corrected = new TextCorrections(source, bag).Apply();
        var read = new PolicyTokens(source, corrected, bag).Read() is { } meant ? ParseCorrected(meant) : null;
        KeepSafe();
        return read;
    }

    // What is meant by a line is sure when all of its mistakes are.
    private void KeepSafe()
    {
        var unsure = bag
            .Found.Where(found => found.Severity == DiagnosticSeverity.Error && !found.Fixes.Any(fix => fix.Safe))
            .Select(found => found.Range.StartLine)
            .ToHashSet();
        bag.Change(found =>
            unsure.Contains(found.Range.StartLine)
                ? found with
                {
                    Fixes = [.. found.Fixes.Select(fix => fix with { Safe = false })],
                }
                : found
        );
    }

    /// <summary>The tree of a text without a mistake in its grammar, else null.</summary>
    private SyntaxTree? ParsePlain(ImmutableArray<IToken> raw)
    {
        var tokens = new SyntaxTokens(source.Content, raw);
        var statements = new StatementList(new StatementTrees(tokens.All));
        var parser = new StatementParser(raw, StatementParser.EndOf(source.Content, raw));
        while (!parser.IsAtEnd)
        {
            var start = parser.Index;
            var statement = parser.Read().Statement;
            FullPredictions = parser.FullPredictions;
            if (statement is null)
                return null;

            statements.Add(statement, start, parser.Index);
        }

        return new SyntaxTree(source, tokens.All, statements.ToImmutable(), IsComplete: true);
    }

    private SyntaxTree ParseCorrected(ImmutableArray<IToken> raw)
    {
        var tokens = new SyntaxTokens(source.Content, raw);
        var statements = new StatementList(new StatementTrees(tokens.All));
        var parser = new StatementParser(raw, StatementParser.EndOf(source.Content, raw));
        var recovery = new StatementRecovery(source, raw);
        while (!parser.IsAtEnd && !bag.IsFull)
        {
            bag.Cancellation.ThrowIfCancellationRequested();
            var start = parser.Index;
            var next = recovery.Next(start, start);
            var statement = parser.Read().Statement;
            if (statement is null || (parser.Index > next && !recovery.IsBoundary(next, parser.Index)))
            {
                statement = ReadAlone(raw, start, next);
                parser.Seek(statement is null ? next : Math.Min(next, statement.Stop.TokenIndex + 1));
            }

            if (statement is null)
                statements.Skip(start, next);
            else
                statements.Add(statement, start, parser.Index);
        }

        statements.SkipRest(parser.Index, raw.Length);
        return new SyntaxTree(source, tokens.All, statements.ToImmutable(), statements.IsComplete && !bag.HasErrors);
    }

    // As if the text ended before the next line that begins a statement. The parser's stream counts the tokens anew; the
    // tree needs their places in the text.
    private static StatementContext? ReadAlone(ImmutableArray<IToken> raw, int start, int next)
    {
        var parser = new StatementParser(raw[start..next], new CommonToken(TokenConstants.EOF, ""));
        var statement = parser.Read(PredictionMode.LL).Statement;
        for (var index = start; index < next; index++)
            ((IWritableToken)raw[index]).TokenIndex = index;

        return statement;
    }
}
