namespace RgPolicy.Engine.Rules;

/// <summary>A statement whose later executions get less for a while.</summary>
/// <param name="Database">The database that it runs in.</param>
/// <param name="Fingerprint">The statement's.</param>
/// <param name="Rule">The rule that decided it.</param>
/// <param name="Offender">The query that gave the last occasion.</param>
/// <param name="Until">When it ends.</param>
public sealed record Shrink(string Database, string Fingerprint, string Rule, string Offender, DateTimeOffset Until);
