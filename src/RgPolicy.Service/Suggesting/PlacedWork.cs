using NodaTime;
using RgPolicy.Engine.Signals;
using RgPolicy.Engine.Workloads;

namespace RgPolicy.Service.Suggesting;

/// <summary>Where a policy puts what was seen, by what is known of each statement once its plan is there.</summary>
internal sealed class PlacedWork
{
    private readonly PolicyProgram _program;
    private readonly Dictionary<StatementGroup, int> _classes = new(ReferenceEqualityComparer.Instance);

    public PlacedWork(PolicyProgram program, Workload workload)
    {
        _program = program;
        var values = new SignalValues();
        foreach (var group in workload.Groups)
        {
            var query = QueryOf(group);
            SignalMapper.Fill(values, query, new Observation(query.Started, [query]), program.Target);
            _classes[group] = program.Classify(values, Instant.FromDateTimeOffset(query.Started)).ClassIndex;
        }
    }

    /// <summary>The index of the class that takes it.</summary>
    public int ClassOf(StatementGroup group) => _classes[group];

    public bool IsThrottled(StatementGroup group) => _program.PoolOf(ClassOf(group)).Throttles;

    /// <summary>Classes that take nothing, without the default.</summary>
    public ImmutableArray<string> Unused =>
        [
            .. _program
                .Policy.Classes.Where(each => each.Condition is not null && !_classes.ContainsValue(each.Index))
                .Select(each => each.Name),
        ];

    // At the first hour in which it ran: windows of the policy decide by the time.
    private static ObservedQuery QueryOf(StatementGroup group) =>
        new()
        {
            ProcessId = 1,
            Started = DateTimeOffset.UnixEpoch.AddHours(int.TrailingZeroCount(Math.Max(1, group.Hours))),
            Session = group.Session,
            Statement = group.Statement,
            Plan = group.Plan,
        };
}
