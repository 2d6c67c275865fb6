using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Syntax;
using static RgPolicy.Language.Binding.ConstantValue;

namespace RgPolicy.Language.Binding;

/// <summary>Binds settings of pools, states, rules and tests; null means that a mistake was reported.</summary>
internal sealed class SettingBinder(BindingScope scope)
{
    /// <summary>The settings of one block; a second one of the same name is RG2009.</summary>
    public ImmutableArray<Setting> BindBlock(SettingBlockSyntax block)
    {
        var bound = ImmutableArray.CreateBuilder<Setting>();
        var seen = new Dictionary<SettingName, SettingBodySyntax>();
        foreach (var context in block.Settings)
        {
            var name = NameOf(context.Body);
            if (!seen.TryAdd(name, context.Body))
            {
                scope.Bag.Add(
                    "RG2009",
                    scope.Range(context),
                    $"`{SettingNames.ToText(name)}` is given twice: keep one.",
                    related: scope.Bag.At(scope.Range(seen[name]), "The first one.")
                );
            }
            else if (Bind(context.Body, context.IsRequired) is { } setting)
            {
                bound.Add(setting);
            }
        }

        return bound.ToImmutable();
    }

    public Setting? Bind(SettingBodySyntax body, bool isRequired)
    {
        SettingValue? value = body switch
        {
            SettingBodySyntax.Cache cache => Cache(cache),
            SettingBodySyntax.Cores cores => scope.CoreSets.Bind(cores.Set),
            SettingBodySyntax.Slots slots => Slots(slots),
            SettingBodySyntax.Amount amount => Amount(amount),
            _ => null,
        };
        return value is null ? null : new Setting(NameOf(body), value, isRequired, body.Phrase, scope.Range(body));
    }

    public static SettingName NameOf(SettingBodySyntax body) =>
        body switch
        {
            SettingBodySyntax.Cores => SettingName.Cores,
            SettingBodySyntax.Slots => SettingName.Slots,
            SettingBodySyntax.Amount amount => SettingNames.Find(amount.Words) ?? SettingName.Cache,
            _ => SettingName.Cache,
        };

    private CacheValue? Cache(SettingBodySyntax.Cache cache)
    {
        var size = Quantity(cache.Size, "cache", [ConstantKind.Percent, ConstantKind.Ways]);
        var least = cache.Least is null ? null : Quantity(cache.Least, "at least", [ConstantKind.Ways]);
        if (size is null || (least is null && cache.Least is not null))
            return null;

        var ways = size.Kind == ConstantKind.Ways ? Whole(cache.Size, size.Amount) : null;
        int? leastWays = least is null || cache.Least is null ? null : Whole(cache.Least, least.Amount);
        var isWhole =
            (ways is not null || size.Kind == ConstantKind.Percent) && (leastWays is not null || least is null);
        return isWhole
            ? new CacheValue(size.Kind == ConstantKind.Percent ? size.Amount : null, ways, leastWays, cache.IsExclusive)
            : null;
    }

    private AmountValue? Amount(SettingBodySyntax.Amount amount)
    {
        var name = NameOf(amount);
        if (Quantity(amount.Value, SettingNames.ToText(name), SettingKinds.Of(name)) is not { } value)
            return null;

        // A whole number beyond its range is told with the range, by the capacity check.
        if (value.Kind == ConstantKind.Number && !value.Amount.IsWhole)
        {
            scope.Report("RG2002", amount.Value, $"`{SettingNames.ToText(name)}` takes a whole number.");
            return null;
        }

        return new AmountValue(value.Amount, SettingKinds.TypeOf(value.Kind));
    }

    // A count beyond its range is told with the range, by the capacity check.
    private SlotsValue? Slots(SettingBodySyntax.Slots slots)
    {
        var count = Quantity(slots.Count, "slots", SettingKinds.Of(SettingName.Slots));
        var wait = slots.Longest is null ? null : new Durations(scope).Bind(slots.Longest);
        if (count is null || (wait is null && slots.Longest is not null))
            return null;

        if (count.Amount.IsWhole)
            return new SlotsValue(count.Amount, wait);

        scope.Report("RG2002", slots.Count, "`slots` takes a whole number.");
        return null;
    }

