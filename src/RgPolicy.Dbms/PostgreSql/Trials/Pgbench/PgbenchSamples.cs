using RgPolicy.Dbms.Trials;

namespace RgPolicy.Dbms.PostgreSql.Trials.Pgbench;

/// <summary>Statements with values in place of their variables, as pgbench itself draws them: by its function
/// <c>debug</c>, without running a statement.</summary>
internal static class PgbenchSamples
{
    // Of a variable that has no value here, such as one that another branch sets.
    private const string Any = "1";

    public static async Task<FrozenDictionary<string, ImmutableArray<string>>> ReadAsync(
        PgbenchRun run,
        IReadOnlyDictionary<string, string> given,
        CancellationToken cancellationToken
    )
    {
        var texts = new Dictionary<string, ImmutableArray<string>>(StringComparer.Ordinal);
        foreach (var script in run.Scripts)
        {
            var (probe, asked) = Probe(script, given);
            // What fails here fails in the first run too, and is told there.
            var shown = asked.Count == 0 ? "" : (await run.OnceAsync(probe, cancellationToken)).Error;
            var values = Values(shown, asked);
            texts[script.Source.Name] = [.. script.Statements.Select(statement => Filled(statement, given, values))];
        }

        return texts.ToFrozenDictionary(StringComparer.Ordinal);
    }

    /// <summary>The script with questions in place of its statements, and which command asks for what.</summary>
    private static (string Text, Dictionary<int, (string Statement, string Variable)> Asked) Probe(
        PgbenchScript script,
        IReadOnlyDictionary<string, string> given
    )
    {
        var text = new StringBuilder();
        var asked = new Dictionary<int, (string, string)>();
        var number = 0;
        var set = new HashSet<string>(["client_id"], StringComparer.Ordinal);
        foreach (var (statement, meta) in script.Commands)
        {
            if (statement is null && !meta.StartsWith("\\sleep", StringComparison.OrdinalIgnoreCase))
            {
                text.Append(meta).Append('\n');
                number++;
                if (meta.Split((char[]?)null, 3, StringSplitOptions.RemoveEmptyEntries) is [_, var name, ..])
                    set.Add(name);
            }

            foreach (var range in PgbenchScript.Variables(statement?.Text ?? ""))
            {
                if (statement?.Text[range] is { } name && set.Contains(name) && !given.ContainsKey(name))
                {
                    text.Append(CultureInfo.InvariantCulture, $"\\set rgp_shown debug(:{name})\n");
                    asked[++number] = (statement.Name, name);
                }
            }
        }

        return (text.ToString(), asked);
    }

    /// <summary>Of lines such as <c>debug(script=0,command=3): int 42</c>.</summary>
    private static Dictionary<(string, string), string> Values(
        string error,
        Dictionary<int, (string Statement, string Variable)> asked
    )
    {
        const string Begin = "command=";
        var values = new Dictionary<(string, string), string>();
        foreach (var line in error.Split('\n').Where(line => line.StartsWith("debug(", StringComparison.Ordinal)))
        {
            var at = line.IndexOf(Begin, StringComparison.Ordinal) + Begin.Length;
            if (
                line.IndexOf(')', at) is var end and > 0
                && int.TryParse(
                    line.AsSpan(at, end - at),
                    NumberStyles.None,
                    CultureInfo.InvariantCulture,
                    out var number
                )
                && asked.TryGetValue(number, out var what)
                && line.TrimEnd().Split(' ') is [_, .., var value]
            )
                values[what] = value;
        }

        return values;
    }

    private static string Filled(
        TrialStatement statement,
        IReadOnlyDictionary<string, string> given,
        Dictionary<(string, string), string> values
    )
    {
        var (text, filled, done) = (statement.Text, new StringBuilder(), 0);
        foreach (var range in PgbenchScript.Variables(text))
        {
            var name = text[range];
            var value = given.GetValueOrDefault(name) ?? values.GetValueOrDefault((statement.Name, name));
            // pgbench leaves what is set nowhere.
            filled
                .Append(text, done, range.Start.Value - 1 - done)
                .Append(value ?? (IsBare(text, range) ? Any : ":" + name));
            done = range.End.Value;
        }

        return filled.Append(text, done, text.Length - done).ToString();
    }

    private static bool IsBare(string text, Range range) =>
        SqlLexer.Tokens(text).Exists(token => token.IsSymbol(text, ':') && token.Start == range.Start.Value - 1);
}
