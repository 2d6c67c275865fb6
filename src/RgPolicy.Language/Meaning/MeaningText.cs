using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Meaning;

/// <summary>
/// The normal form of the parts of a bound policy: equal texts mean the same, whatever words, units, <c>let</c> names
/// and windows' names they were written with. Each text carries its length, so that none can pose as another.
/// </summary>
public static class MeaningText
{
    /// <summary>A window: days, times and zone.</summary>
    public static string Of(Window? window)
    {
        var text = new StringBuilder();
        Write(text, window);
        return text.ToString();
    }

    /// <summary>A condition; nothing is always true.</summary>
    public static string Of(Condition? condition)
    {
        var text = new StringBuilder();
        Write(text, condition);
        return text.ToString();
    }

    /// <summary>A setting's value, in its base unit.</summary>
    public static string Of(SettingValue value) =>
        value switch
        {
            AmountValue amount => FormattableString.Invariant($"{amount.Amount} {amount.Type}"),
            CacheValue cache => FormattableString.Invariant(
                $"{cache.Percent}% {cache.Ways} {cache.AtLeastWays} {cache.Exclusive}"
            ),
            SlotsValue slots => FormattableString.Invariant($"{slots.Count} {slots.LongestWait.Ticks}"),
            CoreSetValue cores => FormattableString.Invariant(
                $"{cores.Kind} {cores.Percent} {string.Join(',', cores.Cores)} {cores.Index}"
            ),
            _ => value.ToString(),
        };

    /// <summary>A setting.</summary>
    public static string Of(Setting setting) =>
        FormattableString.Invariant($"{setting.Name} {setting.Required} {Of(setting.Value)}");

    /// <summary>Settings, in whatever order they stand.</summary>
    public static string Of(IEnumerable<Setting> settings) =>
        string.Join('\n', settings.OrderBy(setting => setting.Name).Select(Of));

    /// <summary>What a rule's step does; pools by their names.</summary>
    public static string Of(RuleAction action) =>
        action switch
        {
            RuleAction.Limit limit => "limit " + Of(limit.Setting),
            RuleAction.MoveTo move => "move to " + move.Pool.Name,
            RuleAction.Quarantine quarantine => FormattableString.Invariant(
                $"quarantine {quarantine.Pool?.Name} {quarantine.Duration.Ticks}"
            ),
            _ => action.GetType().Name,
        };

    /// <summary>An objective: whose, how fast, at whose cost.</summary>
    public static string Of(Objective goal) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{goal.Class.Name} {goal.Percentile} {goal.Target.Ticks} "
                + $"{string.Join(',', goal.Yields.Select(pool => pool.Name))}"
        );

    /// <summary>A cache strategy; none is static.</summary>
    public static string Of(CacheStrategy? strategy) =>
        strategy is null or { Kind: CacheStrategyKind.Static }
            ? ""
            : FormattableString.Invariant($"{strategy.Kind} {strategy.By?.Name} {strategy.ReservePercent}");

    /// <summary>A schedule of slots; none is the oldest first.</summary>
    public static string Of(SlotSchedule? schedule) =>
        schedule is null
            ? ""
            : FormattableString.Invariant(
                $"{schedule.Kind} {string.Join(',', schedule.Over.Select(pool => pool.Name).Order(StringComparer.Ordinal))}"
            );

    private static void Write(StringBuilder text, Window? window)
    {
        if (window is not null)
        {
            text.Append(
                CultureInfo.InvariantCulture,
                $"[{string.Join(',', window.Days.Distinct().Order())} {window.Start.NanosecondOfDay}"
            );
            text.Append(CultureInfo.InvariantCulture, $"..{window.End.NanosecondOfDay} {window.Zone.Id}]");
        }
    }

    private static void Write(StringBuilder text, Condition? condition)
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

    private static void WriteAll(StringBuilder text, string word, ImmutableArray<Condition> operands)
    {
        text.Append(word);
        foreach (var operand in operands)
            Write(text, operand);
    }

    private static string Describe(AtomCondition atom) =>
        atom switch
        {
            ComparisonCondition comparison => FormattableString.Invariant(
                $"{comparison.Operator} {Of(comparison.Value)}"
            ),
            BetweenCondition between => FormattableString.Invariant($"between {Of(between.Low)} {Of(between.High)}"),
            InCondition within => "in " + string.Join(' ', within.Values.Select(Of)),
            ContainsCondition contains => "contains " + string.Join(' ', contains.Values.Select(Of)),
            LikeCondition like => "like " + Of(like.Pattern),
            _ => "known",
        };

    // Without an escape as a text, so that a policy that needs none keeps its revision.
    private static string Of(TextPattern pattern)
    {
        var text = pattern.ToPolicyText();
        return pattern.NeedsEscape
            ? FormattableString.Invariant($"escaped {text.Length}:{text}")
            : Of(
                new TextConstant(
                    pattern.Units.Replace(TextPattern.Many, '%').Replace(TextPattern.One, '_'),
                    pattern.Exactly
                )
            );
    }

    private static string Of(Constant constant) =>
        constant switch
        {
            TextConstant literal => FormattableString.Invariant(
                $"{(literal.Exactly ? "exactly " : "")}{literal.Value.Length}:{literal.Value}"
            ),
            NumberConstant number => number.Value.ToString(),
            WordConstant word => word.Word,
            BoolConstant flag => flag.Value ? "true" : "false",
            VersionConstant version => "v" + string.Join('.', version.Parts),
            _ => constant.ToString(),
        };
}
