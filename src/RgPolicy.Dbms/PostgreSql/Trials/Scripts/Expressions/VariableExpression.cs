namespace RgPolicy.Dbms.PostgreSql.Trials.Scripts.Expressions;

/// <summary>A variable's value.</summary>
internal sealed record VariableExpression(int Place, string Name) : ScriptExpression(Place)
{
    /// <inheritdoc />
    public override ScriptValue Evaluate(ScriptScope scope) =>
        scope.ValueOf(Name) ?? throw new ScriptException($"`:{Name}` is not a number, true, false or null", Place);
}
