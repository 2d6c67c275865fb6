using Antlr4.Runtime;
using RgPolicy.Language.Parsing.Generated;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>The lines of one statement as they are read so far, and the first place where they do not fit the
/// grammar; immutable.</summary>
internal sealed class StatementReading
{
    private static readonly int[] Operators = [RgPolicyLexer.AND, RgPolicyLexer.OR, RgPolicyLexer.NOT];

    private readonly IToken _end;
    private Place[]? _places;

    private StatementReading(CorrectedText text, SourceText source, ImmutableArray<IToken> tokens) =>
        (Text, Source, Tokens, _end) = (text, source, tokens, StatementParser.EndOf(source.Content, tokens));

    public CorrectedText Text { get; }

    /// <summary>The text as it is read, without its origin.</summary>
    public SourceText Source { get; }

    public string Content => Source.Content;

    /// <summary>The tokens, what has no meaning among them; a number's unit is one token.</summary>
    public ImmutableArray<IToken> Tokens { get; }

    /// <summary>The mistake, or null where all of it fits.</summary>
    public RecognitionException? Mistake { get; private set; }

    public int First { get; private set; }

    /// <summary>The first token of the statement before it, if there is one.</summary>
    public int? Last { get; private set; }

    /// <summary>The token that does not fit; that behind the last where the statement ends too early.</summary>
    public int Place { get; private set; }

    /// <summary>In which statement and which part of it each token stands.</summary>
    public IReadOnlyList<Place> Places => _places ??= Correcting.Places.Of(this);

    public int Unread => Tokens.Length - Place;

    /// <summary>Reads a statement, or null when its text is beyond a limit.</summary>
    public static StatementReading? Read(CorrectedText text, string path)
    {
        var source = new SourceText(text.Content, path);
        if (PolicyTokens.WithUnknown(source) is not { } tokens)
            return null;

        var statement = new StatementReading(text, source, tokens);
        statement.Parse();
        return statement;
    }

    public IToken At(int place) => place >= 0 && place < Tokens.Length ? Tokens[place] : _end;

    public int Type(int place) => place >= 0 && place < Tokens.Length ? Tokens[place].Type : TokenConstants.EOF;

    /// <summary>The first offset of a token; that behind the last token for the end.</summary>
    public int Start(int place) => place < Tokens.Length ? Tokens[place].StartIndex : End(place);

    /// <summary>The offset behind the token before a place.</summary>
    public int End(int place) => place == 0 ? 0 : Tokens[Math.Min(place, Tokens.Length) - 1].StopIndex + 1;

    public string Slice(int from, int to) => from < to ? Content[Start(from)..End(to)] : "";

    /// <summary>What is read from a token to before another: an operator of another language as what it stands
    /// for.</summary>
    public string Meant(int from, int to) =>
        string.Concat(
            Enumerable
                .Range(from, to - from)
                .Select(place =>
                    (place == from ? "" : Content[End(place)..Start(place)])
                    + (IsOperator(Type(place)) ? At(place).Text : Slice(place, place + 1))
                )
        );

    /// <summary>True when nothing stands between a token and the one before.</summary>
    public bool Touches(int place) => place > 0 && place < Tokens.Length && End(place) == Tokens[place].StartIndex;

    /// <summary>True when only blanks stand before a token on its line.</summary>
    public bool IsFirstOnLine(int place) => place < Tokens.Length && Source.IsFirstOnLine(Tokens[place].StartIndex);

    /// <summary>The braces that are open before a place, the innermost last.</summary>
    public List<int> OpenBraces(int place)
    {
        var open = new List<int>();
        for (var index = First; index < Math.Min(place, Tokens.Length); index++)
        {
            if (Type(index) == RgPolicyLexer.LEFT_BRACE)
                open.Add(index);
            else if (Type(index) == RgPolicyLexer.RIGHT_BRACE && open.Count > 0)
                open.RemoveAt(open.Count - 1);
        }

        return open;
    }

    public bool IsWord(int place) =>
        Type(place) is RgPolicyLexer.IDENTIFIER or (>= RgPolicyLexer.LANGUAGE and <= RgPolicyLexer.LATE);

    private static bool IsOperator(int type) =>
        type is >= RgPolicyLexer.EQUAL and <= RgPolicyLexer.GREATER || Operators.Contains(type);

    private void Parse()
    {
        var parser = new StatementParser(Tokens, _end);
        while (!parser.IsAtEnd && Mistake is null)
        {
            (Last, First) = (First < parser.Index ? First : null, parser.Index);
            Mistake = parser.Read().Mistake;
        }

        Place = Mistake is null ? Tokens.Length : Math.Min(Mistake.OffendingToken.TokenIndex, Tokens.Length);
    }
}
