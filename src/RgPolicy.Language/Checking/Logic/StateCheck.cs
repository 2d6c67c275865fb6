using RgPolicy.Language.Analysis.Logic;
using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Checking.Logic;

/// <summary>RG3014 and RG3015: a state that is left for the reason that it is entered for, and one that
/// is always active.</summary>
internal sealed class StateCheck(DiagnosticBag bag)
{
    public void Run(Policy policy)
    {
        foreach (var state in policy.States)
        {
            var space = new AnalysisSpace(state.Until is null ? [state.When] : [state.When, state.Until]);
            var regions = new ConditionRegions(space);
            var isLeft = state.Until is { } end && regions.Boxes(end, isTrue: true) is not { IsEmpty: true };
            if (!isLeft && regions.Boxes(state.When, isTrue: false) is { IsEmpty: true })
            {
                bag.Add(
                    "RG3015",
                    state.When.Range,
                    $"The state `{state.Name}` is always active: `{state.When.Text}` is never false. "
                        + "Give the pools these settings, or correct the condition."
                );
            }
            else if (state.Until is { } until && space.Dimensions.Count == 1)
            {
                CheckFlapping(state, until, regions);
            }
        }
    }

    // With two signals a common value is no contradiction: each has its own course.
    private void CheckFlapping(State state, Condition until, ConditionRegions regions)
    {
        if (
            regions.Boxes(state.When, isTrue: true) is { } entered
            && regions.Boxes(until, isTrue: true) is { } left
            && entered.Any(box => left.Any(box.Intersects))
        )
        {
            bag.Add(
                "RG3014",
                until.Range,
                $"The state `{state.Name}` flaps: `{state.When.Text}` and `{until.Text}` are true "
                    + "together, so that it is left "
                    + "while the reason to enter it holds. Leave it beyond the value that it is entered at.",
                related: bag.At(state.When.Range, "It is entered here.")
            );
        }
    }
}
