using System.Collections.Immutable;
using RgPolicy.Dbms.Trials;

namespace RgPolicy.Dbms.PostgreSql.Trials.Pgbench;

/// <summary>Reads scripts of pgbench as a workload of a PostgreSQL.</summary>
public static class PgbenchWorkload
{
    /// <summary>Reads scripts; refuses what might write or run a program.</summary>
    /// <param name="scripts">The scripts.</param>
    /// <param name="given">Variables that are set before, as pgbench's option <c>-D</c> does.</param>
    /// <returns>The workload, or what is wrong and where.</returns>
    public static (TrialWorkload? Workload, string? Problem) Read(
        ImmutableArray<TrialScript> scripts,
        IReadOnlyDictionary<string, string> given
    )
    {
        var statements = ImmutableArray.CreateBuilder<TrialStatement>();
        foreach (var source in scripts)
        {
            if (scripts.Count(other => other.Name == source.Name) > 1)
                return (null, $"two scripts are called `{source.Name}`");
            var (script, problem) = PgbenchScript.Read(source);
            if (script is null)
                return (null, problem);
            statements.AddRange(script.Statements);
        }

        if (ReadingOnly.Check(new TrialWorkload(statements.ToImmutable(), "")) is { Problem: { } writes })
            return (null, writes);
        var variables = given.ToImmutableSortedDictionary(StringComparer.Ordinal);
        var parts = scripts
            .SelectMany(script => new[] { script.Name, $"{script.Weight}", script.Text })
            .Concat(variables.SelectMany(each => new[] { each.Key, each.Value }));
        var wholes = scripts.Select(script => new TrialStatement(script.Name, script.Weight, script.Text));
        return (
            new TrialWorkload([.. wholes], TextHash.Of(string.Join('\0', parts), 16))
            {
                Scripts = scripts,
                Given = variables,
            },
            null
        );
    }
}
