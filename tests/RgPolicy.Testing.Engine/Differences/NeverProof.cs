using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Comparing;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;

namespace RgPolicy.Testing.Engine.Differences;

/// <summary>Holds <c>rgp prove never</c> against where the engine puts queries, at drawn points and at
/// the sample.</summary>
internal sealed class NeverProof(WordSource words)
{
    private const int Points = 30;

    /// <summary>Asks about a drawn pool and a condition of the policy; what contradicts the answer, or
    /// nothing.</summary>
    public string? Run(PolicyProgram program)
    {
        var asked = Conditions(program.Policy).ToList();
        if (asked.Count == 0)
            return null;

        var (condition, pool) = (words.Of(asked), words.Of(program.Policy.Pools).Name);
        var found = ProgramComparison.FindInPool(program, condition, pool);
        if (found.Sample is { } sample)
        {
            return Gets(program, condition, pool, DrawnPoint.Of(sample))
                ? null
                : $"`{condition.Text}` and pool {pool}: the sample {string.Join(' ', sample.Values)} does not get it";
        }

        return
            found.Undecided.IsEmpty
            && Enumerable.Range(0, Points).Any(_ => Gets(program, condition, pool, DrawnPoint.Of(words)))
            ? $"`{condition.Text}` never gets pool {pool}, it says, and a drawn point does"
            : null;
    }

    private static IEnumerable<Condition> Conditions(Policy policy) =>
        policy
            .Classes.Select(item => item.Condition)
            .OfType<Condition>()
            .Concat(policy.Rules.SelectMany(rule => rule.Steps).Select(step => step.When));

    private static bool Gets(PolicyProgram program, Condition condition, string pool, DrawnPoint point)
    {
        if (ConditionCompiler.Compile(condition).Evaluate(point.Values, point.At).Value != Truth.True)
            return false;

        var decision = program.Classify(point.Values, point.At);
        string? moved = null;
        foreach (var rule in program.RulesByClass[decision.ClassIndex])
        {
            if (rule.Find(point.Values, point.At, decision.IsProvisional) is var step and >= 0)
            {
                moved = rule.Steps[step].Action switch
                {
                    RuleAction.MoveTo move => move.Pool.Name,
                    _ when rule.Steps[step].PoolNumber is not null => "",
                    _ => moved,
                };
            }
        }

        return program.Policy.Classes[decision.ClassIndex].Pool.Name == pool || moved == pool;
    }
}
