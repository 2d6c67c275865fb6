using Antlr4.Runtime;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing;

/// <summary>
/// Compares the tokens of a part of a text before and after a fix. A safe fix changes no token outside of what it
/// replaces, keeps the order of what it keeps, the parentheses that group conditions and what their joints join, and
/// writes no figure or pattern that can have been meant otherwise.
/// </summary>
internal sealed class FixStructure
{
    /// <summary>Words that ask for all or for nothing: as a value they are a guess.</summary>
    private static readonly HashSet<string> Quantifiers = new(StringComparer.OrdinalIgnoreCase)
    {
        "all",
        "any",
        "each",
        "every",
        "none",
        "some",
    };

    private readonly List<IToken> _before;
    private readonly List<IToken> _after;
    private readonly int _kept;
    private readonly int _keptBehind;

    /// <param name="before">The part before the fix.</param>
    /// <param name="after">The part after it.</param>
    /// <param name="start">The offset of the first character that the fix replaces.</param>
    /// <param name="behind">The characters behind the last that it replaces.</param>
    public FixStructure(string before, string after, int start, int behind)
    {
        (_before, _after) = (Tokens(before), Tokens(after));
        _kept = _before.TakeWhile(token => token.StopIndex < start).Count();
        _keptBehind = _before.Count(token => token.StartIndex >= before.Length - behind);
    }

    /// <summary>True when the fix changes nothing but what it names.</summary>
    public bool Holds() =>
        KeepsOutside()
        && KeepsOrder()
        && KeepsGroups()
        && KeepsJoints()
        && !GuessesReach()
        && !GuessesParenthesis()
        && !GuessesFigure()
        && !GuessesText();

    private static List<IToken> Tokens(string text) => [.. Lexing.Read(text).Where(token => token.Channel == 0)];

    private IEnumerable<IToken> Replaced => _before.Take(_before.Count - _keptBehind).Skip(_kept);

    private IEnumerable<IToken> Written => _after.Take(_after.Count - _keptBehind).Skip(_kept);

    private bool KeepsOutside() =>
        _kept + _keptBehind <= _after.Count
        && _before.Take(_kept).Zip(_after, IsSame).All(same => same)
        && _before.TakeLast(_keptBehind).Zip(_after.TakeLast(_keptBehind), IsSame).All(same => same);

    private static bool AreSame(IEnumerable<IToken> one, IEnumerable<IToken> other) =>
        one.Select(token => token.Text).SequenceEqual(other.Select(token => token.Text), StringComparer.Ordinal);

    private static bool IsSame(IToken one, IToken other) =>
        string.Equals(one.Text, other.Text, StringComparison.Ordinal);

    /// <summary>Figures among figures, texts among texts.</summary>
    private bool KeepsOrder() => KeepsOrder(IsNumber) && KeepsOrder(IsText);

    private bool KeepsOrder(Func<IToken, bool> ofKind)
    {
        var (before, after) = (Once(Replaced.Where(ofKind)), Once(Written.Where(ofKind)));
        return before.Where(after.Contains).SequenceEqual(after.Where(before.Contains), StringComparer.Ordinal);
    }

    private static List<string> Once(IEnumerable<IToken> tokens) =>
        [.. tokens.GroupBy(Content, StringComparer.Ordinal).Where(same => same.Count() == 1).Select(same => same.Key)];

    /// <summary>Parentheses around joined conditions stay, as such or as those of a list.</summary>
    private bool KeepsGroups() => Groups(_after, orLists: true) >= Groups(_before, orLists: false);

    private static int Groups(List<IToken> tokens, bool orLists)
    {
        var (groups, open) = (0, new Stack<bool>());
        foreach (var token in tokens)
        {
            if (token.Text is "(" or "[")
            {
                open.Push(false);
            }
            else if (token.Text is ")" or "]" && open.TryPop(out var isGroup))
            {
                groups += isGroup ? 1 : 0;
            }
            else if (open.Count > 0 && (Joint(token) is not null || (orLists && token.Text == ",")))
            {
                open.Pop();
                open.Push(true);
            }
        }

        return groups;
    }

    /// <summary>A joint that comes or goes may stand beside its like alone: beside the other kind it joins something
    /// else.</summary>
    private bool KeepsJoints()
    {
        var (before, after) = (OuterJoints(Replaced), OuterJoints(Written));
        if (before.SequenceEqual(after, StringComparer.Ordinal))
            return true;

        var beside = OuterJoints(_before.Take(_kept).Reverse()).Concat(OuterJoints(_before.TakeLast(_keptBehind)));
        return !Operand(_kept).Take(1).Any(IsNegation)
            && before.Concat(after).Concat(beside).Distinct(StringComparer.Ordinal).Count() == 1;
    }

    /// <summary>True when what stands behind a joint becomes a condition of its own, and it can have been meant that the
    /// joint binds it closer than another one does, or that a negation in front of the joint reaches it.</summary>
    private bool GuessesReach()
    {
        var (old, now) = (Replaced.ToList(), Written.ToList());
        var same = old.Zip(now, IsSame).TakeWhile(isSame => isSame).Count();
        var (behind, added) = (_kept + same, now.Count - old.Count);
        if (
            added <= 0
            || behind == 0
            || Joint(_before[behind - 1]) is not { } joint
            || now[same + added - 1].Text == "."
            || !AreSame(old.Skip(same), now.Skip(same + added))
        )
            return false;

        var joints = OuterJoints(_before.Take(behind).Reverse()).Concat(OuterJoints(_before.Skip(behind)));
        var isRepeated = joint == "and" && now.Skip(same).Take(added).Any(IsNegation);
        return joints.Distinct(StringComparer.Ordinal).Count() > 1
            || (!isRepeated && Operand(behind - 1).Any(IsNegation));
    }

