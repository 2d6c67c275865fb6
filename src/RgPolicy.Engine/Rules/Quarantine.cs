namespace RgPolicy.Engine.Rules;

/// <summary>A fingerprint whose later executions go to another pool for a while.</summary>
/// <param name="Fingerprint">Whose.</param>
/// <param name="Pool">The pool's name; null is the lowest.</param>
/// <param name="Rule">The rule that decided it.</param>
/// <param name="Offender">The query that gave the last occasion.</param>
/// <param name="Since">Executions that begin later are meant.</param>
/// <param name="Until">When it ends.</param>
public sealed record Quarantine(
    string Fingerprint,
    string? Pool,
    string Rule,
    string Offender,
    DateTimeOffset Since,
    DateTimeOffset Until
);
