using RgPolicy.Dbms.PostgreSql.Trials.Scripts.Expressions;

namespace RgPolicy.Dbms.PostgreSql.Trials.Scripts;

/// <summary>Reads a line that begins with a backslash.</summary>
internal static class CommandReader
{
    /// <summary>The step that it is; a variable that it sets is set from then on.</summary>
    /// <exception cref="ScriptException">It is none that is read.</exception>
    public static ScriptStep Read(string line, int place, HashSet<string> set)
    {
        var (command, rest) = Word(line, 1);
        return command.ToLowerInvariant() switch
        {
            "set" => Set(line, rest, place, set),
            "sleep" => Sleep(line, rest, place, set),
            "" => throw new ScriptException("a command is expected behind the backslash", place),
            _ => throw new ScriptException(
                $"`\\{command}` is not read: scripts may have \\set, \\sleep and statements that read",
                place
            ),
        };
    }

    private static ScriptStep Set(string line, int at, int place, HashSet<string> set)
    {
        var (name, rest) = Word(line, at);
        if (name.Length == 0 || !ScriptVariables.IsName(name))
            throw new ScriptException("the name of a variable is expected", place + at);
        var step = new ScriptStep { Set = (name, ExpressionReader.Read(line[rest..], place + rest, set.Contains)) };
        set.Add(name);
        return step;
    }

    private static ScriptStep Sleep(string line, int at, int place, HashSet<string> set)
    {
        var (count, rest) = Word(line, at);
        var (unit, end) = Word(line, rest);
        if (line[end..].Trim().Length > 0)
            throw new ScriptException("\\sleep takes a number and a unit", place + end);
        // Without a blank between them, as pgbench reads it too.
        var digits = count.TakeWhile(char.IsAsciiDigit).Count();
        if (unit.Length == 0 && digits > 0 && digits < count.Length)
            (count, unit) = (count[..digits], count[digits..]);
        var start = at + (line.Length - at - line[at..].TrimStart().Length);
        var value = ExpressionReader.Read(count, place + start, set.Contains);
        if (value is not (ConstantExpression { Value.Kind: ScriptValueKind.Whole } or VariableExpression))
            throw new ScriptException("\\sleep takes a whole number or a variable", place + start);
        return new ScriptStep { Pause = (value, UnitOf(unit, place + rest)) };
    }

    private static TimeSpan UnitOf(string unit, int place) =>
        unit.ToLowerInvariant() switch
        {
            "" or "s" => TimeSpan.FromSeconds(1),
            "ms" => TimeSpan.FromMilliseconds(1),
            "us" => TimeSpan.FromMicroseconds(1),
            _ => throw new ScriptException($"`{unit}` is no unit of \\sleep: write us, ms or s", place),
        };

    /// <summary>The next word, and where it ends.</summary>
    private static (string Word, int End) Word(string line, int at)
    {
        var start = at;
        while (start < line.Length && char.IsWhiteSpace(line[start]))
            start++;
        var end = start;
        while (end < line.Length && !char.IsWhiteSpace(line[end]))
            end++;
        return (line[start..end], end);
    }
}
