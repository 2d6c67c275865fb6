using Antlr4.Runtime;
using Antlr4.Runtime.Atn;
using RgPolicy.Language.Parsing.Generated;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Parsing.Repairing;

/// <summary>Finds where reading goes on after a statement that does not fit.</summary>
internal sealed class StatementRecovery(SourceText source, ImmutableArray<IToken> tokens)
{
    private static readonly string[] Statements =
        "language use let window pool class schedule rule state objective test".Split(' ');

    /// <summary>
    /// The index of the next statement's first token: a statement's keyword that begins a line and is indented no
    /// deeper than the broken statement, or one behind the brace that ends it; else the end.
    /// </summary>
    public int Next(int start, int offending)
    {
        var depth = 0;
        for (var index = start; index < tokens.Length; index++)
        {
            if (
                index > start
                && IsStatementStart(index)
                && (IsOutdented(start, index) || FollowsEnd(index, depth, offending))
            )
                return index;

            depth += OpenBraces.Turn(tokens[index].Type);
        }

        return tokens.Length;
    }

    /// <summary>Where the statements begin and end that do not fit the grammar, in their order.</summary>
    public List<(int Start, int End)> Misfits()
    {
        var found = new List<(int Start, int End)>();
        var parser = new StatementParser(tokens, StatementParser.EndOf(source.Content, tokens));
        var (first, end) = (0, 0);
        while (!parser.IsAtEnd)
        {
            var start = parser.Index;
            if (start >= end)
                (first, end) = (start, Next(start, start));

            // What only the full prediction can read has no mistake when it is read alone.
            if (
                parser.Read(PredictionMode.SLL).Statement is null
                || (parser.Index > end && !IsBoundary(end, parser.Index))
            )
            {
                found.Add(
                    (
                        first == 0 ? 0 : tokens[first].StartIndex,
                        end == tokens.Length ? source.Content.Length : tokens[end].StartIndex
                    )
                );
                parser.Seek(end);
            }
        }

        return found;
    }

    /// <summary>True when one of the statements from a place on begins at an index, or the text ends there.</summary>
    public bool IsBoundary(int place, int index)
    {
        while (place < index)
            place = Next(place, place);

        return place == index;
    }

    /// <summary>True for a token that can only begin a statement when it begins a line.</summary>
    public bool IsStatementStart(int index)
    {
        var next = index + 1 < tokens.Length ? tokens[index + 1].Type : TokenConstants.EOF;
        return tokens[index].Type switch
        {
            RgPolicyLexer.DEFAULT => next == RgPolicyLexer.ARROW,
            RgPolicyLexer.CACHE => next == RgPolicyLexer.STRATEGY,
            RgPolicyLexer.IN => index + 2 < tokens.Length
                && tokens[index + 2].Type is RgPolicyLexer.LEFT_BRACE or RgPolicyLexer.POOL,
            _ => Statements.Contains(tokens[index].Text, StringComparer.Ordinal) && next != RgPolicyLexer.DOT,
        };
    }

    /// <summary>True for a token that begins a line and is indented no deeper than the statement's first one.</summary>
    public bool IsOutdented(int start, int index) =>
        source.IsFirstOnLine(tokens[index].StartIndex) && Column(index) <= Column(start);

    private bool FollowsEnd(int index, int depth, int offending) =>
        depth <= 0 && index > offending && tokens[index - 1].Type == RgPolicyLexer.RIGHT_BRACE;

    private int Column(int index) => source.Range(tokens[index].StartIndex, tokens[index].StartIndex).StartColumn;
}
