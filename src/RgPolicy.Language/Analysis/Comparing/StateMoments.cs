using RgPolicy.Language.Analysis.Logic;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Samples;
using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>Moments that enter states or leave them; what is not decided is noted.</summary>
internal sealed class StateMoments(AnalysisSpace space, WorkBudget budget, ChangeList changes)
{
    private readonly ConditionRegions _regions = new(space);
    private readonly SampleSearch _samples = new(space, budget);

    /// <summary>Where a condition is true; null where that has too many boxes.</summary>
    public ImmutableArray<Box>? True(Condition condition) => _regions.Boxes(condition, isTrue: true);

    /// <summary>Where a state is left; null where that has too many boxes.</summary>
    public ImmutableArray<Box>? Leaves(State state) =>
        state.Until is { } until ? True(until) : _regions.Boxes(state.When, isTrue: false);

    /// <summary>Where both lists of boxes meet; null where that has too many boxes.</summary>
    public static ImmutableArray<Box>? Meet(ImmutableArray<Box> left, ImmutableArray<Box> right) =>
        (long)left.Length * right.Length <= ConditionRegions.MostBoxes ? [.. Box.Meet(left, right)] : null;

    /// <summary>Notes that it was not decided what a state does.</summary>
    public void AddUndecided(string state) => changes.AddUndecided($"state {state}");

    /// <summary>A moment inside the one and outside the other, or the other way round.</summary>
    public Sample? FindApart(string state, ImmutableArray<Box>? left, ImmutableArray<Box>? right) =>
        Find(state, left, right) ?? Find(state, right, left);

    public Sample? Find(string state, ImmutableArray<Box>? inside) => Find(state, inside, []);

    /// <summary>A moment inside some boxes and outside others; null where there is none, or where it
    /// was not decided.</summary>
    public Sample? Find(string state, ImmutableArray<Box>? inside, ImmutableArray<Box>? outside)
    {
        if (inside is not { } boxes || outside is not { } others)
        {
            AddUndecided(state);
            return null;
        }

        var covers = others.Select(box => new OwnedBox(-1, box)).ToList();
        foreach (var box in boxes)
        {
            var (sample, _, isDecided) = _samples.Find(box, covers, WorkBudget.PerQuestion);
            if (sample is not null)
                return sample;

            if (!isDecided)
                AddUndecided(state);
        }

        return null;
    }
}
