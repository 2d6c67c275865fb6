namespace RgPolicy.Dbms.PostgreSql.Trials.Scripts.Expressions;

/// <summary>An expression of a script.</summary>
internal abstract record ScriptExpression(int Place)
{
    /// <summary>Its value.</summary>
    /// <exception cref="ScriptException">It has none, such as a number divided by zero.</exception>
    public abstract ScriptValue Evaluate(ScriptScope scope);
}
