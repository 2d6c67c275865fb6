using System.Collections.Immutable;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Classes;

/// <summary>Judges every class of a policy but <c>default</c>, from top to bottom.</summary>
internal sealed class ClassAnalysis(ClassBoxes classes, WorkBudget budget)
{
    private readonly BoxIndex _index = new(classes, budget);

    public ImmutableArray<ClassVerdict> Run()
    {
        var reachability = new Reachability(classes, _index, budget);
        var redundancy = new Redundancy(classes, _index, budget);
        var verdicts = ImmutableArray.CreateBuilder<ClassVerdict>();
        var isOpen = true;
        foreach (var query in classes.Policy.Classes.Where(query => query.Condition is not null))
        {
            if (isOpen && budget.IsGone)
            {
                verdicts.Add(new ClassVerdict(ClassState.NotAsked));
                continue;
            }

            var verdict = isOpen ? reachability.Judge(query) : new ClassVerdict(ClassState.Unreachable);
            if (verdict.State is not (ClassState.Unreachable or ClassState.Undecided or ClassState.NeverTrue))
            {
                verdict = verdict with { IsAlwaysTrue = IsAlwaysTrue(query) };
            }

            if (verdict is { State: ClassState.Matches, Sample: { } sample })
            {
                verdict = verdict with { IsRedundant = redundancy.IsRedundant(query, sample) };
            }

            isOpen = isOpen && !verdict.IsAlwaysTrue;
            _index.Leave(classes.Of(query.Index));
            verdicts.Add(verdict);
        }

        return verdicts.ToImmutable();
    }

    private bool IsAlwaysTrue(QueryClass query)
    {
        var own = classes.Of(query.Index);
        if (own.Length == 1)
        {
            return own[0].Box.Dimensions.Length == 0;
        }

        budget.Begin();
        return new CoverSearch(classes.Space.Dimensions.Count, budget)
            .Run(Box.Everything, own.ToArray(), dimension => classes.Space.Dimensions[dimension].All).IsCovered;
    }
}
