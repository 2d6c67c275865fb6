using System.Collections.Immutable;
using Antlr4.Runtime;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Numbers;
using static RgPolicy.Language.Binding.ConstantValue;
using static RgPolicy.Language.Parsing.Generated.RgPolicyParser;

namespace RgPolicy.Language.Binding;

/// <summary>Binds settings of pools, states, rules and tests; null means that a mistake was reported.</summary>
internal sealed class SettingBinder(BindingScope scope)
{
    /// <summary>The settings of one block; a second one of the same name is RG2002.</summary>
    public ImmutableArray<Setting> BindBlock(SettingBlockContext block)
    {
        var bound = ImmutableArray.CreateBuilder<Setting>();
        var seen = new Dictionary<SettingName, SettingBodyContext>();
        foreach (var context in block.setting())
        {
            var name = NameOf(context.settingBody());
            if (!seen.TryAdd(name, context.settingBody()))
            {
                scope.Bag.Add("RG2002", scope.Range(context), $"`{SettingNames.ToText(name)}` is given twice: keep one.",
                    related: scope.Bag.At(scope.Range(seen[name]), "The first one."));
            }
            else if (Bind(context.settingBody(), context.REQUIRE() is not null) is { } setting)
            {
                bound.Add(setting);
            }
        }

        return bound.ToImmutable();
    }

    public Setting? Bind(SettingBodyContext body, bool isRequired)
    {
        SettingValue? value = body switch
        {
            CacheSettingContext cache => Cache(cache),
            CoresSettingContext cores => scope.CoreSets.Bind(cores.coreSet()),
            AmountSettingContext amount => Amount(amount),
            _ => null,
        };
        return value is null
            ? null
            : new Setting(NameOf(body), value, isRequired, scope.Parsed.Phrase(body), scope.Range(body));
    }

    public static SettingName NameOf(SettingBodyContext body) => body switch
    {
        CoresSettingContext => SettingName.Cores,
        AmountSettingContext amount => SettingNames.Find(
            string.Join(' ', amount.settingWords().children.Select(word => word.GetText()))) ?? SettingName.Cache,
        _ => SettingName.Cache,
    };

    private CacheValue? Cache(CacheSettingContext cache)
    {
        var size = Quantity(cache.size, "cache", [ConstantKind.Percent, ConstantKind.Ways]);
        var least = cache.least is null ? null : Quantity(cache.least, "at least", [ConstantKind.Ways]);
        if (size is null || (least is null && cache.least is not null))
        {
            return null;
        }

        var ways = size.Kind == ConstantKind.Ways ? Whole(cache.size, size.Amount) : null;
        int? leastWays = least is null || cache.least is null ? null : Whole(cache.least, least.Amount);
        var isWhole = (ways is not null || size.Kind == ConstantKind.Percent) && (leastWays is not null || least is null);
        return isWhole
            ? new CacheValue(
                size.Kind == ConstantKind.Percent ? size.Amount : null, ways, leastWays, cache.EXCLUSIVE() is not null)
            : null;
    }

    private AmountValue? Amount(AmountSettingContext amount)
    {
        var name = NameOf(amount);
        if (Quantity(amount.expression(), SettingNames.ToText(name), SettingKinds.Of(name)) is not { } value)
        {
            return null;
        }

        if (value.Kind == ConstantKind.Number && Whole(amount.expression(), value.Amount) is null)
        {
            return null;
        }

        return new AmountValue(value.Amount, SettingKinds.TypeOf(value.Kind));
    }

    private Numeric? Quantity(ExpressionContext expression, string setting, ImmutableArray<ConstantKind> kinds)
    {
        var value = scope.Constants.Evaluate(expression);
        if (value is null || (value is Numeric fitting && kinds.Contains(fitting.Kind)))
        {
            return value as Numeric;
        }

        var isMissingPercent = value is Numeric { Literal: not null } && kinds[0] == ConstantKind.Percent;
        Fix? fix = isMissingPercent ? scope.Replace(expression, expression.GetText() + "%", isSafe: true) : null;
        var wanted = string.Join(" or ", kinds.Select(Units.Describe));
        scope.Report("RG2002", expression, $"`{setting}` takes {wanted}, not {Units.Describe(value.Kind)}.", fix);
        return null;
    }

    private int? Whole(ParserRuleContext where, Rational amount)
    {
        if (amount.IsWhole && amount >= 0 && amount <= int.MaxValue)
        {
            return (int)amount.Numerator;
        }

        scope.Report("RG2002", where, $"This must be a whole number from 0 to {int.MaxValue}.");
        return null;
    }
}
