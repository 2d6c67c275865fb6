using System.Collections.Immutable;

namespace RgPolicy.Dbms.PostgreSql.Trials.Scripts.Expressions;

/// <summary>An expression of a script.</summary>
internal abstract record ScriptExpression(int Place)
{
    /// <summary>Its value.</summary>
    /// <exception cref="ScriptException">It has none, such as a number divided by zero.</exception>
    public abstract ScriptValue Evaluate(ScriptScope scope);
}

/// <summary>A value that stands in the script.</summary>
internal sealed record ConstantExpression(int Place, ScriptValue Value) : ScriptExpression(Place)
{
    /// <inheritdoc />
    public override ScriptValue Evaluate(ScriptScope scope) => Value;
}

/// <summary>A variable's value.</summary>
internal sealed record VariableExpression(int Place, string Name) : ScriptExpression(Place)
{
    /// <inheritdoc />
    public override ScriptValue Evaluate(ScriptScope scope) =>
        scope.ValueOf(Name) ?? throw new ScriptException($"`:{Name}` is not a number, true, false or null", Place);
}

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

/// <summary>Variables of one execution of a script, and where its drawn values come from.</summary>
internal sealed class ScriptScope(IReadOnlyDictionary<string, string> given, Random random)
{
    private readonly Dictionary<string, string> _texts = new(given, StringComparer.Ordinal);
    private readonly Dictionary<string, ScriptValue> _values = new(StringComparer.Ordinal);

    /// <summary>Draws.</summary>
    public Random Random { get; } = random;

    /// <summary>Sets a variable.</summary>
    public void Set(string name, ScriptValue value)
    {
        _values[name] = value;
        _texts[name] = value.Text();
    }

    /// <summary>A variable as it stands in a statement; null where there is none.</summary>
    public string? TextOf(string name) => _texts.GetValueOrDefault(name);

    /// <summary>A variable's value; null where there is none or its text is no value.</summary>
    public ScriptValue? ValueOf(string name) =>
        _values.TryGetValue(name, out var value) ? value
        : _texts.TryGetValue(name, out var text) ? ScriptValue.Parse(text)
        : null;
}

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
