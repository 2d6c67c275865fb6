namespace RgPolicy.Dbms.PostgreSql.Trials.Scripts.Expressions;

/// <summary>A script is wrong at a place, or has no value there.</summary>
internal sealed class ScriptException(string message, int place) : Exception(message)
{
    /// <summary>Where in the script, from 0.</summary>
    public int Place { get; } = place;
}
