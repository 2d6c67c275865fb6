using System.Globalization;
using Microsoft.SqlServer.TransactSql.ScriptDom;

namespace RgPolicy.Dbms.Tests.SqlServer.Parsing;

/// <summary>
/// Runs a classifier function on Microsoft's syntax tree, with the rules of T-SQL that matter: equality ignores trailing blanks,
/// patterns have sets and an escape character, the collation says whether case counts. Whatever it does not know fails the test.
/// </summary>
internal sealed class ClassifierRun(LoginFacts facts)
{
    private readonly Dictionary<string, object> _variables = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>What the function answers.</summary>
    public static string Of(string definition, LoginFacts facts)
    {
        var function = Assert.IsType<CreateFunctionStatement>(Assert.Single(TransactSql.Statements(definition)));
        var options = function.Options.Select(option => option.OptionKind).ToList();
        Assert.Equal([FunctionOptionKind.SchemaBinding], options);
        var body = function.StatementList.Statements.Count == 1 && function.StatementList.Statements[0] is BeginEndBlockStatement block
            ? block.StatementList.Statements : function.StatementList.Statements;
        Assert.IsType<IfStatement>(body[0]);
        return new ClassifierRun(facts).Run(body) ?? throw new InvalidOperationException("The function answers nothing.");
    }

    private string? Run(IEnumerable<TSqlStatement> statements) =>
        statements.Select(Run).FirstOrDefault(answer => answer is not null);

    private string? Run(TSqlStatement statement)
    {
        switch (statement)
        {
            case ReturnStatement answer:
                return (string)Value(answer.Expression);
            case IfStatement choice:
                return Holds(choice.Predicate) ? Run(choice.ThenStatement) : choice.ElseStatement is { } other ? Run(other) : null;
            case DeclareVariableStatement declare:
                foreach (var each in declare.Declarations)
                {
                    _variables[each.VariableName.Value] = Value(each.Value);
                }

                return null;
            default:
                throw Unknown(statement);
        }
    }

    private bool Holds(BooleanExpression expression) => expression switch
    {
        BooleanParenthesisExpression inner => Holds(inner.Expression),
        BooleanNotExpression not => !Holds(not.Expression),
        BooleanBinaryExpression { BinaryExpressionType: BooleanBinaryExpressionType.And } and => Holds(and.FirstExpression) && Holds(and.SecondExpression),
        BooleanBinaryExpression or => Holds(or.FirstExpression) || Holds(or.SecondExpression),
        BooleanComparisonExpression comparison => Compare(comparison),
        LikePredicate like => Matches(like) != like.NotDefined,
        InPredicate within => within.Values.Any(value => Equals(Value(within.Expression), Value(value))) != within.NotDefined,
        _ => throw Unknown(expression),
    };

    private bool Compare(BooleanComparisonExpression comparison)
    {
        var (left, right) = (Value(comparison.FirstExpression), Value(comparison.SecondExpression));
        if (left is string text)
        {
            var equal = string.Equals(text.TrimEnd(' '), ((string)right).TrimEnd(' '), CaseOf(comparison.SecondExpression));
            return comparison.ComparisonType switch
            {
                BooleanComparisonType.Equals => equal,
                BooleanComparisonType.NotEqualToBrackets => !equal,
                _ => throw Unknown(comparison),
            };
        }

        var order = left switch
        {
            DateTime moment => moment.CompareTo(Moment(right)),
            TimeSpan time => time.CompareTo(TimeSpan.Parse((string)right, CultureInfo.InvariantCulture)),
            _ => ((int)left).CompareTo((int)right),
        };
        return comparison.ComparisonType switch
        {
            BooleanComparisonType.Equals => order == 0,
            BooleanComparisonType.LessThan => order < 0,
            BooleanComparisonType.GreaterThanOrEqualTo => order >= 0,
            _ => throw Unknown(comparison),
        };
    }

    private bool Matches(LikePredicate like)
    {
        var escape = like.EscapeExpression is { } expression ? ((string)Value(expression))[0] : '\0';
        return LikeMatch.Holds((string)Value(like.FirstExpression), (string)Value(like.SecondExpression), escape, CaseOf(like.SecondExpression));
    }

    private static StringComparison CaseOf(ScalarExpression expression) => (expression as PrimaryExpression)?.Collation?.Value switch
    {
        "Latin1_General_100_CI_AS_KS_WS" => StringComparison.OrdinalIgnoreCase,
        "Latin1_General_100_BIN2" => StringComparison.Ordinal,
        _ => throw Unknown(expression),
    };

    private object Value(ScalarExpression expression) => expression switch
    {
        StringLiteral text => text.Value,
        IntegerLiteral number => int.Parse(number.Value, CultureInfo.InvariantCulture),
        UnaryExpression { UnaryExpressionType: UnaryExpressionType.Negative } minus => -(int)Value(minus.Expression),
        VariableReference variable => _variables[variable.Name],
        ParenthesisExpression inner => Value(inner.Expression),
        CoalesceExpression coalesce => Value(coalesce.Expressions[0]),
        BinaryExpression { BinaryExpressionType: BinaryExpressionType.Add } add => (string)Value(add.FirstExpression) + (string)Value(add.SecondExpression),
        BinaryExpression { BinaryExpressionType: BinaryExpressionType.Modulo } rest => (int)Value(rest.FirstExpression) % (int)Value(rest.SecondExpression),
        SearchedCaseExpression choice => Value((choice.WhenClauses.FirstOrDefault(each => Holds(each.WhenExpression))?.ThenExpression) ?? choice.ElseExpression),
        ConvertCall convert => ((DateTime)Value(convert.Parameter)).TimeOfDay,
        FunctionCall call => Call(call),
        _ => throw Unknown(expression),
    };

    private object Call(FunctionCall call) => call.FunctionName.Value.ToUpperInvariant() switch
    {
        "IS_SRVROLEMEMBER" => facts.IsSysadmin ? 1 : 0,
        "SUSER_SNAME" => facts.Login,
        "APP_NAME" => facts.App,
        "HOST_NAME" => facts.Host,
        "ORIGINAL_DB_NAME" => facts.Database,
        "SYSUTCDATETIME" => facts.Utc,
        "DATEADD" => ((DateTime)Value(call.Parameters[2])).AddSeconds((int)Value(call.Parameters[1])),
        "DATEDIFF" => (int)(((DateTime)Value(call.Parameters[2])).Date - new DateTime(1900, 1, 1)).TotalDays,
        _ => throw Unknown(call),
    };

    private static DateTime Moment(object value) => value is DateTime moment
        ? moment
        : DateTime.ParseExact((string)value, "yyyy-MM-ddTHH:mm:ss", CultureInfo.InvariantCulture);

    private static InvalidOperationException Unknown(TSqlFragment fragment) => new($"{fragment.GetType().Name} is not expected in a classifier.");
}
