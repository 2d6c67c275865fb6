using System.Collections.Immutable;

namespace RgPolicy.Dbms.PostgreSql.Trials.Scripts.Expressions;

/// <summary>CASE WHEN ... THEN ... ELSE ... END.</summary>
internal sealed record CaseExpression(
    int Place,
    ImmutableArray<(ScriptExpression When, ScriptExpression Then)> Branches,
    ScriptExpression? Else
) : ScriptExpression(Place)
{
    /// <inheritdoc />
    public override ScriptValue Evaluate(ScriptScope scope)
    {
        foreach (var (when, then) in Branches)
        {
            if (when.Evaluate(scope).Truth() == true)
                return then.Evaluate(scope);
        }

        return Else?.Evaluate(scope) ?? ScriptValue.Null;
    }
}
