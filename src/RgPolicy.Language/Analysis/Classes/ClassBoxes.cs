using RgPolicy.Language.Analysis.Logic;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Classes;

/// <summary>Where each class of a policy matches, whatever stands above it. <c>default</c> matches
/// everywhere.</summary>
internal sealed class ClassBoxes
{
    private readonly int[] _start;
    private readonly OwnedBox[] _all;

    public ClassBoxes(Policy policy, AnalysisSpace space, Reading reading = Reading.Now)
    {
        Policy = policy;
        Space = space;
        var regions = new ConditionRegions(space, reading);
        var all = new List<OwnedBox>();
        var undecided = new HashSet<int>();
        _start = new int[policy.Classes.Length + 1];
        foreach (var query in policy.Classes)
        {
            _start[query.Index] = all.Count;
            var boxes = query.Condition is null ? [Box.Everything] : regions.Boxes(query.Condition, isTrue: true);
            if (boxes is null)
                undecided.Add(query.Index);

            all.AddRange((boxes ?? []).Select(box => new OwnedBox(query.Index, box)));
        }

        _start[^1] = all.Count;
        _all = [.. all];
        Undecided = undecided;
    }

    public Policy Policy { get; }

    public AnalysisSpace Space { get; }

    public IReadOnlyList<OwnedBox> All => _all;

    /// <summary>The classes whose conditions have too many boxes; they have none here.</summary>
    public IReadOnlySet<int> Undecided { get; }

    /// <summary>The place of a class's first box in <see cref="All"/>.</summary>
    public int StartOf(int classIndex) => _start[classIndex];

    public IReadOnlyList<OwnedBox> Of(int classIndex) => Between(_start[classIndex], _start[classIndex + 1]);

    public IReadOnlyList<OwnedBox> Above(int classIndex) => Between(0, _start[classIndex]);

    /// <summary>The boxes from one place in <see cref="All"/> up to and without another.</summary>
    public IReadOnlyList<OwnedBox> Between(int from, int to) => new ArraySegment<OwnedBox>(_all, from, to - from);
}