    /// <summary>A number of one of some kinds; null means that a mistake was reported.</summary>
    public Numeric? Quantity(ExpressionSyntax expression, string setting, ImmutableArray<ConstantKind> kinds)
    {
        if (NoValue(expression, setting) is { } said)
        {
            scope.Report("RG2001", expression, said);
            return null;
        }

        var value = scope.Constants.Evaluate(expression);
        if (value is null || (value is Numeric fitting && kinds.Contains(fitting.Kind)))
            return value as Numeric;

        if (value is OfText && QuotedAmount.Of(expression.Text, kinds) is { } amount)
        {
            scope.Report(
                "RG2002",
                expression,
                $"`{setting}` takes its value without quotes: write `{setting} {amount}`.",
                scope.Replace(expression, amount, isSafe: true)
            );
            return null;
        }

        Fix? fix = (value, kinds[0]) switch
        {
            (Numeric { Literal: { } literal } number, ConstantKind.Percent) => scope.Constants.WithPercent(
                expression,
                number.Amount,
                literal
            ),
            (Numeric { Literal: not null }, ConstantKind.Ways) => scope.Replace(
                expression,
                expression.Text + " ways",
                isSafe: true
            ),
            _ => scope.Constants.WithoutPercent(expression, kinds[0]),
        };
        var wanted = string.Join(" or ", kinds.Select(Units.Describe));
        scope.Report("RG2002", expression, $"`{setting}` takes {wanted}, not {Units.Describe(value.Kind)}.", fix);
        return null;
    }

    // Words that stand for a value elsewhere.
    private string? NoValue(ExpressionSyntax expression, string setting) =>
        scope.Lets.Contains(expression.Text)
            ? null
            : expression.Text switch
            {
                "unlimited"
                or "none"
                or "infinite"
                or "infinity"
                or "off"
                or "null"
                or "default"
                or "inherit"
                or "auto"
                or "any"
                or "disabled" =>
                    $"`{expression.Text}` is not a value of `{setting}`: leave the setting out, for what a pool leaves "
                        + "out is not governed"
                        + (setting == "maxdop" ? ", or write `maxdop 0`." : "."),
                "low"
                or "medium"
                or "normal"
                or "high"
                or "highest"
                or "lowest"
                or "critical" when setting == "cpu weight" =>
                    $"`{setting}` takes a number from 1 to 10000: write such as `cpu weight {(expression.Text switch
{
"low" or "lowest" => "20",
"medium" or "normal" => "100",
_ => "1000",
})}`.",
                _ => null,
            };

    private int? Whole(SyntaxNode where, Rational amount)
    {
        if (amount.IsWhole && amount >= 0 && amount <= int.MaxValue)
            return (int)amount.Numerator;

        scope.Report("RG2002", where, $"This must be a whole number from 0 to {int.MaxValue}.");
        return null;
    }
}

/// <summary>Which units each setting of one amount takes.</summary>
internal static class SettingKinds
{
    /// <summary>The kinds that the setting takes, the usual one first.</summary>
    public static ImmutableArray<ConstantKind> Of(SettingName name) =>
        name switch
        {
            SettingName.CpuMin
            or SettingName.CpuMax
            or SettingName.CpuCap
            or SettingName.MemoryMin
            or SettingName.MemoryMax => [ConstantKind.Percent],
            SettingName.MemoryBandwidth => [ConstantKind.Percent, ConstantKind.BytesPerSecond],
            SettingName.Grant or SettingName.Tempdb => [ConstantKind.Percent, ConstantKind.Bytes],
            SettingName.GrantWait or SettingName.CpuTime or SettingName.Queue => [ConstantKind.Duration],
            SettingName.IoRead or SettingName.IoWrite => [ConstantKind.BytesPerSecond],
            SettingName.IoReads or SettingName.IoMinReads => [ConstantKind.OperationsPerSecond],
            _ => [ConstantKind.Number],
        };

    /// <summary>How the bound model names the kind of a setting's amount.</summary>
    public static SignalType TypeOf(ConstantKind kind) =>
        kind switch
        {
            ConstantKind.Percent => SignalType.Percent,
            ConstantKind.Bytes => SignalType.Bytes,
            ConstantKind.BytesPerSecond => SignalType.BytesPerSecond,
            ConstantKind.Duration => SignalType.Duration,
            ConstantKind.OperationsPerSecond => SignalType.Number,
            _ => SignalType.Count,
        };
}
