using System.Collections.Frozen;
using System.Collections.Immutable;
using RgPolicy.Dbms.PostgreSql.Trials.Scripts;
using RgPolicy.Dbms.Trials;

namespace RgPolicy.Dbms.PostgreSql.Trials;

/// <summary>Reads scripts of pgbench as a workload of a PostgreSQL.</summary>
public static class PostgresScripts
{
    /// <summary>Reads them; each runs as a whole, as often as its weight says.</summary>
    /// <param name="scripts">Names, texts and weights.</param>
    /// <param name="given">Variables that are set before, as pgbench's option <c>-D</c> does.</param>
    /// <returns>The workload, or what is wrong and where.</returns>
    public static (TrialWorkload? Workload, string? Problem) Read(
        IEnumerable<(string Name, string Text, int Weight)> scripts,
        IReadOnlyDictionary<string, string> given
    )
    {
        ArgumentNullException.ThrowIfNull(scripts);
        var variables = given.ToFrozenDictionary(StringComparer.Ordinal);
        var read = ImmutableArray.CreateBuilder<BenchScript>();
        foreach (var (name, text, weight) in scripts)
        {
            if (read.Any(script => script.Source.Name == name))
                return (null, $"two scripts are called `{name}`");
            var (script, problem) = ScriptReader.Read(new ScriptSource(name, text), weight, variables);
            if (script is null)
                return (null, problem);
            read.Add(script);
        }

        return ReadingOnly.Check(Workload(read.ToImmutable(), variables));
    }

    private static TrialWorkload Workload(ImmutableArray<BenchScript> scripts, FrozenDictionary<string, string> given)
    {
        var parts = scripts
            .SelectMany(script => new[] { script.Source.Name, $"{script.Weight}", script.Source.Text })
            .Concat(
                given
                    .OrderBy(each => each.Key, StringComparer.Ordinal)
                    .SelectMany(each => new[] { each.Key, each.Value })
            );
        return new TrialWorkload(
            [
                .. scripts
                    .SelectMany(script => script.Steps)
                    .Select(step => step.Run?.Statement)
                    .OfType<TrialStatement>(),
            ],
            TextHash.Of(string.Join('\0', parts), 16)
        )
        {
            Units = [.. scripts],
        };
    }
}
