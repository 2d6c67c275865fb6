using System.Collections.Immutable;
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
            {
                undecided.Add(query.Index);
            }

            all.AddRange((boxes ?? []).Select(box => new OwnedBox(query.Index, box)));
        }

        _start[^1] = all.Count;
        All = [.. all];
        Undecided = undecided;
    }

    public Policy Policy { get; }

    public AnalysisSpace Space { get; }

    /// <summary>All boxes in the order of their classes.</summary>
    public ImmutableArray<OwnedBox> All { get; }

    /// <summary>The classes whose conditions have too many boxes; they have none here.</summary>
    public IReadOnlySet<int> Undecided { get; }

    /// <summary>The place of a class's first box in <see cref="All"/>.</summary>
    public int StartOf(int classIndex) => _start[classIndex];

    /// <summary>The boxes of one class.</summary>
    public ReadOnlySpan<OwnedBox> Of(int classIndex) => All.AsSpan()[_start[classIndex].._start[classIndex + 1]];
}
