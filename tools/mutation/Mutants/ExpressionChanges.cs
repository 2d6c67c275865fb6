using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace RgPolicy.Mutation.Mutants;

/// <summary>What an expression can become.</summary>
internal static class ExpressionChanges
{
    private static readonly Dictionary<string, string[]> Operators = new(StringComparer.Ordinal)
    {
        ["<"] = ["<=", ">="],
        ["<="] = ["<", ">"],
        [">"] = [">=", "<="],
        [">="] = [">", "<"],
        ["=="] = ["!="],
        ["!="] = ["=="],
        ["&&"] = ["||"],
        ["||"] = ["&&"],
        ["+"] = ["-"],
        ["-"] = ["+"],
        ["*"] = ["/"],
        ["/"] = ["*"],
        ["%"] = ["*"],
        ["&"] = ["|"],
        ["|"] = ["&"],
        ["<<"] = [">>"],
        [">>"] = ["<<"],
    };

    private static readonly Dictionary<string, string> Calls = new(StringComparer.Ordinal)
    {
        ["Any"] = "All",
        ["All"] = "Any",
        ["First"] = "Last",
        ["Last"] = "First",
        ["FirstOrDefault"] = "LastOrDefault",
        ["LastOrDefault"] = "FirstOrDefault",
        ["Min"] = "Max",
        ["Max"] = "Min",
        ["MinBy"] = "MaxBy",
        ["MaxBy"] = "MinBy",
        ["OrderBy"] = "OrderByDescending",
        ["OrderByDescending"] = "OrderBy",
        ["ThenBy"] = "ThenByDescending",
        ["ThenByDescending"] = "ThenBy",
        ["Skip"] = "Take",
        ["Take"] = "Skip",
        ["Union"] = "Intersect",
        ["StartsWith"] = "EndsWith",
        ["EndsWith"] = "StartsWith",
        ["Sum"] = "Max",
    };

    public static IEnumerable<Change> Of(ExpressionSyntax expression) =>
        expression switch
        {
            BinaryExpressionSyntax binary => OfBinary(binary),
            PrefixUnaryExpressionSyntax { OperatorToken.Text: "!" or "-" } unary =>
            [
                new(expression, $"without {unary.OperatorToken.Text}", unary.Operand),
            ],
            ConditionalExpressionSyntax conditional =>
            [
                new(expression, "always true", conditional.WhenTrue),
                new(expression, "always false", conditional.WhenFalse),
            ],
            LiteralExpressionSyntax literal => OfLiteral(literal),
            InterpolatedStringExpressionSyntax => [new(expression, "text", Parse("\"\""))],
            InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax member } call
                when Calls.TryGetValue(member.Name.ToString(), out var other) =>
            [
                new(expression, "call", call.WithExpression(member.WithName(SyntaxFactory.IdentifierName(other)))),
            ],
            _ => [],
        };

    private static IEnumerable<Change> OfBinary(BinaryExpressionSyntax binary)
    {
        var sign = binary.OperatorToken.Text;
        if (sign == "??")
            yield return new(binary, "without ??", binary.Left);
        foreach (var other in Operators.GetValueOrDefault(sign, []))
            yield return new(binary, $"{sign} to {other}", Parse($"({binary.Left}) {other} ({binary.Right})"));
    }

    private static IEnumerable<Change> OfLiteral(LiteralExpressionSyntax literal) =>
        literal.Kind() switch
        {
            SyntaxKind.TrueLiteralExpression => [new(literal, "literal", Parse("false"))],
            SyntaxKind.FalseLiteralExpression => [new(literal, "literal", Parse("true"))],
            SyntaxKind.StringLiteralExpression when literal.Token.ValueText.Length > 0 =>
            [
                new(literal, "text", Parse("\"\"")),
            ],
            SyntaxKind.NumericLiteralExpression => [new(literal, "number", Parse($"({literal} + 1)"))],
            _ => [],
        };

    private static ExpressionSyntax Parse(string text) => SyntaxFactory.ParseExpression(text);
}
