using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Checking;

/// <summary>RG5001: a CPU weight below the lowest that is safe, which stands for that one.</summary>
internal sealed class WeightCheck(TargetProfile target, DiagnosticBag bag)
{
    public void Run(Policy policy)
    {
        if (!TargetLevers.MovesProcesses(target))
        {
            return;
        }

        foreach (var weights in PoolWeights.All(policy))
        {
            foreach (var (pool, setting) in weights.Written)
            {
                Check(pool, setting, weights);
            }
        }
    }

    private void Check(Pool pool, Setting setting, PoolWeights weights)
    {
        if (
            setting is { Name: SettingName.CpuWeight, Value: AmountValue { Amount: var weight } }
            && weight >= 1 // Else it is outside of its range.
            && weight < weights.Lowest
        )
        {
            bag.Add(
                "RG5001",
                setting.Range,
                $"`{setting.Text}` (pool `{pool.Name}`) is below the lowest weight that is safe: the pool gets "
                    + $"{TargetLevers.LowestWeightPercent} % of the highest, which is `cpu weight {weights.Lowest}`."
            );
        }
    }
}
