using System.Collections.Immutable;
using Antlr4.Runtime;
using Antlr4.Runtime.Atn;

namespace RgPolicy.Language.Parsing.Repairing;

/// <summary>The tokens of one statement, as they are read after fixing; immutable.</summary>
internal sealed class TokenView
{
    private readonly ImmutableArray<IToken> _tokens;
    private readonly IToken _end;

    private TokenView(ImmutableArray<IToken> tokens, IToken end) => (_tokens, _end) = (tokens, end);

    /// <summary>How many tokens there are.</summary>
    public int Length => _tokens.Length;

    /// <summary>The tokens from one on to before another, where the text ends as far as the parser knows.</summary>
    public static TokenView Of(ImmutableArray<IToken> tokens, int start, int next)
    {
        var behind = tokens[next - 1].StopIndex + 1;
        var end = new CommonToken(TokenConstants.EOF, "")
        {
            TokenIndex = next,
            StartIndex = behind,
            StopIndex = behind - 1,
        };
        return new TokenView(tokens[start..next], end);
    }

    /// <summary>The tokens with those that stand for others, by their place.</summary>
    public TokenView With(Dictionary<int, IToken> replaced) =>
        replaced.Count == 0
            ? this
            : new TokenView([.. _tokens.Select(token => replaced.GetValueOrDefault(token.TokenIndex, token))], _end);

    /// <summary>The tokens after a change.</summary>
    public TokenView With(Repair repair)
    {
        var index = Find(repair.At.TokenIndex);
        var end = Find(repair.At.TokenIndex + repair.Left);
        return new TokenView([.. _tokens[..index], .. repair.Instead, .. _tokens[end..]], _end);
    }

    /// <summary>Where a place of the text begins; places rise, and what was put in has the place before it.</summary>
    private int Find(int place)
    {
        var index = 0;
        while (index < _tokens.Length && _tokens[index].TokenIndex < place)
        {
            index++;
        }

        return index;
    }

    /// <summary>Reads the statement from its first token.</summary>
    public StatementReading Read()
    {
        var places = _tokens.Select(token => token.TokenIndex).ToArray();
        var endPlace = _end.TokenIndex;
        var parser = new StatementParser(_tokens, _end);
        var (statement, mistake) = parser.Read(PredictionMode.LL);
        var index = parser.Index;
        RestorePlaces(places, endPlace);
        return new StatementReading(this, statement, mistake, index < places.Length ? places[index] : endPlace);
    }

    // The parser's stream counts the tokens anew; the syntax tree needs their places in the text.
    private void RestorePlaces(int[] places, int endPlace)
    {
        for (var index = 0; index < places.Length; index++)
        {
            ((IWritableToken)_tokens[index]).TokenIndex = places[index];
        }

        ((IWritableToken)_end).TokenIndex = endPlace;
    }
}
