using Microsoft.SqlServer.TransactSql.ScriptDom;
using RgPolicy.Testing.SqlServer.Tds;

namespace RgPolicy.Testing.SqlServer.Sql;

/// <summary>Truth of conditions: true, false, or null for unknown.</summary>
internal sealed class PredicateRun(ExpressionRun expressions, ISqlSession session)
{
    /// <summary>Whether a condition holds.</summary>
    /// <exception cref="SqlFailure">It is not known here.</exception>
    public bool? Holds(BooleanExpression condition, Scope scope) =>
        condition switch
        {
            BooleanParenthesisExpression inner => Holds(inner.Expression, scope),
            BooleanNotExpression not => !Holds(not.Expression, scope),
            BooleanBinaryExpression { BinaryExpressionType: BooleanBinaryExpressionType.And } and => Holds(
                and.FirstExpression,
                scope
            ) switch
            {
                false => false,
                true => Holds(and.SecondExpression, scope),
                null => Holds(and.SecondExpression, scope) == false ? false : null,
            },
            BooleanBinaryExpression or => Holds(or.FirstExpression, scope) switch
            {
                true => true,
                false => Holds(or.SecondExpression, scope),
                null => Holds(or.SecondExpression, scope) == true ? true : null,
            },
            BooleanComparisonExpression comparison => Compare(comparison, scope),
            BooleanTernaryExpression between => Between(between, scope) is { } isBetween
                ? isBetween == (between.TernaryExpressionType == BooleanTernaryExpressionType.Between)
                : null,
            BooleanIsNullExpression isNull => expressions.Value(isNull.Expression, scope) is null != isNull.IsNot,
            LikePredicate like => Matches(like, scope) is { } matches ? matches != like.NotDefined : null,
            InPredicate within => IsIn(within, scope) is { } isIn ? isIn != within.NotDefined : null,
            ExistsPredicate exists => new QueryRun(expressions, session)
                .Run(exists.Subquery.QueryExpression, scope)
                .Rows.Count > 0,
            _ => throw new SqlFailure(102, $"{condition.GetType().Name} is not known here."),
        };

    private bool? Between(BooleanTernaryExpression between, Scope scope)
    {
        var value = expressions.Value(between.FirstExpression, scope);
        var low = Comparison.Of(value, expressions.Value(between.SecondExpression, scope), session.Collation);
        var high = Comparison.Of(value, expressions.Value(between.ThirdExpression, scope), session.Collation);
        return low is null || high is null ? null : low >= 0 && high <= 0;
    }

    private bool? Compare(BooleanComparisonExpression comparison, Scope scope)
    {
        var collation =
            CollationOf(comparison.FirstExpression) ?? CollationOf(comparison.SecondExpression) ?? session.Collation;
        var order = Comparison.Of(
            expressions.Value(comparison.FirstExpression, scope),
            expressions.Value(comparison.SecondExpression, scope),
            collation
        );
        return order is not { } known
            ? null
            : comparison.ComparisonType switch
            {
                BooleanComparisonType.Equals => known == 0,
                BooleanComparisonType.NotEqualToBrackets or BooleanComparisonType.NotEqualToExclamation => known != 0,
                BooleanComparisonType.LessThan => known < 0,
                BooleanComparisonType.LessThanOrEqualTo => known <= 0,
                BooleanComparisonType.GreaterThan => known > 0,
                BooleanComparisonType.GreaterThanOrEqualTo => known >= 0,
                _ => throw new SqlFailure(102, $"{comparison.ComparisonType} is not known here."),
            };
    }

    private bool? Matches(LikePredicate like, Scope scope)
    {
        var (text, pattern) = (
            expressions.Value(like.FirstExpression, scope),
            expressions.Value(like.SecondExpression, scope)
        );
        if (text is null || pattern is null)
            return null;
        var escape =
            like.EscapeExpression is { } expression
            && expressions.Value(expression, scope) is string { Length: 1 } character
                ? character[0]
                : '\0';
        return LikeMatch.Holds(
            (string)text,
            (string)pattern,
            escape,
            CollationOf(like.FirstExpression) ?? CollationOf(like.SecondExpression) ?? session.Collation
        );
    }

    private bool? IsIn(InPredicate within, Scope scope)
    {
        if (expressions.Value(within.Expression, scope) is not { } value)
            return null;
        var among = within.Subquery is { } query
            ? new QueryRun(expressions, session).Run(query.QueryExpression, scope).Rows.Select(row => row[0])
            : within.Values.Select(each => expressions.Value(each, scope));
        return among.Any(each => Comparison.Of(value, each, CollationOf(within.Expression) ?? session.Collation) == 0);
    }

    /// <summary>Whether case counts; null where no collation is written.</summary>
    private static StringComparison? CollationOf(ScalarExpression expression) =>
        (expression as PrimaryExpression)?.Collation?.Value switch
        {
            null => null,
            "Latin1_General_100_CI_AS_KS_WS" => StringComparison.OrdinalIgnoreCase,
            "Latin1_General_100_BIN2" => StringComparison.Ordinal,
            var other => throw new SqlFailure(448, $"Invalid collation '{other}'."),
        };
}
