using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Tests.Building;

/// <summary>Composes bound policies without a text.</summary>
internal sealed class PolicyBuilder
{
    private readonly List<Pool> _pools = [];
    private readonly List<QueryClass> _classes = [];
    private readonly List<Rule> _rules = [];
    private readonly List<Window> _windows = [];

    private CacheStrategy? _strategy;

    public PolicyBuilder Strategy(CacheStrategyKind kind, Rational? reserve = null)
    {
        _strategy = new CacheStrategy(kind, null, reserve, default);
        return this;
    }

    public PolicyBuilder Pool(string name, params Setting[] settings)
    {
        _pools.Add(new Pool(name, _pools.Count, [.. settings], default));
        return this;
    }

    public PolicyBuilder Class(string name, string pool, Condition? condition)
    {
        var line = _classes.Count + 1;
        _classes.Add(new QueryClass(name, _classes.Count, Find(pool), condition, new(line, 1, line, 20)));
        return this;
    }

    public PolicyBuilder Default(string pool) => Class("default", pool, null);

    public PolicyBuilder Window(Window window)
    {
        _windows.Add(window);
        return this;
    }

    public PolicyBuilder Rule(
        string name,
        string onClass,
        Condition? unless,
        params (Condition When, RuleAction Then)[] steps
    ) => Rule(name, onClass, null, unless, steps);

    public PolicyBuilder Rule(
        string name,
        string onClass,
        Window? during,
        Condition? unless,
        params (Condition When, RuleAction Then)[] steps
    )
    {
        ImmutableArray<QueryClass> classes = [_classes.Single(item => item.Name == onClass)];
        _rules.Add(
            new Rule(
                name,
                classes,
                during,
                [.. steps.Select(step => new RuleStep(step.When, step.Then, default))],
                unless,
                default
            )
        );
        return this;
    }

    public Pool Find(string pool) => _pools.Single(item => item.Name == pool);

    public Policy Build() =>
        new()
        {
            Path = "test.rgp",
            LanguageVersion = 1,
            Pools = [.. _pools],
            Classes = [.. _classes],
            Rules = [.. _rules],
            Windows = [.. _windows],
            CacheStrategy = _strategy,
        };

    public static Setting Weight(int weight) =>
        new(SettingName.CpuWeight, new AmountValue(weight, SignalType.Count), false, $"cpu weight {weight}", default);

    public static Setting Cache(int percent) =>
        new(SettingName.Cache, new CacheValue(percent, null, null, false), false, $"cache {percent}%", default);

    public static Setting Amount(SettingName name, Rational amount, SignalType type) =>
        new(name, new AmountValue(amount, type), false, $"{name} {amount}", default);

    public static Setting Cores(CoreSetValue value) => new(SettingName.Cores, value, false, "cores ...", default);

    public static Condition Is(string signal, string word)
    {
        var found = SignalCatalog.Get(signal);
        Constant value =
            found.Type == SignalType.Enum
                ? new WordConstant(word, found.Words.IndexOf(word))
                : new TextConstant(word, false);
        return new ComparisonCondition(found, ComparisonOperator.Equal, value, $"{signal} = {word}", default);
    }

    public static Condition IsExactly(string signal, string text) =>
        new ComparisonCondition(
            SignalCatalog.Get(signal),
            ComparisonOperator.Equal,
            new TextConstant(text, true),
            $"{signal} = exactly '{text}'",
            default
        );

    public static Condition Compare(string signal, ComparisonOperator comparison, Rational value) =>
        new ComparisonCondition(
            SignalCatalog.Get(signal),
            comparison,
            new NumberConstant(value),
            $"{signal} {comparison} {value}",
            default
        );

    public static Condition Known(string signal) =>
        new KnownCondition(SignalCatalog.Get(signal), $"{signal} is known", default);

    public static Condition Not(Condition operand) => new NotCondition(operand, "not " + operand.Text, default);

    public static Condition And(params Condition[] operands) =>
        new AndCondition([.. operands], string.Join(" and ", operands.Select(item => item.Text)), default);

    public static Condition Or(params Condition[] operands) =>
        new OrCondition([.. operands], string.Join(" or ", operands.Select(item => item.Text)), default);
}
