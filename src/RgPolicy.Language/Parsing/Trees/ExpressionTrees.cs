using Antlr4.Runtime.Tree;
using RgPolicy.Language.Syntax;
using static RgPolicy.Language.Parsing.Generated.RgPolicyParser;

namespace RgPolicy.Language.Parsing.Trees;

internal sealed class ExpressionTrees(TreeSlices slices)
{
    public ImmutableArray<ExpressionSyntax> All(ExpressionContext[] expressions) => [.. expressions.Select(Of)];

    public ExpressionSyntax? OrNone(ExpressionContext? expression) => expression is null ? null : Of(expression);

    public ExpressionSyntax Of(ExpressionContext expression)
    {
        var terms = expression.term();
        return terms.Length == 1
            ? Of(terms[0])
            : new ExpressionSyntax.Chain(slices.Of(expression), [.. terms.Select(Of)], Symbols(expression));
    }

    private ExpressionSyntax Of(TermContext term)
    {
        var factors = term.factor();
        return factors.Length == 1
            ? Of(factors[0])
            : new ExpressionSyntax.Chain(slices.Of(term), [.. factors.Select(Of)], Symbols(term));
    }

    private ImmutableArray<SyntaxToken> Symbols(IParseTree chain)
    {
        var symbols = ImmutableArray.CreateBuilder<SyntaxToken>();
        for (var index = 1; index < chain.ChildCount; index += 2)
            symbols.Add(slices.Token((ITerminalNode)chain.GetChild(index)));

        return symbols.ToImmutable();
    }

    private ExpressionSyntax Of(FactorContext factor)
    {
        var constant = Of(factor.constant());
        var signs = factor.MINUS().Length;
        return signs == 0 ? constant : new ExpressionSyntax.Negative(slices.Of(factor), signs, constant);
    }

    private ExpressionSyntax Of(ConstantContext constant)
    {
        var slice = slices.Of(constant);
        return constant switch
        {
            QuantityContext quantity => new ExpressionSyntax.Quantity(
                slice,
                slices.Token(quantity.number().Start),
                slices.TokenOrNone(quantity.UNIT())
            ),
            VersionContext version => new ExpressionSyntax.Version(slice, slices.Token(version.VERSION())),
            TextContext text => new ExpressionSyntax.Literal(
                slice,
                slices.Token(text.STRING()),
                text.EXACTLY() is not null
            ),
            NamedContext named => new ExpressionSyntax.Reference(slice, named.reference().name().Length > 0),
            ConstantGroupContext group => new ExpressionSyntax.Group(slice, Of(group.expression())),
            _ => throw Unmapped.Rule(constant),
        };
    }
}
