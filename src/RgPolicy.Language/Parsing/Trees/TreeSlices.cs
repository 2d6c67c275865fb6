using Antlr4.Runtime;
using Antlr4.Runtime.Tree;
using RgPolicy.Language.Syntax;
using static RgPolicy.Language.Parsing.Generated.RgPolicyParser;

namespace RgPolicy.Language.Parsing.Trees;

/// <summary>The tokens of the syntax tree that a part of the parse tree stands for.</summary>
internal sealed class TreeSlices(ImmutableArray<SyntaxToken> tokens)
{
    public TokenSlice Of(ParserRuleContext context) =>
        new(tokens, context.Start.TokenIndex, (context.Stop ?? context.Start).TokenIndex);

    /// <summary>From one token to the end of a part.</summary>
    public TokenSlice From(ITerminalNode first, ParserRuleContext last) =>
        new(tokens, first.Symbol.TokenIndex, (last.Stop ?? last.Start).TokenIndex);

    /// <summary>From an index to another, both included.</summary>
    public TokenSlice Between(int first, int last) => new(tokens, first, last);

    public SyntaxToken Token(IToken token) => tokens[token.TokenIndex];

    public SyntaxToken Token(ITerminalNode node) => tokens[node.Symbol.TokenIndex];

    public SyntaxToken? TokenOrNone(ITerminalNode? node) => node is null ? null : Token(node);

    public NameSyntax Name(ParserRuleContext name) => new(Of(name));

    public NameSyntax? NameOrNone(ParserRuleContext? name) => name is null ? null : Name(name);

    public SignalSyntax Signal(SignalContext signal) => new(Of(signal));
}
