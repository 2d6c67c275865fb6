using Antlr4.Runtime;
using RgPolicy.Language.Parsing.Generated;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>The tokens of one statement as the lexer gave them: units are words, and characters that
/// mean nothing are there.</summary>
internal sealed class RawTokens(
    string content,
    IReadOnlyList<IToken> all,
    int first,
    int last,
    DeclaredNames? declared = null
)
{
    private const int None = TokenConstants.EOF;
    private const int MostTokensBack = 20;
    private const int MostInside = 80;
    private const int MostWordsOfHead = 5;
    private string?[]? _texts;
    private int[]? _open;
    private int[]? _blocks;
    private int? _firstClose;

    /// <summary>How many there are.</summary>
    public int Count => last - first;

    public string Content => content;

    public int Type(int index) => index >= 0 && index < Count ? all[first + index].Type : None;

    /// <summary>What is written there; kept, for every rule asks, and a token makes its text anew each time.</summary>
    public string Text(int index) =>
        index >= 0 && index < Count ? (_texts ??= new string?[Count])[index] ??= all[first + index].Text : "";

    /// <summary>Its first offset.</summary>
    public int Start(int index) => index < Count ? all[first + index].StartIndex : End(Count - 1);

    /// <summary>The offset behind it.</summary>
    public int End(int index) => all[first + index].StopIndex + 1;

    /// <summary>The text from a token to before another; empty where no token is between them.</summary>
    public string Slice(int from, int to) => from < to ? content[Start(from)..End(to - 1)] : "";

    public bool Is(int index, string text) =>
        string.Equals(Text(index), text, StringComparison.Ordinal) && !IsText(index);

    /// <summary>True for one of these words in any letters.</summary>
    public bool IsAny(int index, params string[] words)
    {
        foreach (var word in words)
        {
            if (string.Equals(Text(index), word, StringComparison.OrdinalIgnoreCase))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>True for the name of a window of the text.</summary>
    public bool IsWindow(string name) => declared?.Has(RgPolicyLexer.WINDOW, name) == true;

    /// <summary>True for the name of a state of the text.</summary>
    public bool IsState(string name) => declared?.Has(RgPolicyLexer.STATE, name) == true;

    /// <summary>True for the name of a constant of the text that was written as a list.</summary>
    public bool IsListName(string name) => declared?.IsList(name) == true;

    /// <summary>True when nothing stands between a token and the next.</summary>
    public bool Touches(int index) => index >= 0 && index + 1 < Count && End(index) == Start(index + 1);

    /// <summary>True for a name or a word of the language.</summary>
    public bool IsWord(int index) =>
        Type(index) is RgPolicyLexer.IDENTIFIER or >= RgPolicyLexer.LANGUAGE and <= RgPolicyLexer.CASES;

    /// <summary>True when only blanks stand before it on its line.</summary>
    public bool IsFirstOnLine(int index)
    {
        if (index < 0 || index >= Count)
        {
            return false;
        }

        var before = Start(index) - 1;
        while (before >= 0 && content[before] is not ('\r' or '\n') && char.IsWhiteSpace(content[before]))
        {
            before--;
        }

        return before < 0 || content[before] is '\r' or '\n';
    }

    /// <summary>True for a word that begins a line and a statement.</summary>
    public bool BeginsStatement(int index) =>
        IsFirstOnLine(index)
        && Type(index) switch
        {
            RgPolicyLexer.CACHE => Type(index + 1) == RgPolicyLexer.STRATEGY,
            RgPolicyLexer.IN => Is(index + 2, "{"),
            var type => type
                is RgPolicyLexer.LANGUAGE
                    or RgPolicyLexer.USE
                    or RgPolicyLexer.LET
                    or RgPolicyLexer.WINDOW
                    or RgPolicyLexer.POOL
                    or RgPolicyLexer.CLASS
                    or RgPolicyLexer.DEFAULT
                    or RgPolicyLexer.RULE
                    or RgPolicyLexer.STATE
                    or RgPolicyLexer.OBJECTIVE
                    or RgPolicyLexer.TEST,
        };

    /// <summary>The signal that the constant at a place is compared with, or null.</summary>
    public Signal? AskedBefore(int index)
    {
        var dot = index - 1;
        while (dot > 0 && index - dot < MostTokensBack && Type(dot) != RgPolicyLexer.DOT)
        {
            dot--;
        }

        var first = dot - 1;
        while (first > 1 && Type(first - 1) == RgPolicyLexer.DOT)
        {
            first -= 2;
        }

        return first > 0 && SignalEnd(first) is var end && end > dot ? SignalCatalog.Find(Slice(first, end)) : null;
    }

    public bool IsNumber(int index) => Type(index) is RgPolicyLexer.INTEGER or RgPolicyLexer.DECIMAL;

    public bool IsText(int index) => Type(index) is RgPolicyLexer.STRING;

    public bool IsComparison(int index) =>
        Type(index)
            is >= RgPolicyLexer.EQUAL
                and <= RgPolicyLexer.GREATER
                or RgPolicyLexer.FOREIGN_EQUAL
                or RgPolicyLexer.FOREIGN_NOT_EQUAL;

    /// <summary>True for `or` as any language writes it.</summary>
    public bool IsOr(int index) =>
        Type(index) is RgPolicyLexer.OR or RgPolicyLexer.FOREIGN_OR || IsAny(index, "or", "|");

    /// <summary>True for what joins conditions.</summary>
    public bool IsJoint(int index) =>
        Type(index) is RgPolicyLexer.AND or RgPolicyLexer.OR or RgPolicyLexer.FOREIGN_AND or RgPolicyLexer.FOREIGN_OR
        || IsAny(index, "and", "or", "&", "|");

    /// <summary>True where a condition begins: behind a word or a parenthesis that it follows. A `!`
    /// within a word begins none.</summary>
    public bool BeginsCondition(int index) =>
        IsJoint(index - 1)
        || Type(index - 1)
            is RgPolicyLexer.LEFT_PAREN
                or RgPolicyLexer.NOT
                or RgPolicyLexer.WHEN
                or RgPolicyLexer.UNLESS
                or RgPolicyLexer.UNTIL
        || (Type(index - 1) == RgPolicyLexer.FOREIGN_NOT && !(IsWord(index - 2) && Touches(index - 2)))
        || IsAny(index - 1, "when", "where", "if", "not");

    /// <summary>True where a condition may end.</summary>
    public bool EndsCondition(int index) =>
        index >= Count
        || IsJoint(index)
        || Type(index)
            is RgPolicyLexer.RIGHT_PAREN
                or RgPolicyLexer.RIGHT_BRACE
                or RgPolicyLexer.THEN
                or RgPolicyLexer.WHEN
                or RgPolicyLexer.UNLESS
                or RgPolicyLexer.UNTIL
                or RgPolicyLexer.FOR
                or RgPolicyLexer.LEFT_BRACE;

    /// <summary>How many parentheses are open before a token.</summary>
    public int OpenBefore(int index) => (_open ??= CountOpen())[index];

    /// <summary>True between braces of a statement.</summary>
    public bool IsInBraces(int index) => (_blocks ??= CountBlocks())[index] > 0;

    /// <summary>True between the first braces: what stands behind these is of another statement, whose word may be
    /// wrong.</summary>
    public bool IsInFirstBraces(int index) => IsInBraces(index) && index <= (_firstClose ??= FirstClose());

    /// <summary>True for a brace behind words that begin a line, `group r {`: it is another statement's, by a word that
    /// is none of the language.</summary>
    public bool IsBehindOtherHead(int brace)
    {
        var place = brace - 1;
        while (place > 0 && brace - place < MostWordsOfHead && !IsFirstOnLine(place) && IsHeadPart(place))
        {
            place--;
        }

        return place > 0 && place < brace - 1 && IsFirstOnLine(place) && IsHeadPart(place);
    }

    /// <summary>True for a unit behind its number; `min` is a word of settings too.</summary>
    public bool IsUnit(int index) =>
        Numbers.Units.IsUnit(Text(index)) && (IsNumber(index - 1) || Type(index - 1) == RgPolicyLexer.SLASH);

    /// <summary>True where a signal's name begins.</summary>
    public bool IsSignal(int index) => SignalEnd(index) > 0;

    /// <summary>The place behind a signal's name that begins here, or -1.</summary>
    public int SignalEnd(int index)
    {
        if (
            !IsWord(index)
            || Type(index + 1) != RgPolicyLexer.DOT
            || !IsWord(index + 2)
            || Type(index - 1) == RgPolicyLexer.DOT
        )
        {
            return -1;
        }

        var end = index + 3;
        while (Type(end) == RgPolicyLexer.DOT && IsWord(end + 1))
        {
            end += 2;
        }

        return end;
    }

    /// <summary>True where a number, a text or a name begins.</summary>
    public bool IsConstant(int index) => ConstantEnd(index) > 0;

    /// <summary>The place behind a number with its unit, a text or a name that begins here, or -1.</summary>
    public int ConstantEnd(int index)
    {
        if (Type(index) == RgPolicyLexer.EXACTLY && IsText(index + 1))
        {
            return index + 2;
        }

        var sign = Type(index) == RgPolicyLexer.MINUS ? 1 : 0;
        return IsNumber(index + sign) ? UnitEnd(index + sign + 1)
            : IsText(index)
            || (
                IsWord(index)
                && Type(index + 1) != RgPolicyLexer.DOT
                && !IsJoint(index)
                && Type(index) is not (RgPolicyLexer.NOT or RgPolicyLexer.DURING)
            )
                ? index + 1
            : -1;
    }

    /// <summary>The place of the parenthesis that closes one, or -1 where none of the next tokens does.</summary>
    public int CloseOf(int open)
    {
        var depth = 0;
        for (var place = open; place < Math.Min(Count, open + MostInside); place++)
        {
            depth +=
                Is(place, "(") ? 1
                : Is(place, ")") ? -1
                : 0;
            if (depth == 0)
            {
                return place;
            }
        }

        return -1;
    }

    private int[] CountOpen()
    {
        var (open, depth) = (new int[Count + 1], 0);
        for (var index = 0; index < Count; index++)
        {
            open[index] = depth;
            depth += Type(index) switch
            {
                RgPolicyLexer.LEFT_PAREN => 1,
                RgPolicyLexer.RIGHT_PAREN when depth > 0 => -1,
                _ => 0,
            };
        }

        open[Count] = depth;
        return open;
    }

    private int[] CountBlocks()
    {
        var (open, depth) = (new int[Count + 1], 0);
        for (var index = 0; index < Count; index++)
        {
            open[index] = depth;
            depth += Type(index) switch
            {
                RgPolicyLexer.LEFT_BRACE => 1,
                RgPolicyLexer.RIGHT_BRACE => -1,
                _ => 0,
            };
        }

        open[Count] = depth;
        return open;
    }

    private bool IsHeadPart(int index) =>
        IsText(index) || (IsWord(index) && !IsJoint(index)) || Type(index) == RgPolicyLexer.UNKNOWN;

    private int FirstClose()
    {
        var place = 1;
        while (place < Count && !(IsInBraces(place) && !IsInBraces(place + 1)))
        {
            place++;
        }

        return place;
    }

    private int UnitEnd(int index)
    {
        var end = Numbers.Units.IsUnit(Text(index)) ? index + 1 : index;
        return Type(end) == RgPolicyLexer.SLASH && Is(end + 1, "s") && Touches(end) ? end + 2 : end;
    }
}
