using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace RgPolicy.Mutation.Mutants;

/// <summary>A change that a place of the code allows.</summary>
/// <param name="Node">An expression that becomes another, or a statement that is left out.</param>
/// <param name="Kind">What kind of change it is.</param>
/// <param name="After">What the expression becomes; null for a statement.</param>
internal sealed record Change(SyntaxNode Node, string Kind, ExpressionSyntax? After);
