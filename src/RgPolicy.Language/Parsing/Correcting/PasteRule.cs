using System.Text.RegularExpressions;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>What comes along when a policy is pasted, and policies in the form of another language: marks of a merge, a
/// fence, YAML, JSON.</summary>
internal sealed partial class PasteRule : ICorrectionRule
{
    private static readonly string[] Statements = (
        "create alter drop select exec execute insert update delete grant revoke declare show analyze vacuum"
    ).Split(' ');

    private const int MostVerbs = 6;

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        !tokens.IsFirstOnLine(index)
            ? null
            : Line(tokens, index) ?? Verb(tokens, index) ?? Member(tokens, index) ?? Whole(tokens, index);

    // A line that is none of the policy: it is left out.
    private static (Correction Correction, int Next)? Line(RawTokens tokens, int index)
    {
        var next = CharacterRule.BehindLine(tokens, index);
        var line = tokens.Slice(index, next);
        var what =
            Merge().IsMatch(line) ? "marks a merge that is not finished: keep one of the two versions"
            : line.StartsWith("```", StringComparison.Ordinal) || line.StartsWith("~~~", StringComparison.Ordinal)
                ? "is the fence of a document: leave the line out"
            : Rule().IsMatch(line) ? "is a ruler and no statement: leave the line out"
            : null;
        return what is not null
            ? Removed(tokens, index, next, $"`{Repairing.TokenText.Clip(line)}` {what}.")
            : Bold(tokens, index) ?? Quoted(tokens, index);
    }

    // `**class** a`
    private static (Correction Correction, int Next)? Bold(RawTokens tokens, int index)
    {
        var word = index;
        while (tokens.Is(word, "*") && tokens.Touches(word) && word < index + 3)
        {
            word++;
        }

        var end = word + 1;
        while (tokens.Is(end, "*") && end - word <= word - index)
        {
            end++;
        }

        var isBold = word > index && tokens.IsWord(word) && end - word - 1 == word - index;
        var (start, last) = (tokens.Start(index), isBold ? tokens.End(end - 1) : 0);
        return isBold
            ? (
                new Correction(
                    "RG1001",
                    start,
                    last,
                    $"`{tokens.Slice(index, word)}` has no meaning around a word: leave it out.",
                    [new Replacement(start, last, tokens.Text(word))]
                )
                {
                    Fix = $"Write `{tokens.Text(word)}`",
                    Habit = "**",
                },
                end
            )
            : null;
    }

    // `> class a`, `+class a`: marks of mails and of differences.
    private static (Correction Correction, int Next)? Quoted(RawTokens tokens, int index)
    {
        var isNumbered = tokens.Type(index) == RgPolicyLexer.INTEGER && tokens.Text(index + 1) is "." or ")" or ":";
        var first = isNumbered ? index + 2 : index + 1;
        var isBullet =
            tokens.Text(index)
            is ">"
                or "+"
                or "-"
                or "*"
                or "|"
                or "\u2022"
                or "\u00B7"
                or "\u25AA"
                or "\u25CF"
                or "\u25E6"
                or "\u2023"
                or "\u2013"
                or "\u2014"
                or "\uF0B7";
        var isMark =
            (isNumbered || isBullet)
            && tokens.Type(first)
                is RgPolicyLexer.CLASS
                    or RgPolicyLexer.POOL
                    or RgPolicyLexer.LET
                    or RgPolicyLexer.WINDOW
                    or RgPolicyLexer.RULE
                    or RgPolicyLexer.STATE
                    or RgPolicyLexer.OBJECTIVE
                    or RgPolicyLexer.DEFAULT;
        return
            isMark
            && Removed(
                tokens,
                index,
                first,
                $"{Mark(tokens, index, first)} has no meaning before a statement: leave it out."
            )
                is var (removed, next)
            ? (
                removed with
                {
                    Code = isBullet && tokens.Text(index)[0] > '~' ? "RG1004" : removed.Code,
                    IsSafe = true,
                    Habit = "mark",
                },
                next
            )
            : null;
    }

    private static string Mark(RawTokens tokens, int index, int next) =>
        tokens.Text(index)[0] <= '~'
            ? $"`{tokens.Slice(index, next)}`"
            : Characters.Name(System.Text.Rune.GetRuneAt(tokens.Text(index), 0));

    // `create pool r { ... }`, `create or replace class ...`: the statement follows.
    private static (Correction Correction, int Next)? Verb(RawTokens tokens, int index)
    {
        var isVerb = tokens.IsAny(index, "create", "alter", "add", "define", "declare", "replace", "new", "set", "def");
        var end = index + 1;
        while (
            isVerb
            && end < index + MostVerbs
            && tokens.IsAny(end, "or", "replace", "alter", "resource", "new", "workload")
        )
        {
            end++;
        }

        var isStatement =
            isVerb
            && (
                tokens.Type(end)
                    is RgPolicyLexer.POOL
                        or RgPolicyLexer.CLASS
                        or RgPolicyLexer.RULE
                        or RgPolicyLexer.STATE
                        or RgPolicyLexer.WINDOW
                        or RgPolicyLexer.OBJECTIVE
                        or RgPolicyLexer.LET
                        or RgPolicyLexer.TEST
                && tokens.IsWord(end + 1)
            );
        return isStatement
            ? Removed(
                tokens,
                index,
                end,
                $"A statement begins with its own word: leave out `{tokens.Slice(index, end)}`, and write "
                    + $"`{tokens.Text(end)} {tokens.Text(end + 1)} ...`."
            )
            : null;
    }

