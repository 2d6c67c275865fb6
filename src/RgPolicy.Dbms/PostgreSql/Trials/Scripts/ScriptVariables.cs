using System.Collections.Immutable;
using RgPolicy.Dbms.PostgreSql.Trials.Scripts.Expressions;

namespace RgPolicy.Dbms.PostgreSql.Trials.Scripts;

/// <summary>
/// Where the variables stand in a statement. pgbench puts values wherever <c>:name</c> stands, in quotes too, and
/// leaves what is set nowhere; here that is a mistake unless it stands in quotes or a comment.
/// </summary>
internal static class ScriptVariables
{
    /// <summary>The parts.</summary>
    /// <exception cref="ScriptException">A variable is set nowhere.</exception>
    public static ImmutableArray<ScriptPart> Of(string text, int place, Func<string, bool> isSet)
    {
        var bare = SqlLexer
            .Tokens(text)
            .Where(token => token.IsSymbol(text, ':'))
            .Select(token => token.Start)
            .ToHashSet();
        var parts = ImmutableArray.CreateBuilder<ScriptPart>();
        var done = 0;
        foreach (var (start, name) in Names(text))
        {
            if (isSet(name))
            {
                parts.Add(new ScriptPart(text[done..start], false));
                parts.Add(new ScriptPart(name, true));
                done = start + 1 + name.Length;
            }
            else if (bare.Contains(start))
            {
                throw new ScriptException(
                    $"`:{name}` is set nowhere before; write \\set {name} or --define {name}=VALUE",
                    place + start
                );
            }
        }

        parts.Add(new ScriptPart(text[done..], false));
        return parts.ToImmutable();
    }

    /// <summary>Letters, digits and <c>_</c>; a number alone is the end of a slice such as <c>a[1:2]</c>.</summary>
    public static bool IsName(string text) => text.All(IsNamePart) && !char.IsAsciiDigit(text[0]);

    private static IEnumerable<(int Start, string Name)> Names(string text)
    {
        for (var at = text.IndexOf(':', StringComparison.Ordinal); at >= 0; )
        {
            var colons = Run(text, at, each => each == ':');
            var length = Run(text, at + colons, IsNamePart);
            // Two are a cast.
            if (colons == 1 && length > 0 && !char.IsAsciiDigit(text[at + 1]))
                yield return (at, text.Substring(at + 1, length));
            var next = at + colons + length;
            at = next < text.Length ? text.IndexOf(':', next) : -1;
        }
    }

    private static int Run(string text, int at, Func<char, bool> belongs)
    {
        var end = at;
        while (end < text.Length && belongs(text[end]))
            end++;
        return end - at;
    }

    private static bool IsNamePart(char each) => char.IsAsciiLetterOrDigit(each) || each is '_' or >= '\u0080';
}

/// <summary>A piece of a statement.</summary>
/// <param name="Text">The text, or a variable's name.</param>
/// <param name="IsVariable">The variable's value stands here.</param>
internal sealed record ScriptPart(string Text, bool IsVariable);
