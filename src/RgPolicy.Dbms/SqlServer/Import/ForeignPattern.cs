using System.Text;
using RgPolicy.Language.Conditions;

namespace RgPolicy.Dbms.SqlServer.Import;

/// <summary>Reads a pattern of T-SQL: escapes, and sets of one letter such as <c>[_]</c>, are letters
/// to the language too.</summary>
internal static class ForeignPattern
{
    /// <summary>The pattern, or null where the language has none that means the same.</summary>
    public static TextPattern? Read(string pattern, char? escape)
    {
        var units = new StringBuilder(pattern.Length);
        for (var at = 0; at < pattern.Length; at++)
        {
            if (pattern[at] == escape)
            {
                if (++at == pattern.Length)
                {
                    return null;
                }

                units.Append(pattern[at]);
            }
            else if (pattern[at] is '[' or ']')
            {
                if (LetterOfSet(pattern.AsSpan(at), escape) is not { } letter)
                {
                    return null;
                }

                units.Append(letter);
                at += 2;
            }
            else
            {
                units.Append(
                    pattern[at] switch
                    {
                        '%' => TextPattern.Many,
                        '_' => TextPattern.One,
                        var unit => unit,
                    }
                );
            }
        }

        return TextPattern.OfUnits(units.ToString(), exactly: false);
    }

    private static char? LetterOfSet(ReadOnlySpan<char> text, char? escape) =>
        text is ['[', not ('^' or ']') and var letter, ']', ..] && letter != escape ? letter : null;
}
