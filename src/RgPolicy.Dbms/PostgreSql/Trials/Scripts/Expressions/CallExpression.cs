using System.Collections.Immutable;

namespace RgPolicy.Dbms.PostgreSql.Trials.Scripts.Expressions;

/// <summary>A function or an operator with its arguments.</summary>
internal sealed record CallExpression(int Place, ScriptFunction Function, ImmutableArray<ScriptExpression> Arguments)
    : ScriptExpression(Place)
{
    /// <inheritdoc />
    public override ScriptValue Evaluate(ScriptScope scope)
    {
        try
        {
            return Function.Call(scope.Random, [.. Arguments.Select(each => each.Evaluate(scope))]);
        }
        catch (Exception e) when (e is ArithmeticException or ArgumentException or InvalidCastException)
        {
            throw new ScriptException($"`{Function.Name}`: {Reason(e)}", Place);
        }
    }

    private static string Reason(Exception e) =>
        e switch
        {
            DivideByZeroException => "division by zero",
            ArithmeticException => "the number is out of range",
            _ => e.Message,
        };
}
