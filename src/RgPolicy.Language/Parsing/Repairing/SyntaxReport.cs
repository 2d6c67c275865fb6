using System.Collections.Immutable;
using Antlr4.Runtime;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Parsing.Generated;
using RgPolicy.Language.Text;
using static RgPolicy.Language.Parsing.Generated.RgPolicyParser;

namespace RgPolicy.Language.Parsing.Repairing;

/// <summary>Puts a place where the grammar did not fit into words that say what to write.</summary>
internal sealed class SyntaxReport(SourceText source, ImmutableArray<IToken> tokens, string path)
{
    private readonly ForeignKeywords _foreign = new(source, tokens);
    private readonly OpenBraces _braces = new(source, tokens, path);

    /// <summary>The mistake in the statement that begins at <paramref name="start"/>.</summary>
    public SyntaxMistake Describe(RecognitionException mistake, int start)
    {
        var found = BeforeStatement(mistake.OffendingToken, start);
        var isAlone =
            found.TokenIndex > start
            && found.Type is not (TokenConstants.EOF or RgPolicyLexer.IDENTIFIER)
            && source.IsFirstOnLine(found.StartIndex)
            && !mistake.GetExpectedTokens().Contains(RgPolicyLexer.RIGHT_BRACE);
        return _foreign.Find(found, start)
            ?? TwoJoints(found, start)
            ?? CommaForgotten(mistake, found)
            ?? DashInRange(found)
            ?? _braces.Find(found, start)
            ?? TooShort(mistake, found, isAlone)
            ?? MarkAfterSetting(mistake, found)
            ?? UnknownUnit(found)
            ?? Unexpected(mistake, found);
    }

    // The word behind a statement's first one does not fit, for the statement above was read on into this one.
    private IToken BeforeStatement(IToken found, int start)
    {
        var before = Math.Min(found.TokenIndex, tokens.Length) - 1;
        var recovery = new StatementRecovery(source, tokens);
        return before > start && recovery.IsStatementStart(before) && recovery.IsOutdented(start, before)
            ? tokens[before]
            : found;
    }

    // Where a statement or a line of it ends too early, the mistake is behind its last word, not in what follows.
    private SyntaxMistake? TooShort(RecognitionException mistake, IToken found, bool isAlone)
    {
        if (found.Type != TokenConstants.EOF && !isAlone)
        {
            return null;
        }

        var last = tokens[found.TokenIndex - 1];
        var word = IsJoint(last) ? null : Expectations.OnlyWord(mistake);
        return new SyntaxMistake(
            "RG1001",
            Range(last),
            $"Expected {Expectations.Describe(mistake) ?? "more"} after `{TokenText.Clip(last.Text)}`."
        )
        {
            Fix = word is null
                ? null
                : new Fix(
                    $"Write `{word}`",
                    true,
                    [new TextEdit(Behind(last), (char.IsLetter(word[0]) ? " " : "") + word)]
                ),
            Repair =
                IsJoint(last) ? Repair.Remove(last)
                : word is null ? null
                : Repair.Insert(found, word),
        };
    }

    private SyntaxMistake Unexpected(RecognitionException mistake, IToken found)
    {
        var expected = Expectations.Describe(mistake);
        var meant =
            found.Type == RgPolicyLexer.IDENTIFIER
                ? NameSuggestion.Find(found.Text, Expectations.Words(mistake))
                : null;
        var hint = meant is null ? "" : $" Did you mean `{meant}`?";
        var message = expected is null
            ? $"{Capital(TokenText.Name(found))} does not fit here.{hint}"
            : $"Expected {expected}, found {TokenText.Name(found)}.{hint}";
        return new SyntaxMistake("RG1001", Range(found), message)
        {
            Fix = meant is null ? null : new Fix($"Write `{meant}`", false, [new TextEdit(Range(found), meant)]),
            IsVague = meant is null,
            Repair =
                meant is not null ? Repair.Replace(found, meant)
                : found == mistake.OffendingToken ? null
                : Repair.Remove(tokens[found.TokenIndex - 1]),
        };
    }

