using System.Collections.Immutable;

namespace RgPolicy.Dbms.PostgreSql.Trials.Scripts.Expressions;

/// <summary>A function or an operator of scripts.</summary>
/// <param name="Name">As it is written.</param>
/// <param name="Least">The fewest arguments.</param>
/// <param name="Most">The most.</param>
/// <param name="Call">Its value; throws what arithmetic does, and ArgumentException with a reason.</param>
internal sealed record ScriptFunction(
    string Name,
    int Least,
    int Most,
    Func<Random, ImmutableArray<ScriptValue>, ScriptValue> Call
);
