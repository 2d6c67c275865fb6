using RgPolicy.Language.Model;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Syntax;

namespace RgPolicy.Language.Binding;

/// <summary>Binds the cache strategy; null means that a mistake was reported.</summary>
internal sealed class StrategyBinder(BindingScope scope)
{
    private static readonly string[] Names = ["static", "dynamic", "locality", "objective"];

    public CacheStrategy? Bind(StrategySyntax strategy)
    {
        if (Kind(strategy.Name) is not { } kind)
            return null;

        if (kind != CacheStrategyKind.Dynamic && (strategy.By is not null || strategy.Reserve is not null))
        {
            scope.Report("RG2009", strategy, "`by` and `reserve` belong to `cache strategy dynamic`: leave them out.");
            return null;
        }

        var by = strategy.By is null ? null : By(strategy.By);
        var reserve = strategy.Reserve is null
            ? null
            : scope.Settings.Quantity(strategy.Reserve, "reserve", [ConstantKind.Percent])?.Amount;
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
            return signal;

        scope.Report("RG2002", context, "The classes are ordered by a number of the plan, such as `plan.working_set`.");
        return null;
    }
}

/// <summary>Binds the schedule of slots; null means that there is none, or that a mistake was reported.</summary>
internal sealed class ScheduleBinder(BindingScope scope)
{
    private static readonly string[] Names = ["mix", "alike"];

    public SlotSchedule? Bind(ImmutableArray<ScheduleSyntax> schedules)
    {
        foreach (var further in schedules.Skip(1))
            scope.Report("RG2009", further, "There already is a schedule: keep one.");

        if (schedules.IsEmpty || Kind(schedules[0].Name) is not { } kind)
            return null;

        var pools = schedules[0].Pools.Select(scope.Pools.Resolve).ToList();
        return pools.Contains(null)
            ? null
            : new SlotSchedule(kind, [.. pools.OfType<Pool>().Distinct()], scope.Range(schedules[0]));
    }

    private SlotScheduleKind? Kind(NameSyntax name) =>
        (SlotScheduleKind?)scope.Choose(name, Names, "a schedule: write `mix` or `alike`");
}
