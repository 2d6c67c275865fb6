using System.Collections.Immutable;
using Antlr4.Runtime;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Parsing.Generated;
using RgPolicy.Language.Text;
using static RgPolicy.Language.Parsing.Generated.RgPolicyParser;

namespace RgPolicy.Language.Parsing;

/// <summary>Turns a place where the grammar did not fit into one diagnostic that says what to write.</summary>
internal sealed class SyntaxReport(SourceText source, ImmutableArray<IToken> tokens, DiagnosticBag bag)
{
    public void Add(RecognitionException mistake, int start)
    {
        var found = mistake.OffendingToken;
        if (ReportOpenBrace(found, start) || ReportMarkAfterSetting(mistake, found) || ReportUnit(found))
        {
            return;
        }

        var expected = Expectations.Describe(mistake);
        var suggestion = found.Type == RgPolicyLexer.IDENTIFIER
            ? NameSuggestion.Find(found.Text, Expectations.Words(mistake)) : null;
        var hint = suggestion is null ? "" : $" Did you mean `{suggestion}`?";
        bag.Add("RG1001", Range(found), expected is null
            ? $"{Capital(Name(found))} does not fit here.{hint}"
            : $"Expected {expected}, found {Name(found)}.{hint}");
    }

    private bool ReportOpenBrace(IToken found, int start)
    {
        var isEnd = found.Type == TokenConstants.EOF;
        var recovery = new StatementRecovery(source, tokens);
        var isNextStatement = !isEnd && found.TokenIndex > start && recovery.IsStatementStart(found.TokenIndex)
            && recovery.Next(start, found.TokenIndex) == found.TokenIndex;
        if (!(isEnd || isNextStatement) || OpenBraces(start, found.TokenIndex) is not { Count: > 0 } open)
        {
            return false;
        }

        var brace = open.Peek();
        var line = source.Range(brace.StartIndex, brace.StartIndex).StartLine;
        bag.Add("RG1006", Range(found),
            $"Expected `}}` before {Name(found)}: the `{{` of line {line} is not closed.",
            CloseBehind(tokens[found.TokenIndex - 1], open.Count), bag.At(Range(brace), "This brace is not closed."));
        return true;
    }

    // With several open, where each ends can only be guessed.
    private Fix CloseBehind(IToken last, int open)
    {
        var place = source.Range(last.StopIndex + 1, last.StopIndex + 1);
        return new Fix("Close the brace", open == 1, [new TextEdit(place, string.Concat(Enumerable.Repeat("\n}", open)))]);
    }

    private Stack<IToken> OpenBraces(int start, int end)
    {
        var open = new Stack<IToken>();
        for (var index = start; index < end; index++)
        {
            if (tokens[index].Type == RgPolicyLexer.LEFT_BRACE)
            {
                open.Push(tokens[index]);
            }
            else if (tokens[index].Type == RgPolicyLexer.RIGHT_BRACE && open.Count > 0)
            {
                open.Pop();
            }
        }

        return open;
    }

    private bool ReportMarkAfterSetting(RecognitionException mistake, IToken found)
    {
        var isComma = found.Type == RgPolicyLexer.COMMA && mistake.Context is SettingBlockContext;
        var isEqual = found.Type == RgPolicyLexer.EQUAL
            && mistake.Context is SettingBodyContext or SettingWordsContext or CoreSetContext or ExpressionContext
                or TermContext or FactorContext or ConstantContext
            && found.TokenIndex > 0 && Expectations.IsSettingWord(tokens[found.TokenIndex - 1].Type);
        if (!isComma && !isEqual)
        {
            return false;
        }

        bag.Add("RG1007", Range(found), isComma
            ? "Settings are not separated by commas: leave this one out."
            : "A setting takes no `=`: write its name and its value, such as `cache 60%`.",
            new Fix($"Remove `{found.Text}`", true, [new TextEdit(Range(found), "")]));
        return true;
    }

    private bool ReportUnit(IToken found)
    {
        var isAfterNumber = found.Type == RgPolicyLexer.IDENTIFIER && found.TokenIndex > 0
            && tokens[found.TokenIndex - 1].Type is RgPolicyLexer.INTEGER or RgPolicyLexer.DECIMAL;
        if (!isAfterNumber)
        {
            return false;
        }

        bag.Add("RG1008", Range(found), $"`{Clip(found.Text)}` is no unit. Units are {Units.List}.");
        return true;
    }

    private static string Name(IToken token) =>
        token.Type == TokenConstants.EOF ? "the end of the text" : $"`{Clip(token.Text)}`";

    private static string Capital(string text) => char.ToUpperInvariant(text[0]) + text[1..];

    private static string Clip(string text) => text.Length <= 40 ? text : text[..40] + "...";

    private TextRange Range(IToken token) => source.Range(token.StartIndex, token.StopIndex + 1);
}
