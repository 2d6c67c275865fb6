using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace RgPolicy.Mutation.Mutants;

/// <summary>Finds every place of a source that can be changed, in the order of the text.</summary>
internal sealed class ChangeFinder : CSharpSyntaxWalker
{
    private readonly List<Change> _changes = [];

    public static IReadOnlyList<Change> Find(SyntaxNode root)
    {
        var finder = new ChangeFinder();
        finder.Visit(root);
        return finder._changes;
    }

    public override void Visit(SyntaxNode? node)
    {
        if (node is null || IsFixed(node))
            return;
        if (node is ExpressionSyntax expression && !DeclaresNames(expression))
            _changes.AddRange(ExpressionChanges.Of(expression));
        else if (node is ExpressionStatementSyntax or ContinueStatementSyntax or BreakStatementSyntax)
            AddWithout((StatementSyntax)node);
        base.Visit(node);
    }

    // Constants, patterns and attributes cannot ask which change is active; what becomes of an exception's text is not
    // what tests are for.
    private static bool IsFixed(SyntaxNode node) =>
        node switch
        {
            AttributeListSyntax or PatternSyntax or EnumMemberDeclarationSyntax or SwitchLabelSyntax => true,
            ParameterSyntax or ThrowStatementSyntax or ThrowExpressionSyntax or TypeSyntax and not NameSyntax => true,
            FieldDeclarationSyntax field => field.Modifiers.Any(SyntaxKind.ConstKeyword),
            LocalDeclarationStatementSyntax local => local.IsConst,
            InvocationExpressionSyntax call => IsGuard(call.Expression.ToString()),
            _ => false,
        };

    private static bool IsGuard(string called) =>
        called is "nameof"
        || called.Contains(".ThrowIf", StringComparison.Ordinal)
        || called.EndsWith("ConfigureAwait", StringComparison.Ordinal);

    // A name may be declared once only, and a changed expression stands there twice.
    private static bool DeclaresNames(ExpressionSyntax expression) =>
        expression
            .DescendantNodes()
            .Any(node => node is SingleVariableDesignationSyntax or DeclarationExpressionSyntax);

    // A break that ends a case cannot be left out.
    private void AddWithout(StatementSyntax statement)
    {
        if (statement.Parent is not SwitchSectionSyntax || statement is ExpressionStatementSyntax)
            _changes.Add(new Change(statement, "statement", null));
    }
}
