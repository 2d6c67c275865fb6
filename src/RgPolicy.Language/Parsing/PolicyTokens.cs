using Antlr4.Runtime;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Parsing.Correcting;
using RgPolicy.Language.Parsing.Generated;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Parsing;

/// <summary>Text to tokens: lexes, reports what is not a token, and makes the word after a number its unit.</summary>
/// <param name="source">The text as it was written.</param>
/// <param name="text">The text as it is read.</param>
/// <param name="bag">What is told.</param>
/// <param name="keepsUnknown">True where what is not a token is kept for the parser to stop at.</param>
internal sealed class PolicyTokens(SourceText source, CorrectedText text, DiagnosticBag bag, bool keepsUnknown = false)
{
    /// <summary>True when the text holds what is not a token: only <see cref="TextCorrections"/> know what
    /// it stands for.</summary>
    public bool NeedsCorrection { get; private set; }

    /// <summary>The tokens of a text for the corrections, what is unknown among them; null when it is beyond a limit.</summary>
    public static ImmutableArray<IToken>? WithUnknown(SourceText source) =>
        new PolicyTokens(
            source,
            new CorrectedText(source.Content),
            new DiagnosticBag(source.Path),
            keepsUnknown: true
        ).Read();

    /// <summary>The tokens that mean something, or null when the text is beyond a limit.</summary>
    public ImmutableArray<IToken>? Read()
    {
        var raw = Lex();
        if (raw is null)
            return null;

        var tokens = JoinUnits(raw);
        return IsShallow(tokens) ? tokens : null;
    }

    private List<CommonToken>? Lex()
    {
        var tokens = new List<CommonToken>();
        var count = 0;
        foreach (var token in text.Tokens())
        {
            if (count++ == Lexing.MostTokens)
            {
                bag.Add("RG0001", Range(token), $"A policy has at most {Lexing.MostTokens} words; split this one.");
                return null;
            }

            MoveToOrigin(token);
            if (token.Channel == TokenConstants.DefaultChannel)
                KeepOrReport(token, tokens);
            else
                NeedsCorrection |= token.Type == RgPolicyLexer.OPEN_COMMENT;
        }

        foreach (var suspect in Suspects.In(tokens))
        {
            NeedsCorrection = true;
            suspect.Type = keepsUnknown ? RgPolicyLexer.UNKNOWN : suspect.Type;
        }

        return tokens;
    }

    private void MoveToOrigin(CommonToken token)
    {
        if (text.IsChanged)
        {
            token.Text = token.Text; // As it is read: from now on its place is that of what was written.
            (token.StartIndex, token.StopIndex) = (text.Start(token.StartIndex), text.End(token.StopIndex + 1) - 1);
        }
    }

    private void KeepOrReport(CommonToken token, List<CommonToken> tokens)
    {
        if (ForeignOperators.Find(token.Type) is { } foreign)
        {
            bag.Add(
                "RG1005",
                Range(token),
                $"Write `{foreign.Meant}` instead of `{token.Text}`.",
                new Fix($"Write `{foreign.Meant}`", true, [new TextEdit(Range(token), Apart(token, foreign.Meant))])
            );
            token.Type = foreign.Type;
            token.Text = foreign.Meant;
        }
        else if (token.Type == RgPolicyLexer.OPEN_STRING)
        {
            ReportOpen(token);
            token.Type = RgPolicyLexer.STRING;
        }
        else if (token.Type == RgPolicyLexer.UNKNOWN)
        {
            NeedsCorrection = true;
            if (!keepsUnknown)
                return;
        }

        tokens.Add(token);
    }

    private void ReportOpen(CommonToken token)
    {
        var text = token.Text.TrimEnd(' ', '\t', '}', ')', ',');
        var other = text.Length > 1 && text[^1] is '\'' or '"';
        var end = token.StartIndex + text.Length;
        bag.Add(
            "RG1002",
            Range(token),
            other
                ? $"This text begins with `{text[0]}` and ends with `{text[^1]}`: write the same quote on both sides."
                : $"This text is not closed: put `{text[0]}` behind it. A text has no line breaks.",
            new Fix("Close the text", false, [new TextEdit(source.Range(other ? end - 1 : end, end), text[..1])])
        );
    }

    // A word needs blanks where the mark needed none.
    private string Apart(CommonToken token, string word)
    {
        var isBehindWord = token.StartIndex > 0 && char.IsLetterOrDigit(source.Content[token.StartIndex - 1]);
        var next = token.StopIndex + 1;
        var isBeforeWord = next < source.Content.Length && char.IsLetterOrDigit(source.Content[next]);
        var isWord = char.IsLetter(word[0]);
        return $"{(isWord && isBehindWord ? " " : "")}{word}{(isWord && isBeforeWord ? " " : "")}";
    }

    private ImmutableArray<IToken> JoinUnits(List<CommonToken> raw)
    {
        var tokens = ImmutableArray.CreateBuilder<IToken>(raw.Count + 1);
        for (var index = 0; index < raw.Count; index++)
        {
            var isAfterNumber = index > 0 && IsNumber(raw[index - 1]);
            if (isAfterNumber)
                RepairUnit(raw, index);

            var length = isAfterNumber ? UnitLength(raw, index) : 0;
            if (length > 0)
            {
                raw[index].Type = RgPolicyLexer.UNIT;
                raw[index].Text = string.Concat(raw.GetRange(index, length).Select(part => part.Text));
                raw[index].StopIndex = raw[index + length - 1].StopIndex;
            }

            raw[index].TokenIndex = tokens.Count;
            tokens.Add(raw[index]);
            index += Math.Max(0, length - 1);
        }

        return tokens.ToImmutable();
    }

