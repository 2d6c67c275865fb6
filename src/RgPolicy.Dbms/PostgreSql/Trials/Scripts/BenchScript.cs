using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Globalization;
using RgPolicy.Dbms.PostgreSql.Trials.Scripts.Expressions;
using RgPolicy.Dbms.Trials;

namespace RgPolicy.Dbms.PostgreSql.Trials.Scripts;

/// <summary>A script of pgbench, run as a whole.</summary>
/// <param name="Source">The script's text and name.</param>
/// <param name="Weight">How often it runs in each run.</param>
/// <param name="Steps">What it does.</param>
/// <param name="Given">Variables that are set before.</param>
internal sealed record BenchScript(
    ScriptSource Source,
    int Weight,
    ImmutableArray<ScriptStep> Steps,
    FrozenDictionary<string, string> Given
) : ITrialUnit
{
    /// <summary>The variable that tells the client.</summary>
    public const string Client = "client_id";

    private static readonly TimeSpan LongestPause = TimeSpan.FromHours(1);

    /// <inheritdoc />
    public IEnumerable<TrialStep> Begin(int client, Random values)
    {
        ArgumentNullException.ThrowIfNull(values);
        var scope = new ScriptScope(Given, values);
        scope.Set(Client, ScriptValue.Of((long)client));
        foreach (var step in Steps)
        {
            if (step.Set is { } set)
                scope.Set(set.Name, Evaluate(set.Value, scope));
            if (step.Pause is { } pause)
                yield return new TrialStep(Length(pause.Count, pause.Unit, scope), null);
            if (step.Run is { } run)
                yield return new TrialStep(TimeSpan.Zero, run.Statement with { Text = Filled(run.Parts, scope) });
        }
    }

    private static string Filled(ImmutableArray<ScriptPart> parts, ScriptScope scope) =>
        string.Concat(parts.Select(part => part.IsVariable ? scope.TextOf(part.Text) : part.Text));

    private TimeSpan Length(ScriptExpression count, TimeSpan unit, ScriptScope scope)
    {
        var ticks = ScriptFunctions.Number(Evaluate(count, scope)) * unit.Ticks;
        return TimeSpan.FromTicks((long)Math.Clamp(ticks, 0, LongestPause.Ticks));
    }

    private ScriptValue Evaluate(ScriptExpression expression, ScriptScope scope)
    {
        try
        {
            return expression.Evaluate(scope);
        }
        catch (ScriptException e)
        {
            throw new TrialException(
                string.Create(CultureInfo.InvariantCulture, $"{Source.At(e.Place)}: {e.Message}"),
                false,
                e
            );
        }
    }
}
