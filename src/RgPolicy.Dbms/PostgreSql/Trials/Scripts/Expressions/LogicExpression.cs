namespace RgPolicy.Dbms.PostgreSql.Trials.Scripts.Expressions;

/// <summary>AND or OR: the right side only counts, and is only evaluated, where the left one does not
/// decide.</summary>
/// <param name="Place">Where it stands.</param>
/// <param name="Decides">What decides alone: false for AND, true for OR.</param>
/// <param name="Left">The left side.</param>
/// <param name="Right">The right side.</param>
internal sealed record LogicExpression(int Place, bool Decides, ScriptExpression Left, ScriptExpression Right)
    : ScriptExpression(Place)
{
    /// <inheritdoc />
    public override ScriptValue Evaluate(ScriptScope scope)
    {
        var left = Left.Evaluate(scope).Truth();
        if (left == Decides)
            return ScriptValue.Of(Decides);
        var right = Right.Evaluate(scope).Truth();
        if (right == Decides)
            return ScriptValue.Of(Decides);
        return left is null || right is null ? ScriptValue.Null : ScriptValue.Of(!Decides);
    }
}
