using Microsoft.SqlServer.TransactSql.ScriptDom;
using RgPolicy.Testing.SqlServer.Tds;

namespace RgPolicy.Testing.SqlServer.Sql;

/// <summary>Runs a query: joins by trying every pair, then conditions, groups, columns and the order.</summary>
internal sealed class QueryRun(ExpressionRun expressions, ISqlSession session)
{
    /// <summary>A query's rows.</summary>
    /// <exception cref="SqlFailure">It fails, or is not known here.</exception>
    public RowSet Run(QueryExpression query, Scope outer)
    {
        if (query is not QuerySpecification plain)
            throw new SqlFailure(102, $"{query.GetType().Name} is not known here.");
        var rows = plain.FromClause is { } from ? Rows(from.TableReferences, outer) : [new Scope(outer, [])];
        if (plain.WhereClause is { } where)
            rows = rows.Where(row => expressions.Predicates.Holds(where.SearchCondition, row) == true);
        if (plain.OrderByClause is { } order)
            rows = Ordered(rows, order);
        var columns = plain.SelectElements.Select(Column).ToList();
        var result = Grouped(plain, rows, outer)
            .Select(row => columns.Select(column => expressions.Value(column.Expression, row)).ToArray());
        return new RowSet([.. columns.Select(NameOf)], [.. result]);
    }

    private IEnumerable<Scope> Rows(IList<TableReference> tables, Scope outer) =>
        tables.Aggregate(
            (IEnumerable<Scope>)[new Scope(outer, [])],
            (rows, table) => rows.SelectMany(row => Rows(table, row)).ToList()
        );

    /// <summary>What a table adds to the rows of those before it.</summary>
    private IEnumerable<Scope> Rows(TableReference table, Scope before) =>
        table switch
        {
            QualifiedJoin join => Joined(join, before),
            UnqualifiedJoin join => Rows(join.FirstTableReference, before).SelectMany(first => Applied(join, first)),
            _ => Single(table, before).Select(row => before with { Rows = before.Rows.Add(row) }),
        };

    private IEnumerable<Scope> Joined(QualifiedJoin join, Scope before)
    {
        foreach (var first in Rows(join.FirstTableReference, before))
        {
            var matches = Rows(join.SecondTableReference, first)
                .Where(pair => expressions.Predicates.Holds(join.SearchCondition, pair) == true)
                .ToList();
            if (matches.Count == 0 && join.QualifiedJoinType == QualifiedJoinType.LeftOuter)
                matches.Add(WithMissing(join.SecondTableReference, first));
            foreach (var match in matches)
                yield return match;
        }
    }

    private List<Scope> Applied(UnqualifiedJoin join, Scope first)
    {
        var matches = Rows(join.SecondTableReference, first).ToList();
        return matches.Count == 0 && join.UnqualifiedJoinType == UnqualifiedJoinType.OuterApply
            ? [WithMissing(join.SecondTableReference, first)]
            : matches;
    }

    private Scope WithMissing(TableReference table, Scope first)
    {
        var (alias, rows) = Read(table, first);
        return first with
        {
            Rows = first.Rows.Add(new SourceRow(alias, rows.Columns, new object?[rows.Columns.Count])),
        };
    }

    private IEnumerable<SourceRow> Single(TableReference table, Scope before)
    {
        var (alias, rows) = Read(table, before);
        return rows.Rows.Select(values => new SourceRow(alias, rows.Columns, values));
    }

    private (string Alias, RowSet Rows) Read(TableReference table, Scope before) =>
        table switch
        {
            NamedTableReference named => (
                named.Alias?.Value ?? named.SchemaObject.BaseIdentifier.Value,
                session.View(NameOf(named.SchemaObject))
            ),
            SchemaObjectFunctionTableReference function => (
                function.Alias.Value,
                session.Table(
                    NameOf(function.SchemaObject),
                    [.. function.Parameters.Select(each => expressions.Value(each, before))]
                )
            ),
            InlineDerivedTable inline => (
                inline.Alias.Value,
                new RowSet(
                    [.. inline.Columns.Select(each => each.Value)],
                    [
                        .. inline.RowValues.Select(row =>
                            row.ColumnValues.Select(each => expressions.Value(each, before)).ToArray()
                        ),
                    ]
                )
            ),
            QueryDerivedTable derived => (derived.Alias.Value, Run(derived.QueryExpression, before)),
            _ => throw new SqlFailure(102, $"{table.GetType().Name} is not known here."),
        };

    private IEnumerable<Scope> Grouped(QuerySpecification query, IEnumerable<Scope> rows, Scope outer)
    {
        if (query.GroupByClause is { } clause)
        {
            var keys = clause
                .GroupingSpecifications.Cast<ExpressionGroupingSpecification>()
                .Select(each => each.Expression)
                .ToList();
            return rows.ToList()
                .GroupBy(
                    row => string.Join('\n', keys.Select(key => Key(expressions.Value(key, row)))),
                    StringComparer.OrdinalIgnoreCase
                )
                .Select(group => group.First() with { Group = [.. group] });
        }

        return query.SelectElements.Any(each => HasAggregate(Column(each).Expression))
            ? [new Scope(outer, ImmutableArray<SourceRow>.Empty) { Group = [.. rows] }]
            : rows;
    }

    private static bool HasAggregate(ScalarExpression expression) =>
        expression is FunctionCall call
        && (Aggregate.IsOne(call.FunctionName.Value.ToUpperInvariant()) || call.Parameters.Any(HasAggregate));

    private IEnumerable<Scope> Ordered(IEnumerable<Scope> rows, OrderByClause order) =>
        rows.ToList()
            .Order(
                Comparer<Scope>.Create(
                    (a, b) =>
                        order
                            .OrderByElements.Select(each =>
                                Comparison.Of(
                                    expressions.Value(each.Expression, a),
                                    expressions.Value(each.Expression, b),
                                    StringComparison.OrdinalIgnoreCase
                                ) ?? 0
                            )
                            .FirstOrDefault(difference => difference != 0)
                )
            );

    private static string Key(object? value) =>
        value is byte[] bytes ? System.Convert.ToHexString(bytes) : System.FormattableString.Invariant($"{value}");

    private static SelectScalarExpression Column(SelectElement element) =>
        element as SelectScalarExpression ?? throw new SqlFailure(102, $"{element.GetType().Name} is not known here.");

    private static string NameOf(SelectScalarExpression column) =>
        column.ColumnName?.Value
        ?? (column.Expression as ColumnReferenceExpression)?.MultiPartIdentifier.Identifiers[^1].Value
        ?? "";

    private static string NameOf(SchemaObjectName name) =>
        string.Join('.', name.Identifiers.Select(each => each.Value));
}
