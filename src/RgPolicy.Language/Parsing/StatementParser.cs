using Antlr4.Runtime;
using Antlr4.Runtime.Atn;
using Antlr4.Runtime.Misc;
using RgPolicy.Language.Parsing.Generated;
using static RgPolicy.Language.Parsing.Generated.RgPolicyParser;

namespace RgPolicy.Language.Parsing;

/// <summary>Reads single statements from tokens; stops at the first mistake.</summary>
internal sealed class StatementParser
{
    private readonly RgPolicyParser _parser;

    public StatementParser(IEnumerable<IToken> tokens, IToken end)
    {
        _parser = new RgPolicyParser(new CommonTokenStream(new ListTokenSource([.. tokens, end])))
        {
            ErrorHandler = new BailErrorStrategy(),
        };
        _parser.RemoveErrorListeners();
    }

    /// <summary>The place of the next token.</summary>
    public int Index => _parser.InputStream.Index;

    public bool IsAtEnd => _parser.InputStream.LA(1) == TokenConstants.EOF;

    /// <summary>The token behind the last one.</summary>
    public static CommonToken EndOf(string content, ImmutableArray<IToken> tokens) =>
        new(TokenConstants.EOF, "")
        {
            TokenIndex = tokens.Length,
            StartIndex = content.Length,
            StopIndex = content.Length - 1,
        };

    public void Seek(int index) => _parser.InputStream.Seek(index);

    /// <summary>Statements that the fast prediction refused, so that the full one had to judge them.</summary>
    public int FullPredictions { get; private set; }

    /// <summary>The statement that begins here, or the mistake in it.</summary>
    public (StatementContext? Statement, RecognitionException? Mistake) Read()
    {
        var start = Index;
        var fast = Read(PredictionMode.SLL);
        if (fast.Statement is not null)
            return fast;

        FullPredictions++;
        Seek(start);
        return Read(PredictionMode.LL);
    }

    /// <summary>The same by one way to predict: the fast one may refuse what fits.</summary>
    public (StatementContext? Statement, RecognitionException? Mistake) Read(PredictionMode mode)
    {
        _parser.Interpreter.PredictionMode = mode;
        _parser.Context = null;
        try
        {
            return (_parser.statement(), null);
        }
        catch (ParseCanceledException canceled) when (canceled.InnerException is RecognitionException mistake)
        {
            return (null, mistake);
        }
    }
}
