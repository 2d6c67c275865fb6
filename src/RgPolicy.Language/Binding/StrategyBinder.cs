using RgPolicy.Language.Model;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Syntax;
using static RgPolicy.Language.Binding.ConstantValue;

namespace RgPolicy.Language.Binding;

/// <summary>Binds the cache strategy; null means that a mistake was reported.</summary>
internal sealed class StrategyBinder(BindingScope scope)
{
    private static readonly string[] Names = ["static", "dynamic", "locality", "objective"];

    public CacheStrategy? Bind(StrategySyntax strategy)
    {
        if (Kind(strategy.Name) is not { } kind)
        {
            return null;
        }

        if (kind != CacheStrategyKind.Dynamic && (strategy.By is not null || strategy.Reserve is not null))
        {
            scope.Report("RG2009", strategy, "`by` and `reserve` belong to `cache strategy dynamic`: leave them out.");
            return null;
        }

        var by = strategy.By is null ? null : By(strategy.By);
        var reserve = strategy.Reserve is null ? null : Reserve(strategy.Reserve);
        return new CacheStrategy(kind, by, reserve, scope.Range(strategy));
    }

    private CacheStrategyKind? Kind(NameSyntax name) =>
        (CacheStrategyKind?)
            scope.Choose(name, Names, "a cache strategy: write `static`, `dynamic`, `locality` or `objective`");

    private Signal? By(SignalSyntax context)
    {
        var signal = scope.Conditions.BindSignal(context);
        if (
            signal is null
            || signal is { Phase: SignalPhase.Plan, Type: SignalType.Bytes or SignalType.Count or SignalType.Number }
        )
        {
            return signal;
        }

        scope.Report("RG2002", context, "The classes are ordered by a number of the plan, such as `plan.working_set`.");
        return null;
    }

    private Rational? Reserve(ExpressionSyntax expression)
    {
        var value = scope.Constants.Evaluate(expression);
        if (value is Numeric { Kind: ConstantKind.Percent } percent)
        {
            return percent.Amount;
        }

        if (value is not null)
        {
            scope.Report(
                "RG2002",
                expression,
                $"`reserve` takes {Units.Describe(ConstantKind.Percent)}, not {Units.Describe(value.Kind)}.",
                value is Numeric { Literal: { } literal }
                    ? scope.Replace(expression, literal + "%", isSafe: true)
                    : null
            );
        }

        return null;
    }
}