    /// <summary>Reads a wrong unit as the one that was probably meant, and reports it.</summary>
    private void RepairUnit(List<CommonToken> raw, int index)
    {
        var isName =
            raw[index].Type != RgPolicyLexer.IDENTIFIER
            || Units.IsUnit(raw[index].Text)
            || (index + 1 < raw.Count && raw[index + 1].Type == RgPolicyLexer.DOT);
        if (isName || Units.Suggest(raw[index].Text) is not { } meant || !Fits(meant, raw, index))
            return;

        bag.Add(
            "RG1008",
            Range(raw[index]),
            $"`{raw[index].Text}` is not a unit. Did you mean `{meant}`?",
            new Fix($"Write `{meant}`", false, [new TextEdit(Range(raw[index]), meant)])
        );
        raw[index].Text = meant;
    }

    // Behind a signal that has no such unit another thing was meant: `plan.rows > 500k`.
    private static bool Fits(string unit, List<CommonToken> raw, int index)
    {
        var isAsked =
            index > 4
            && raw[index - 2].Type is >= RgPolicyLexer.EQUAL and <= RgPolicyLexer.GREATER
            && raw[index - 4].Type == RgPolicyLexer.DOT;
        return !isAsked
            || (SignalCatalog.Find($"{raw[index - 5].Text}.{raw[index - 3].Text}")?.Type, Units.Get(unit).Kind) switch
            {
                (SignalType.Count or SignalType.Number, _) => false,
                (SignalType.Duration, var kind) => kind == ConstantKind.Duration
                    && !IsBelowMilliseconds(raw[index].Text),
                _ => true,
            };
    }

    private static bool IsBelowMilliseconds(string unit) =>
        unit.Length is 2 or 4 && unit[0] is 'u' or 'U' or 'n' or 'N' or '\u00B5' or '\u03BC';

    /// <summary>How many tokens from <paramref name="index"/> on make one unit: <c>%</c>, <c>MiB</c>,
    /// <c>MiB/s</c>, <c>/s</c>.</summary>
    private static int UnitLength(List<CommonToken> raw, int index)
    {
        if (IsPerSecond(raw, index))
            return 2;

        if (!Units.IsUnit(raw[index].Text))
            return 0;

        var isRate = index + 1 < raw.Count && Touches(raw[index], raw[index + 1]) && IsPerSecond(raw, index + 1);
        return isRate && Units.IsUnit(raw[index].Text + "/s") ? 3 : 1;
    }

    private static bool IsPerSecond(List<CommonToken> raw, int index) =>
        index + 1 < raw.Count
        && raw[index].Type == RgPolicyLexer.SLASH
        && raw[index + 1].Text == "s"
        && Touches(raw[index], raw[index + 1]);

    private static bool Touches(CommonToken left, CommonToken right) => left.StopIndex + 1 == right.StartIndex;

    private static bool IsNumber(CommonToken token) => token.Type is RgPolicyLexer.INTEGER or RgPolicyLexer.DECIMAL;

    private bool IsShallow(ImmutableArray<IToken> tokens)
    {
        var open = 0;
        var prefixes = 0;
        foreach (var token in tokens)
        {
            open += token.Type switch
            {
                RgPolicyLexer.LEFT_PAREN or RgPolicyLexer.LEFT_BRACE => 1,
                RgPolicyLexer.RIGHT_PAREN or RgPolicyLexer.RIGHT_BRACE when open > 0 => -1,
                _ => 0,
            };
            prefixes = token.Type is RgPolicyLexer.NOT or RgPolicyLexer.MINUS ? prefixes + 1 : 0;
            if (open + prefixes > TextLimits.Depth)
            {
                bag.Add(
                    "RG0002",
                    Range(token),
                    $"More than {TextLimits.Depth} levels inside each other: name parts "
                        + "with `let` or split the class."
                );
                return false;
            }
        }

        return true;
    }

    private TextRange Range(IToken token) => source.Range(token.StartIndex, token.StopIndex + 1);
}

/// <summary>Operators that authors bring from other languages.</summary>
internal static class ForeignOperators
{
    /// <summary>What a foreign operator stands for, or null for any other token.</summary>
    public static (int Type, string Meant)? Find(int type) =>
        type switch
        {
            RgPolicyLexer.FOREIGN_EQUAL => (RgPolicyLexer.EQUAL, "="),
            RgPolicyLexer.FOREIGN_NOT_EQUAL => (RgPolicyLexer.NOT_EQUAL, "!="),
            RgPolicyLexer.FOREIGN_AND => (RgPolicyLexer.AND, "and"),
            RgPolicyLexer.FOREIGN_OR => (RgPolicyLexer.OR, "or"),
            RgPolicyLexer.FOREIGN_NOT => (RgPolicyLexer.NOT, "not"),
            _ => null,
        };
}
