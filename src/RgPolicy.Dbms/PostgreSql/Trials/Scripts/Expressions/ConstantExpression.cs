namespace RgPolicy.Dbms.PostgreSql.Trials.Scripts.Expressions;

/// <summary>A value that stands in the script.</summary>
internal sealed record ConstantExpression(int Place, ScriptValue Value) : ScriptExpression(Place)
{
    /// <inheritdoc />
    public override ScriptValue Evaluate(ScriptScope scope) => Value;
}
