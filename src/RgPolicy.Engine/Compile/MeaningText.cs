using System.Collections.Immutable;
using System.Globalization;
using System.Text;
using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Compile;

/// <summary>
/// Writes conditions and values so that equal texts mean the same; a text carries its length, so that none can pose as another.
/// </summary>
internal static class MeaningText
{
    public static void Write(StringBuilder text, Window? window)
    {
        if (window is not null)
        {
            text.Append(CultureInfo.InvariantCulture, $"[{string.Join(',', window.Days)} {window.Start.NanosecondOfDay}");
            text.Append(CultureInfo.InvariantCulture, $"..{window.End.NanosecondOfDay} {window.Zone.Id}]");
        }
    }

    public static void Write(StringBuilder text, Condition? condition)
    {
        text.Append('(');
        switch (condition)
        {
            case AndCondition and:
                WriteAll(text, "and", and.Operands);
                break;
            case OrCondition or:
                WriteAll(text, "or", or.Operands);
                break;
            case NotCondition not:
                WriteAll(text, "not", [not.Operand]);
                break;
            case DuringCondition during:
                Write(text, during.Window);
                break;
            case AtomCondition atom:
                text.Append(atom.Signal.Name).Append(' ').Append(Describe(atom));
                break;
            default:
                break;
        }

        text.Append(')');
    }

    public static string Of(SettingValue value) => value switch
    {
        AmountValue amount => FormattableString.Invariant($"{amount.Amount} {amount.Type}"),
        CacheValue cache => FormattableString.Invariant($"{cache.Percent}% {cache.Ways} {cache.AtLeastWays} {cache.Exclusive}"),
        CoreSetValue cores =>
            FormattableString.Invariant($"{cores.Kind} {cores.Percent} {string.Join(',', cores.Cores)} {cores.Index}"),
        _ => value.ToString(),
    };

    private static void WriteAll(StringBuilder text, string word, ImmutableArray<Condition> operands)
    {
        text.Append(word);
        foreach (var operand in operands)
        {
            Write(text, operand);
        }
    }

    private static string Describe(AtomCondition atom) => atom switch
    {
        ComparisonCondition comparison => FormattableString.Invariant($"{comparison.Operator} {Of(comparison.Value)}"),
        BetweenCondition between => FormattableString.Invariant($"between {Of(between.Low)} {Of(between.High)}"),
        InCondition within => "in " + string.Join(' ', within.Values.Select(Of)),
        ContainsCondition contains => "contains " + string.Join(' ', contains.Values.Select(Of)),
        LikeCondition like => "like " + Of(like.Pattern),
        _ => "known",
    };

    private static string Of(Constant constant) => constant switch
    {
        TextConstant literal =>
            FormattableString.Invariant($"{(literal.Exactly ? "exactly " : "")}{literal.Value.Length}:{literal.Value}"),
        NumberConstant number => number.Value.ToString(),
        WordConstant word => word.Word,
        BoolConstant flag => flag.Value ? "true" : "false",
        VersionConstant version => "v" + string.Join('.', version.Parts),
        _ => constant.ToString(),
    };
}
