using Microsoft.SqlServer.TransactSql.ScriptDom;
using RgPolicy.Testing.SqlServer.Sql;
using RgPolicy.Testing.SqlServer.Tds;

namespace RgPolicy.Testing.SqlServer.Running;

/// <summary>Runs a function without arguments that answers a text: variables, conditions, answers.</summary>
internal sealed class FunctionRun
{
    private readonly Dictionary<string, object?> _variables = new(StringComparer.OrdinalIgnoreCase);
    private readonly ExpressionRun _expressions;
    private string? _answer;

    private FunctionRun(ISqlSession session) => _expressions = new ExpressionRun(session, _variables);

    /// <summary>What the function answers in a session.</summary>
    /// <param name="definition">CREATE FUNCTION and all.</param>
    /// <param name="session">Whose functions it asks.</param>
    /// <exception cref="SqlFailure">It is no such function, or fails.</exception>
    public static string? Of(string definition, ISqlSession session)
    {
        var script = (TSqlScript)
            new TSql150Parser(initialQuotedIdentifiers: true).Parse(new StringReader(definition), out var errors);
        if (errors.Count > 0 || script.Batches is not [{ Statements: [CreateFunctionStatement function] }])
            throw new SqlFailure(102, "This is not a function.");
        var run = new FunctionRun(session);
        run.HasAnswered(function.StatementList.Statements);
        return run._answer;
    }

    private bool HasAnswered(IEnumerable<TSqlStatement> statements) => statements.Any(HasAnswered);

    /// <summary>A variable that is declared without a length has one letter.</summary>
    private static object? Held(DataTypeReference type, object? value) =>
        value is string { Length: > 1 } text
        && type
            is SqlDataTypeReference
            {
                SqlDataTypeOption: SqlDataTypeOption.VarChar or SqlDataTypeOption.NVarChar,
                Parameters.Count: 0,
            }
            ? text[..1]
            : value;

    private bool HasAnswered(TSqlStatement statement)
    {
        switch (statement)
        {
            case ReturnStatement answer:
                _answer = (string?)_expressions.Value(answer.Expression, Scope.Empty);
                return true;
            case BeginEndBlockStatement block:
                return HasAnswered(block.StatementList.Statements);
            case IfStatement choice:
                var branch =
                    _expressions.Predicates.Holds(choice.Predicate, Scope.Empty) == true
                        ? choice.ThenStatement
                        : choice.ElseStatement;
                return branch is not null && HasAnswered(branch);
            case SetVariableStatement { AssignmentKind: AssignmentKind.Equals } set:
                _variables[set.Variable.Name] = _expressions.Value(set.Expression, Scope.Empty);
                return false;
            case DeclareVariableStatement declare:
                foreach (var each in declare.Declarations)
                    _variables[each.VariableName.Value] = each.Value is { } value
                        ? Held(
                            each.DataType,
                            ExpressionRun.Convert(each.DataType, _expressions.Value(value, Scope.Empty), null)
                        )
                        : null;
                return false;
            default:
                throw new SqlFailure(102, $"{statement.GetType().Name} is not known here.");
        }
    }
}
