using System.Collections.Frozen;
using System.Collections.Immutable;
using RgPolicy.Dbms.PostgreSql.Trials.Scripts.Expressions;
using RgPolicy.Dbms.Trials;

namespace RgPolicy.Dbms.PostgreSql.Trials.Scripts;

/// <summary>
/// Reads a script of pgbench: statements of SQL that end with a semicolon, <c>\set</c> and <c>\sleep</c>. What else
/// pgbench reads is refused with its place, and never skipped.
/// </summary>
internal sealed class ScriptReader
{
    private readonly ScriptSource _source;
    private readonly int _weight;
    private readonly FrozenDictionary<string, string> _given;
    private readonly HashSet<string> _set;
    private readonly ImmutableArray<ScriptStep>.Builder _steps = ImmutableArray.CreateBuilder<ScriptStep>();
    private int _statements;
    private int _at;

    private ScriptReader(ScriptSource source, int weight, FrozenDictionary<string, string> given)
    {
        (_source, _weight, _given) = (source, weight, given);
        _set = new HashSet<string>(given.Keys, StringComparer.Ordinal) { BenchScript.Client };
    }

    /// <summary>Reads a script.</summary>
    /// <param name="source">The script.</param>
    /// <param name="weight">How often it runs in each run.</param>
    /// <param name="given">Variables that are set before.</param>
    /// <returns>The script, or what is wrong and where.</returns>
    public static (BenchScript? Script, string? Problem) Read(
        ScriptSource source,
        int weight,
        FrozenDictionary<string, string> given
    )
    {
        var reader = new ScriptReader(source, weight, given);
        try
        {
            reader.ReadAll();
        }
        catch (ScriptException e)
        {
            return (null, $"{source.At(e.Place)}: {e.Message}");
        }

        return reader._statements == 0
            ? (null, $"{source.Name}: the script has no statement")
            : (new BenchScript(source, weight, reader._steps.ToImmutable(), given), null);
    }

    private void ReadAll()
    {
        while (_at < _source.Text.Length)
        {
            if (char.IsWhiteSpace(_source.Text[_at]))
                _at++;
            else if (_source.Text[_at] == '\\')
                ReadCommand();
            else
                ReadStatement();
        }
    }

    /// <summary>To the semicolon, or to a command that follows.</summary>
    private void ReadStatement()
    {
        var rest = _source.Text[_at..];
        var lexer = new SqlLexer(rest);
        var (first, end) = (-1, 0);
        var token = lexer.Next();
        while (token.Kind != SqlTokenKind.End && !token.IsSymbol(rest, ';') && !token.IsSymbol(rest, '\\'))
        {
            if (token.Kind == SqlTokenKind.Broken)
                throw new ScriptException("what begins here does not end", _at + token.Start);
            (first, end) = (first < 0 ? token.Start : first, token.End);
            token = lexer.Next();
        }

        if (first >= 0)
            Add(rest[first..end], _at + first);
        _at += token.IsSymbol(rest, ';') ? token.End : token.Start;
    }

    private void Add(string text, int place)
    {
        var name = FormattableString.Invariant($"{_source.Name}#{++_statements}");
        var parts = ScriptVariables.Of(text, place, _set.Contains);
        _steps.Add(new ScriptStep { Run = (new TrialStatement(name, _weight, text), parts) });
    }

    /// <summary>To the end of the line; a backslash there goes on in the next one.</summary>
    private void ReadCommand()
    {
        var (text, begin) = (_source.Text, _at);
        var end = LineEnd(begin);
        while (end < text.Length && text[begin..end].TrimEnd('\r').EndsWith('\\'))
            end = LineEnd(end + 1);
        // The same length, so that places stay what they are.
        var line = text[begin..end]
            .Replace("\\\r\n", "   ", StringComparison.Ordinal)
            .Replace("\\\n", "  ", StringComparison.Ordinal);
        _at = end;
        _steps.Add(CommandReader.Read(line, begin, _set));
    }

    private int LineEnd(int at) => _source.Text.IndexOf('\n', at) is >= 0 and var end ? end : _source.Text.Length;
}

/// <summary>A script's text.</summary>
/// <param name="Name">Its file's name.</param>
/// <param name="Text">The text.</param>
internal sealed record ScriptSource(string Name, string Text)
{
    /// <summary>A place as people find it, such as <c>read.sql:3:7</c>.</summary>
    public string At(int place)
    {
        var before = Text.AsSpan(0, Math.Clamp(place, 0, Text.Length));
        var line = before.Count('\n') + 1;
        return FormattableString.Invariant($"{Name}:{line}:{before.Length - before.LastIndexOf('\n')}");
    }
}

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
