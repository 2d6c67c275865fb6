namespace RgPolicy.Engine.Classify.Index;

/// <summary>For each number of some groups a list of arms, ascending; all groups in two arrays.</summary>
internal sealed class ArmLists
{
    private readonly int[] _begins;
    private readonly int[] _starts;
    private readonly int[] _arms;

    /// <summary>Lays lists out.</summary>
    /// <param name="groups">For each group its lists by number.</param>
    public ArmLists(IReadOnlyList<IReadOnlyList<List<int>>> groups)
    {
        _begins = new int[groups.Count];
        var (starts, arms) = (new List<int> { 0 }, new List<int>());
        for (var group = 0; group < groups.Count; group++)
        {
            _begins[group] = starts.Count - 1;
            foreach (var list in groups[group])
            {
                arms.AddRange(list.Order());
                starts.Add(arms.Count);
            }
        }

        (_starts, _arms) = ([.. starts], [.. arms]);
    }

    public ReadOnlySpan<int> Of(int group, int number)
    {
        var at = _begins[group] + number;
        return _arms.AsSpan(_starts[at], _starts[at + 1] - _starts[at]);
    }
}