    /// <summary>True when a parenthesis comes or goes alone where another place for it would group otherwise.</summary>
    private bool GuessesParenthesis()
    {
        var alone = Replaced.Concat(Written).ToList();
        if (alone is not [{ Text: "(" or ")" }])
            return false;

        var condition = _before
            .Take(_kept)
            .Reverse()
            .TakeWhile(token => !EndsCondition(token))
            .Reverse()
            .Concat(_before.Skip(_kept).TakeWhile(token => !EndsCondition(token)))
            .ToList();
        var joints = condition.Select(Joint).OfType<string>().Distinct(StringComparer.Ordinal).Count();
        return joints > 1
            || (
                joints == 1
                && condition.Zip(condition.Skip(1)).Any(two => IsNegation(two.First) && two.Second.Text == "(")
            );
    }

    /// <summary>The tokens of the condition that ends at a place, from its beginning on.</summary>
    private IEnumerable<IToken> Operand(int end)
    {
        var depth = 0;
        return _before
            .Take(end)
            .Reverse()
            .TakeWhile(token =>
            {
                depth +=
                    token.Text is ")" or "]" ? 1
                    : token.Text is "(" or "[" ? -1
                    : 0;
                return depth >= 0 && !EndsCondition(token) && (depth > 0 || Joint(token) is null);
            })
            .Reverse();
    }

    private static bool IsNegation(IToken token) =>
        token.Type == RgPolicyLexer.NOT || token.Text.ToUpperInvariant() is "!" or "OUTSIDE";

    /// <summary>Joints of the condition that the tokens begin in, as far as it goes.</summary>
    private static List<string> OuterJoints(IEnumerable<IToken> tokens)
    {
        var (joints, depth, ends) = (new List<string>(), 0, 0);
        foreach (var token in tokens)
        {
            var turn =
                token.Text is "(" or "[" ? 1
                : token.Text is ")" or "]" ? -1
                : 0;
            ends = depth == 0 && turn != 0 ? turn : ends;
            depth += turn * ends;
            if (depth < 0 || EndsCondition(token))
                break;

            if (depth == 0 && Joint(token) is { } joint)
                joints.Add(joint);
        }

        return joints;
    }

    private static bool EndsCondition(IToken token) =>
        token.Type
            is RgPolicyLexer.WHEN
                or RgPolicyLexer.THEN
                or RgPolicyLexer.UNLESS
                or RgPolicyLexer.UNTIL
                or RgPolicyLexer.LEFT_BRACE
                or RgPolicyLexer.RIGHT_BRACE
                or RgPolicyLexer.CLASS
                or RgPolicyLexer.DEFAULT
                or RgPolicyLexer.TEST;

    private static string? Joint(IToken token) =>
        token.Type switch
        {
            RgPolicyLexer.AND or RgPolicyLexer.FOREIGN_AND => "and",
            RgPolicyLexer.OR or RgPolicyLexer.FOREIGN_OR => "or",
            _ => token.Text.ToUpperInvariant() switch
            {
                "AND" or "&" => "and",
                "OR" or "|" => "or",
                _ => null,
            },
        };

    /// <summary>`1,500` is 1500 to one and 1.5 to another.</summary>
    private bool GuessesFigure()
    {
        var old = Replaced.ToList();
        var written = Written.Where(IsNumber).Select(token => token.Text).ToHashSet(StringComparer.Ordinal);
        return old.Zip(old.Skip(1), old.Skip(2))
            .Any(three =>
                IsNumber(three.First)
                && three.Second.Text == ","
                && IsNumber(three.Third)
                && written.Contains(three.First.Text + three.Third.Text)
            );
    }

    /// <summary>A text becomes a pattern whose signs it was not written with, or a word that asks for all a value.</summary>
    private bool GuessesText()
    {
        var old = Replaced.ToList();
        var texts = Written.Where(IsText).Select(Content).ToList();
        var isPattern =
            Written.Any(token => token.Type == RgPolicyLexer.LIKE)
            && !old.Exists(token => token.Text.Contains("like", StringComparison.OrdinalIgnoreCase));
        return (isPattern && old.Exists(token => IsText(token) && Content(token).AsSpan().ContainsAny('%', '_')))
            || old.Exists(token => !IsText(token) && Quantifiers.Contains(token.Text) && texts.Contains(token.Text));
    }

    private static bool IsNumber(IToken token) => token.Type is RgPolicyLexer.INTEGER or RgPolicyLexer.DECIMAL;

    private static bool IsText(IToken token) => token.Type == RgPolicyLexer.STRING;

    private static string Content(IToken token) => IsText(token) ? token.Text[1..^1] : token.Text;
}

/// <summary>The lexer over a text.</summary>
internal static class Lexing
{
    /// <summary>The most tokens that a policy may have; reading ends behind the first that is too many.</summary>
    public const int MostTokens = 1_000_000;

    /// <summary>The tokens of a text, those that mean nothing among them.</summary>
    public static IEnumerable<CommonToken> Read(string content)
    {
        var lexer = Of(content);
        for (
            var count = 0;
            count <= MostTokens && lexer.NextToken() is CommonToken { Type: not TokenConstants.EOF } token;
            count++
        )
            yield return token;
    }

    /// <summary>A lexer that counts in UTF-16 units, so that offsets are those of the text even where a surrogate
    /// stands alone.</summary>
    private static RgPolicyLexer Of(string content)
    {
        var lexer = new RgPolicyLexer(new AntlrInputStream(content));
        lexer.RemoveErrorListeners();
        return lexer;
    }
}
