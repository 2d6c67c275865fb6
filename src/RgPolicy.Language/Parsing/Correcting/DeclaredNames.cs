using Antlr4.Runtime;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>The names behind the words of statements in a whole text, fitting or not: what a word alone
/// was probably meant to be.</summary>
internal sealed class DeclaredNames(IReadOnlyList<IToken> all)
{
    private readonly Lazy<HashSet<(int Sort, string Name)>> _names = new(() => Read(all));

    /// <summary>True for a name that a statement of this sort declares.</summary>
    /// <param name="sort">The token type of the statement's word.</param>
    /// <param name="name">The name.</param>
    public bool Has(int sort, string name) => _names.Value.Contains((sort, name));

    /// <summary>True for a constant that was written as a list.</summary>
    public bool IsList(string name) => _names.Value.Contains((RgPolicyLexer.COMMA, name));

    private static HashSet<(int Sort, string Name)> Read(IReadOnlyList<IToken> all)
    {
        var names = new HashSet<(int Sort, string Name)>();
        for (var place = 0; place + 1 < all.Count; place++)
        {
            var isStatement =
                all[place].Type
                is RgPolicyLexer.WINDOW
                    or RgPolicyLexer.STATE
                    or RgPolicyLexer.POOL
                    or RgPolicyLexer.CLASS
                    or RgPolicyLexer.LET;
            if (
                isStatement
                && !(
                    place > 0 && all[place - 1].Type is RgPolicyLexer.DOT or RgPolicyLexer.WHEN or RgPolicyLexer.DURING
                )
            )
            {
                names.Add((all[place].Type, all[place + 1].Text));
                if (IsList(all, place))
                {
                    names.Add((RgPolicyLexer.COMMA, all[place + 1].Text));
                }
            }
        }

        return names;
    }

    // `let logins = ('a', 'b')`
    private static bool IsList(IReadOnlyList<IToken> all, int let) =>
        all[let].Type == RgPolicyLexer.LET
        && let + 5 < all.Count
        && all[let + 3].Text is "(" or "[" or "{"
        && all[let + 5].Type == RgPolicyLexer.COMMA;
}
