using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace RgPolicy.Mutation.Mutants;

/// <summary>Writes changes into a source: each place asks which of them is active.</summary>
internal sealed class MutantWriter : CSharpSyntaxRewriter
{
    private const string Question = "global::RgPolicy.Mutation.Runner.ActiveMutant.Is";

    private readonly ILookup<SyntaxNode, (Change Change, int Number)> _wanted;

    private MutantWriter(ILookup<SyntaxNode, (Change, int)> wanted) => _wanted = wanted;

    /// <summary>A source with some of its changes.</summary>
    /// <param name="source">The text as it is.</param>
    /// <param name="mutants">Changes of this text.</param>
    public static string Write(string source, IEnumerable<Mutant> mutants)
    {
        var root = CSharpSyntaxTree.ParseText(source).GetRoot();
        var changes = ChangeFinder.Find(root);
        var wanted = mutants
            .Select(mutant => (Change: changes.First(change => IsSame(change, mutant)), mutant.Number))
            .ToLookup(each => each.Change.Node);
        return new MutantWriter(wanted).Visit(root)?.ToFullString() ?? source;
    }

    /// <summary>The changes, by number, that the code around a position of a written source belongs to: of the
    /// innermost, or else of the member.</summary>
    public static IEnumerable<int> NumbersAt(string written, int line, int column)
    {
        var tree = CSharpSyntaxTree.ParseText(written);
        var lines = tree.GetText().Lines;
        var place = lines[Math.Clamp(line - 1, 0, lines.Count - 1)].Start + Math.Max(0, column - 1);
        var node = tree.GetRoot().FindToken(place).Parent;
        var around = node?.AncestorsAndSelf().Select(OwnNumber).FirstOrDefault(number => number is not null);
        if (around is { } number)
            return [number];
        var member = node
            ?.AncestorsAndSelf()
            .FirstOrDefault(each => each is MemberDeclarationSyntax and not TypeDeclarationSyntax);
        return member?.DescendantNodes().Select(OwnNumber).OfType<int>() ?? [];
    }

    public override SyntaxNode? Visit(SyntaxNode? node)
    {
        var visited = base.Visit(node);
        if (node is null || visited is null)
            return visited;
        foreach (var (change, number) in _wanted[node])
            visited = Ask(change, number, visited);
        return visited;
    }

    private static bool IsSame(Change change, Mutant mutant) =>
        change.Node.SpanStart == mutant.Start
        && change.Kind == mutant.Kind
        && change.Node.ToString() == mutant.Before
        && (change.After?.ToString() ?? "") == mutant.After;

    private static SyntaxNode Ask(Change change, int number, SyntaxNode otherwise)
    {
        var text = otherwise.WithoutTrivia().ToFullString();
        SyntaxNode asked = change.After is { } after
            ? SyntaxFactory.ParseExpression($"({Question}({number}) ? ({after}) : ({text}))")
            : SyntaxFactory.ParseStatement($"if (!{Question}({number})) {{ {text} }}");
        return asked.WithTriviaFrom(otherwise);
    }

    private static int? OwnNumber(SyntaxNode node)
    {
        var asked = node switch
        {
            ConditionalExpressionSyntax conditional => conditional.Condition,
            IfStatementSyntax { Condition: PrefixUnaryExpressionSyntax not } => not.Operand,
            _ => null,
        };
        return
            asked is InvocationExpressionSyntax call
            && call.Expression.ToString() == Question
            && call.ArgumentList.Arguments[0].Expression is LiteralExpressionSyntax { Token.Value: int number }
            ? number
            : null;
    }
}