    private SyntaxMistake? MarkAfterSetting(RecognitionException mistake, IToken found)
    {
        var isComma = found.Type == RgPolicyLexer.COMMA && mistake.Context is SettingBlockContext;
        var isEqual =
            found.Type == RgPolicyLexer.EQUAL
            && mistake.Context
                is SettingBodyContext
                    or SettingWordsContext
                    or CoreSetContext
                    or ExpressionContext
                    or TermContext
                    or FactorContext
                    or ConstantContext
            && found.TokenIndex > 0
            && Expectations.IsSettingWord(tokens[found.TokenIndex - 1].Type);
        if (!isComma && !isEqual)
        {
            return null;
        }

        return new SyntaxMistake(
            "RG1007",
            Range(found),
            isComma
                ? "Settings are not separated by commas: leave this one out."
                : "A setting takes no `=`: write its name and its value, such as `cache 60%`."
        )
        {
            Fix = new Fix(
                $"Remove `{found.Text}`",
                true,
                [new TextEdit(WithBlank(found), isEqual && IsTight(found) ? " " : "")]
            ),
            Repair = Repair.Remove(found),
        };
    }

    // `a and and b`: the second `and` was read as the name of a signal.
    private SyntaxMistake? TwoJoints(IToken found, int start)
    {
        var second = found.TokenIndex - 1;
        var isTwice = second > start && IsJoint(tokens[second]) && IsJoint(tokens[second - 1]);
        return isTwice
            ? new SyntaxMistake(
                "RG1001",
                Range(tokens[second]),
                $"Expected a condition such as `plan.shape = scan`, found `{tokens[second].Text}`."
            )
            {
                Fix = new Fix($"Remove `{tokens[second].Text}`", false, [new TextEdit(Range(tokens[second]), "")]),
                Repair = Repair.Remove(tokens[second]),
            }
            : null;
    }

    private static bool IsJoint(IToken token) => token.Type is RgPolicyLexer.AND or RgPolicyLexer.OR;

    private SyntaxMistake? CommaForgotten(RecognitionException mistake, IToken found)
    {
        var isForgotten =
            mistake.Context is SettingBlockContext && found.Type is RgPolicyLexer.AT or RgPolicyLexer.EXCLUSIVE;
        return isForgotten
            ? new SyntaxMistake(
                "RG1001",
                Range(found),
                $"Expected `,` before `{found.Text}`: commas join the parts of one setting."
            )
            {
                Fix = new Fix("Write `,`", true, [new TextEdit(Behind(tokens[found.TokenIndex - 1]), ",")]),
                Repair = Repair.Insert(found, ","),
            }
            : null;
    }

    // `cores 0-3`
    private SyntaxMistake? DashInRange(IToken found)
    {
        var place = found.TokenIndex;
        var isRange =
            found.Type == RgPolicyLexer.MINUS
            && place > 1
            && tokens[place - 1].Type == RgPolicyLexer.INTEGER
            && tokens[place - 2].Type is RgPolicyLexer.CORES or RgPolicyLexer.COMMA;
        return isRange
            ? new SyntaxMistake("RG1001", Range(found), "A range of cores is written with `..`, such as `0..3`.")
            {
                Fix = new Fix("Write `..`", true, [new TextEdit(Range(found), "..")]),
                Repair = Repair.Replace(found, ".."),
            }
            : null;
    }

    private SyntaxMistake? UnknownUnit(IToken found)
    {
        var isAfterNumber =
            found.Type == RgPolicyLexer.IDENTIFIER
            && found.TokenIndex > 0
            && !source.IsFirstOnLine(found.StartIndex)
            && tokens[found.TokenIndex - 1].Type is RgPolicyLexer.INTEGER or RgPolicyLexer.DECIMAL;
        return isAfterNumber
            ? new SyntaxMistake(
                "RG1008",
                Range(found),
                $"`{TokenText.Clip(found.Text)}` is not a unit. Units are {Units.List}."
            )
            : null;
    }

    private static string Capital(string text) => char.ToUpperInvariant(text[0]) + text[1..];

    private bool IsTight(IToken token) =>
        token.StopIndex + 1 < source.Content.Length && !char.IsWhiteSpace(source.Content[token.StopIndex + 1]);

    // Where a word is left out, one of the blanks around it goes too.
    private TextRange WithBlank(IToken token)
    {
        var isBlank = token.StartIndex > 0 && source.Content[token.StartIndex - 1] == ' ';
        return source.Range(token.StartIndex - (isBlank ? 1 : 0), token.StopIndex + 1);
    }

    private TextRange Behind(IToken token) => source.Range(token.StopIndex + 1, token.StopIndex + 1);

    private TextRange Range(IToken token) => source.Range(token.StartIndex, token.StopIndex + 1);
}
