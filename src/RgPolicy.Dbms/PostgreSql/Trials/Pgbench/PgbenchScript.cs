using RgPolicy.Dbms.Trials;

namespace RgPolicy.Dbms.PostgreSql.Trials.Pgbench;

/// <summary>A script of pgbench: its text, and the commands that pgbench cuts it into.</summary>
internal sealed record PgbenchScript(TrialScript Source, ImmutableArray<PgbenchCommand> Commands)
{
    // The others run a program, or put into a statement what was not read here.
    private static readonly string[] Known = ["set", "sleep", "if", "elif", "else", "endif"];

    public IEnumerable<TrialStatement> Statements =>
        Commands.Select(command => command.Statement).OfType<TrialStatement>();

    /// <summary>Reads a script as far as its statements must be known; pgbench reads the rest.</summary>
    /// <returns>The script, or what is wrong and where.</returns>
    public static (PgbenchScript? Script, string? Problem) Read(TrialScript source)
    {
        var (name, text, weight) = source;
        var commands = ImmutableArray.CreateBuilder<PgbenchCommand>();
        for (var at = 0; at < text.Length; )
        {
            if (char.IsWhiteSpace(text[at]))
            {
                at++;
                continue;
            }

            var begin = at;
            var (command, problem) = text[at] == '\\' ? ReadMeta(text, ref at) : ReadStatement(text, ref at);
            if (problem is not null)
                return (null, $"{Place(name, text, begin)}: {problem}");
            if (command is { Statement: { } statement })
                command = new PgbenchCommand(
                    statement with
                    {
                        Name = FormattableString.Invariant(
                            $"{name}#{commands.Count(each => each.Statement is not null) + 1}"
                        ),
                        Weight = weight,
                    },
                    ""
                );
            if (command is not null)
                commands.Add(command);
        }

        var script = new PgbenchScript(source, commands.ToImmutable());
        return script.Statements.Any() ? (script, null) : (null, $"{name}: the script has no statement");
    }

    /// <summary>The names of variables in a statement; a number alone is the end of a slice such as
    /// <c>a[1:2]</c>.</summary>
    public static IEnumerable<Range> Variables(string text)
    {
        for (var at = text.IndexOf(':', StringComparison.Ordinal); at >= 0; )
        {
            var colons = Run(text, at, static each => each == ':');
            var end = at + colons + Run(text, at + colons, IsNamePart);
            // Two are a cast.
            if (colons == 1 && end > at + 1 && !char.IsAsciiDigit(text[at + 1]))
                yield return (at + 1)..end;
            at = end < text.Length ? text.IndexOf(':', end) : -1;
        }
    }

    private static (PgbenchCommand? Command, string? Problem) ReadStatement(string text, ref int at)
    {
        var rest = text[at..];
        var lexer = new SqlLexer(rest);
        var (first, end) = (-1, 0);
        var token = lexer.Next();
        while (token.Kind != SqlTokenKind.End && !token.IsSymbol(rest, ';') && !token.IsSymbol(rest, '\\'))
        {
            if (token.Kind == SqlTokenKind.Broken)
                return (null, "a quote or a comment does not end");
            (first, end) = (first < 0 ? token.Start : first, token.End);
            token = lexer.Next();
        }

        at += token.IsSymbol(rest, ';') ? token.End : token.Start;
        return (first < 0 ? null : new PgbenchCommand(new TrialStatement("", 1, rest[first..end]), ""), null);
    }

    /// <summary>To the end of the line; a backslash there goes on in the next one.</summary>
    private static (PgbenchCommand? Command, string? Problem) ReadMeta(string text, ref int at)
    {
        var (begin, end) = (at, LineEnd(text, at));
        while (end < text.Length && text[begin..end].TrimEnd('\r').EndsWith('\\'))
            end = LineEnd(text, end + 1);
        at = end;
        var line = text[(begin + 1)..end]
            .Replace("\\\r\n", " ", StringComparison.Ordinal)
            .Replace("\\\n", " ", StringComparison.Ordinal);
        var word = line.Split((char[]?)null, 2, StringSplitOptions.RemoveEmptyEntries) is [var first, ..] ? first : "";
        return Known.Contains(word, StringComparer.OrdinalIgnoreCase)
            ? (new PgbenchCommand(null, "\\" + line.Trim()), null)
            : (null, $"`\\{word}` is not run here: scripts may have \\set, \\sleep, \\if and statements that read");
    }

    /// <summary>A place as people find it, such as <c>read.sql:3:7</c>.</summary>
    private static string Place(string name, string text, int at)
    {
        var before = text.AsSpan(0, at);
        return FormattableString.Invariant(
            $"{name}:{before.Count('\n') + 1}:{before.Length - before.LastIndexOf('\n')}"
        );
    }

    private static int LineEnd(string text, int at) => text.IndexOf('\n', at) is >= 0 and var end ? end : text.Length;

    private static int Run(string text, int at, Func<char, bool> belongs)
    {
        var end = at;
        while (end < text.Length && belongs(text[end]))
            end++;
        return end - at;
    }

    private static bool IsNamePart(char each) => char.IsAsciiLetterOrDigit(each) || each is '_' or >= '\u0080';
}

/// <param name="Statement">What it sends to the server; null for a meta command.</param>
/// <param name="Meta">The meta command on one line; empty for a statement.</param>
internal sealed record PgbenchCommand(TrialStatement? Statement, string Meta);

/// <summary>Reads scripts of pgbench as a workload of a PostgreSQL.</summary>
internal static class PgbenchWorkload
{
    /// <summary>Reads scripts; refuses what might write or run a program.</summary>
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

        if (
            WorkloadText.Check((new TrialWorkload(statements.ToImmutable(), ""), null), ReadingOnly.Problem) is
            { Problem: { } writes }
        )
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
