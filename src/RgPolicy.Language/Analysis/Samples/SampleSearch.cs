using RgPolicy.Language.Analysis.Classes;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Samples;

/// <summary>
/// Looks for a real query of a box that lies in none of a few others. Where the cells that the search
/// found have no real query, they are ruled out and the search goes on: so the answer is exact for patterns too.
/// </summary>
internal sealed class SampleSearch(AnalysisSpace space, WorkBudget budget)
{
    private const int MostRounds = 64;

    private readonly CoverSearch _search = space.Search(budget);
    private readonly SampleBuilder _builder = new(space, budget);

    /// <summary>The sample and the room that it is from; both null where there is none, or none was
    /// found in time.</summary>
    public (Sample? Sample, Room? Room, bool IsDecided) Find(Box target, IEnumerable<OwnedBox> covers, long limit)
    {
        budget.Begin(limit);
        var all = covers.ToList();
        for (var round = 0; round < MostRounds; round++)
        {
            var coverage = _search.Run(target, all);
            if (coverage.Gap is not { } room)
                return (null, null, coverage.IsDecided && _builder.IsExact);

            var (sample, impossible) = _builder.Build(room);
            if (sample is not null || impossible is null)
                return (sample, room, true);

            all.Add(new OwnedBox(-1, impossible));
        }

        return (null, null, false);
    }
}

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
