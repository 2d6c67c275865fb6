using System.Collections.Immutable;
using RgPolicy.Dbms.PostgreSql.Trials.Scripts.Expressions;
using RgPolicy.Dbms.Trials;

namespace RgPolicy.Dbms.PostgreSql.Trials.Scripts;

/// <summary>A step of a script; one of its three parts is there.</summary>
internal sealed record ScriptStep
{
    /// <summary>A variable that is set.</summary>
    public (string Name, ScriptExpression Value)? Set { get; init; }

    /// <summary>A pause: how many of which unit.</summary>
    public (ScriptExpression Count, TimeSpan Unit)? Pause { get; init; }

    /// <summary>A statement with its text in parts: the text itself, or the name of a variable.</summary>
    public (TrialStatement Statement, ImmutableArray<ScriptPart> Parts)? Run { get; init; }
}
