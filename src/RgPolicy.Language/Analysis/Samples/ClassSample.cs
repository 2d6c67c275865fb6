using RgPolicy.Language.Analysis.Classes;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Samples;

/// <summary>Looks for a real query that a class takes.</summary>
internal sealed class ClassSample(ClassBoxes classes, WorkBudget budget)
{
    private const long Steps = WorkBudget.PerQuestion / 10; // Without a sample the verdict is told all the same.

    private readonly SampleSearch _search = new(classes.Space, budget);

    /// <summary>Such a query, or null where none was soon found.</summary>
    public Sample? Find(QueryClass query) =>
        classes
            .Of(query.Index)
            .Select(owned => _search.Find(owned.Box, classes.Above(query.Index), Steps).Sample)
            .FirstOrDefault(sample => sample is not null);
}