    // `apiVersion: v1`, `kind: pool` on one line outside of braces.
    private static (Correction Correction, int Next)? Member(RawTokens tokens, int index)
    {
        var next = CharacterRule.BehindLine(tokens, index);
        var isMember =
            (tokens.Type(index) == RgPolicyLexer.IDENTIFIER || tokens.IsText(index))
            && tokens.Is(index + 1, ":")
            && tokens.Touches(index)
            && !tokens.IsInBraces(index)
            && next > index + 2
            && next <= index + MostVerbs
            && !tokens.Is(next - 1, "{");
        return isMember
            ? Removed(
                tokens,
                index,
                next,
                $"A policy has no lines such as `{Repairing.TokenText.Clip(tokens.Slice(index, next))}`: it begins "
                    + "with `language 1`, and its statements are such as `pool NAME { cpu weight 50 "
                    + "}`. Leave the line out."
            )
            : null;
    }

    // Up to the next statement: what stands there is left out.
    private static (Correction Correction, int Next)? Whole(RawTokens tokens, int index)
    {
        if (Form(tokens, index) is not { } form || tokens.IsInBraces(index))
        {
            return null;
        }

        var (start, end) = (tokens.Start(index), tokens.End(tokens.Count - 1));
        return (
            new Correction(
                "RG1001",
                start,
                tokens.End(index),
                $"A policy is not written in {form}, but in statements such as `pool NAME {{ cpu weight 50 }}` and "
                    + "`class NAME -> POOL when CONDITION`.",
                [new Replacement(start, end, "")]
            ),
            tokens.Count
        );
    }

    private static string? Form(RawTokens tokens, int index) =>
        IsMapping(tokens, index) || IsItem(tokens, index) || IsBlock(tokens, index) ? "YAML"
        : IsCall(tokens, index) ? "calls of functions"
        : OtherForm(tokens, index);

    private static string? OtherForm(RawTokens tokens, int index)
    {
        if (IsObject(tokens, index))
        {
            return "JSON";
        }

        if (tokens.Is(index, "<") && tokens.IsWord(index + 1) && tokens.Touches(index))
        {
            return "XML";
        }

        if (IsSection(tokens, index))
        {
            return "INI";
        }

        return IsQuery(tokens, index) ? "SQL" : null;
    }

    private static bool IsMapping(RawTokens tokens, int index) =>
        tokens.Type(index) == RgPolicyLexer.IDENTIFIER
        && tokens.Is(index + 1, ":")
        && tokens.Touches(index)
        && (tokens.Count == index + 2 || tokens.IsFirstOnLine(index + 2));

    private static bool IsItem(RawTokens tokens, int index) =>
        tokens.Is(index, "-") && tokens.IsWord(index + 1) && tokens.Is(index + 2, ":");

    private static bool IsCall(RawTokens tokens, int index) =>
        tokens.Type(index) == RgPolicyLexer.IDENTIFIER
        && (
            tokens.Is(index + 1, "(") && tokens.Touches(index)
            || tokens.Is(index + 1, ".")
                && tokens.IsWord(index + 2)
                && tokens.Is(index + 3, "(")
                && tokens.SignalEnd(index) is var end
                && Signals.SignalCatalog.Find(tokens.Slice(index, end)) is null
        );

    private static bool IsObject(RawTokens tokens, int index) =>
        tokens.Text(index) is "{" or "["
        && (tokens.IsText(index + 1) || tokens.Text(index + 1) is "{" or "[")
        && (tokens.Is(index + 2, ":") || tokens.IsText(index + 2));

    private static bool IsSection(RawTokens tokens, int index) =>
        tokens.Is(index, "[")
        && tokens.IsWord(index + 1)
        && (tokens.Is(index + 2, "]") || (tokens.IsWord(index + 2) && tokens.Is(index + 3, "]")));

    private static bool IsQuery(RawTokens tokens, int index) =>
        tokens.Type(index) == RgPolicyLexer.IDENTIFIER
        && tokens.IsWord(index + 1)
        && (tokens.IsAny(index, Statements) || tokens.Text(index) is "SET" or "USE");

    // `class: etl` with lines such as `when: ...` below it
    private static bool IsBlock(RawTokens tokens, int index)
    {
        var isHead =
            tokens.Type(index)
                is RgPolicyLexer.POOL
                    or RgPolicyLexer.CLASS
                    or RgPolicyLexer.RULE
                    or RgPolicyLexer.STATE
                    or RgPolicyLexer.WINDOW
                    or RgPolicyLexer.OBJECTIVE
            && tokens.Touches(index)
            && tokens.Is(index + 1, ":")
            && tokens.IsWord(index + 2)
            && tokens.IsFirstOnLine(index + 3);
        return isHead && (tokens.Is(index + 4, ":") || tokens.Is(index + 5, ":"));
    }

    private static (Correction Correction, int Next) Removed(RawTokens tokens, int index, int next, string message)
    {
        var (start, end) = (tokens.Start(index), tokens.End(next - 1));
        return (
            new Correction("RG1001", start, end, message, [new Replacement(start, end, "")])
            {
                Fix = "Remove it",
                IsSafe = false,
            },
            next
        );
    }

    [GeneratedRegex(@"^(<{7}|={7}|>{7}|\|{7})( |$)", RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture)]
    private static partial Regex Merge();

    [GeneratedRegex(@"^([-=*_#~]{3,})\s*$", RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture)]
    private static partial Regex Rule();
}
