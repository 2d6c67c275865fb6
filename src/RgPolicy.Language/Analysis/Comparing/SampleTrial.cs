using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Samples;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>Tries samples before they are shown. One that shows nothing leaves the question open,
/// unless another one does.</summary>
internal sealed class SampleTrial(Func<Sample, bool> isShown, WorkBudget budget)
{
    // What carrying both policies out at a point costs, beside looks at boxes.
    private const int StepsPerTrial = 2000;

    /// <summary>False once a sample showed nothing; callers set it to true before they search.</summary>
    public bool IsDecided { get; set; } = true;

    /// <summary>The first that shows what is looked for; null where there is none.</summary>
    public Sample? First(IEnumerable<Sample> samples)
    {
        foreach (var sample in samples)
        {
            budget.Spend(StepsPerTrial);
            if (isShown(sample))
            {
                return sample;
            }

            IsDecided = false;
        }

        return null;
    }
}
