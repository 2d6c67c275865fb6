using RgPolicy.Language.Model;
using RgPolicy.Language.Syntax;

namespace RgPolicy.Language.Binding;

/// <summary>Binds the schedule of slots; null means that there is none, or that a mistake was reported.</summary>
internal sealed class ScheduleBinder(BindingScope scope)
{
    private static readonly string[] Names = ["mix", "alike"];

    public SlotSchedule? Bind(ImmutableArray<ScheduleSyntax> schedules)
    {
        foreach (var further in schedules.Skip(1))
        {
            scope.Report("RG2009", further, "There already is a schedule: keep one.");
        }

        if (schedules.IsEmpty || Kind(schedules[0].Name) is not { } kind)
        {
            return null;
        }

        var pools = schedules[0].Pools.Select(scope.Pools.Resolve).ToList();
        return pools.Contains(null)
            ? null
            : new SlotSchedule(kind, [.. pools.OfType<Pool>().Distinct()], scope.Range(schedules[0]));
    }

    private SlotScheduleKind? Kind(NameSyntax name) =>
        (SlotScheduleKind?)scope.Choose(name, Names, "a schedule: write `mix` or `alike`");
}
