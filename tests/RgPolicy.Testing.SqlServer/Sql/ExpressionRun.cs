using Microsoft.SqlServer.TransactSql.ScriptDom;
using RgPolicy.Testing.SqlServer.Tds;

namespace RgPolicy.Testing.SqlServer.Sql;

/// <summary>Values of expressions on Microsoft's syntax tree; what is not known fails.</summary>
internal sealed class ExpressionRun(ISqlSession session, IDictionary<string, object?> variables)
{
    private PredicateRun? _predicates;

    /// <summary>The conditions beside it.</summary>
    public PredicateRun Predicates => _predicates ??= new PredicateRun(this, session);

    /// <summary>A value, or null for NULL.</summary>
    /// <exception cref="SqlFailure">It cannot be found, or is not known here.</exception>
    public object? Value(ScalarExpression expression, Scope scope) =>
        expression switch
        {
            StringLiteral text => text.Value,
            IntegerLiteral number => Whole(number.Value),
            NumericLiteral number => decimal.Parse(number.Value, CultureInfo.InvariantCulture),
            BinaryLiteral bytes => Conversion.To(bytes.Value, "BINARY", 0, 1),
            NullLiteral => null,
            VariableReference variable => variables.TryGetValue(variable.Name, out var value)
                ? value
                : throw new SqlFailure(137, $"Must declare the scalar variable \"{variable.Name}\"."),
            GlobalVariableExpression global => session.Call(global.Name.ToUpperInvariant(), []),
            ColumnReferenceExpression column => scope.Find(column.MultiPartIdentifier.Identifiers),
            ParenthesisExpression inner => Value(inner.Expression, scope),
            UnaryExpression { UnaryExpressionType: UnaryExpressionType.Negative } minus => Same(
                -Conversion.ToNumber(Value(minus.Expression, scope)),
                isBig: false
            ),
            BinaryExpression binary => Binary(binary, scope),
            CoalesceExpression coalesce => coalesce
                .Expressions.Select(each => Value(each, scope))
                .FirstOrDefault(value => value is not null),
            NullIfExpression without => Value(without.FirstExpression, scope) is var value
            && Comparison.Of(value, Value(without.SecondExpression, scope), session.Collation) == 0
                ? null
                : value,
            SearchedCaseExpression choice => Choice(choice, scope),
            ConvertCall convert => Convert(
                convert.DataType,
                Value(convert.Parameter, scope),
                convert.Style is { } style ? Value(style, scope) : null
            ),
            CastCall cast => Convert(cast.DataType, Value(cast.Parameter, scope), null),
            FunctionCall call => Call(call, scope),
            _ => throw new SqlFailure(102, $"{expression.GetType().Name} is not known here."),
        };

    /// <summary>A type's name and length.</summary>
    public static object? Convert(DataTypeReference type, object? value, object? style)
    {
        var length = type is ParameterizedDataTypeReference { Parameters: [IntegerLiteral size] }
            ? (int)(Whole(size.Value) as int? ?? 0)
            : 0;
        return Conversion.To(
            value,
            type.Name.BaseIdentifier.Value.ToUpperInvariant(),
            length,
            style is int number ? number : 0
        );
    }

    private static object? Whole(string digits) =>
        Same(decimal.Parse(digits, CultureInfo.InvariantCulture), isBig: false);

    private object? Binary(BinaryExpression binary, Scope scope)
    {
        var (left, right) = (Value(binary.FirstExpression, scope), Value(binary.SecondExpression, scope));
        if (left is null || right is null)
            return null;
        if (binary.BinaryExpressionType == BinaryExpressionType.Add && left is string first && right is string second)
            return first + second;
        var isFloat = left is double || right is double;
        var result = Calculated(
            binary.BinaryExpressionType,
            Conversion.ToNumber(left),
            Conversion.ToNumber(right),
            isFloat
        );
        return isFloat ? (double)result : Same(result, left is long || right is long);
    }

    private static decimal Calculated(BinaryExpressionType kind, decimal a, decimal b, bool isFloat) =>
        kind switch
        {
            BinaryExpressionType.Add => a + b,
            BinaryExpressionType.Subtract => a - b,
            BinaryExpressionType.Multiply => a * b,
            BinaryExpressionType.Divide => isFloat ? a / b : decimal.Truncate(a / b),
            BinaryExpressionType.Modulo => a % b,
            _ => throw new SqlFailure(102, $"{kind} is not known here."),
        };

    /// <summary>An int where it fits, unless it has to be a bigint.</summary>
    private static object? Same(decimal value, bool isBig) =>
        Conversion.To(value, isBig || value is < int.MinValue or > int.MaxValue ? "BIGINT" : "INT", 0, 0);

    private object? Choice(SearchedCaseExpression choice, Scope scope)
    {
        foreach (var each in choice.WhenClauses)
            if (Predicates.Holds(each.WhenExpression, scope) == true)
                return Value(each.ThenExpression, scope);
        return choice.ElseExpression is { } other ? Value(other, scope) : null;
    }

    private object? Call(FunctionCall call, Scope scope)
    {
        var name = call.FunctionName.Value.ToUpperInvariant();
        if (scope.Group is { } group && Aggregate.IsOne(name))
            return Aggregate.Of(name, Aggregated(call, group));
        var first = name is "DATEADD" or "DATEDIFF" or "DATEPART" ? 1 : 0; // the first one is a word
        if (
            call.Parameters is [ColumnReferenceExpression { MultiPartIdentifier.Identifiers: [var part] }, ..]
            && first > 0
        )
            name += " " + part.Value.ToUpperInvariant();
        var arguments = call.Parameters.Skip(first).Select(each => Value(each, scope)).ToList();
        return session.Call(name, arguments);
    }

    /// <summary>The values that an aggregate goes over; those that are NULL do not count.</summary>
    private IEnumerable<object> Aggregated(FunctionCall call, IReadOnlyList<Scope> group) =>
        call.Parameters is [ColumnReferenceExpression { ColumnType: ColumnType.Wildcard }]
            ? group
            : group.Select(row => Value(call.Parameters[0], row)).OfType<object>();
}
