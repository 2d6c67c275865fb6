using RgPolicy.Dbms.SqlServer.Compile;

namespace RgPolicy.Dbms.SqlServer.Configure;

/// <summary>Orders the statements that lead from one configuration to another. Nothing is in force before RECONFIGURE,
/// so what stands before the first of them can fail without any effect. Groups are dropped only after sessions stopped
/// entering them.</summary>
internal sealed class GovernorScript
{
    private readonly GovernorState _from;
    private readonly GovernorState _to;
    private readonly ImmutableArray<ChangeStep>.Builder _steps = ImmutableArray.CreateBuilder<ChangeStep>();
    private readonly Dictionary<(string Kind, string Name), List<string>> _byObject = [];
    private bool _isUnsettled;

    private GovernorScript(GovernorState from, GovernorState to) => (_from, _to) = (from, to);

    /// <summary>The statements, and those of each object.</summary>
    /// <param name="from">What is there; only own objects.</param>
    /// <param name="to">What is to be; only own objects.</param>
    /// <param name="isPending">Stored changes of an attempt before are not in force.</param>
    public static GovernorScript Between(GovernorState from, GovernorState to, bool isPending)
    {
        var script = new GovernorScript(from, to) { _isUnsettled = isPending };
        script.ClearMinimums();
        script.WritePools();
        script.WriteGroups();
        script.WriteClassifier();
        script.Settle();
        script.DropObjects();
        script.Settle();
        script.Switch();
        return script;
    }

    public ImmutableArray<ChangeStep> Steps => _steps.ToImmutable();

    public ImmutableArray<string> Of(IGovernorObject each) =>
        _byObject.TryGetValue((each.Kind, each.Name), out var list) ? [.. list] : [];

    /// <summary>The server checks the sum of all minimums at each statement: pools that give up some of theirs go
    /// first.</summary>
    private void ClearMinimums()
    {
        foreach (var pool in _from.Pools.Where(pool => pool is { MinCpuPercent: > 0 } or { MinMemoryPercent: > 0 }))
        {
            if (_to.Pool(pool.Name) != pool && GovernorStatements.Alter(pool, Cleared(pool)) is { } statement)
                Add(pool, statement, GovernorRepeats.Alter(pool, statement));
        }
    }

    private void WritePools()
    {
        foreach (var pool in _to.Pools)
        {
            if (_from.Pool(pool.Name) is not { } before)
                Add(pool, GovernorStatements.Create(pool), GovernorRepeats.Create(pool));
            else if (before != pool)
                Add(pool, GovernorStatements.Alter(Cleared(before), pool));
        }
    }

    private void WriteGroups()
    {
        foreach (var group in _to.Groups)
        {
            if (_from.Group(group.Name) is { } before)
                Add(group, GovernorStatements.Alter(before, group));
            else
                Add(group, GovernorStatements.Create(group), GovernorRepeats.Create(group));
        }
    }

    /// <summary>A function in use cannot be changed: another one takes its place first, or none.</summary>
    private void WriteClassifier()
    {
        var inUse = _from.Classifier;
        foreach (
            var function in _to.Functions.Where(function =>
                _from.Function(function.Name)?.Definition != function.Definition
            )
        )
        {
            if (inUse is not null && inUse.IsSame(function))
            {
                Use(null);
                Settle();
                inUse = null;
            }

            if (_from.Function(function.Name) is { } before)
                Add(function, GovernorStatements.Drop(before), GovernorRepeats.Drop(before));
            Add(function, function.Definition, GovernorRepeats.Create(function));
        }

        if (!IsSame(inUse, _to.Classifier))
            Use(_to.Classifier);
    }

    private void DropObjects()
    {
        var isNew = true;
        foreach (var group in _from.Groups.Where(group => _to.Group(group.Name) is null))
        {
            Add(group, GovernorStatements.Drop(group), GovernorRepeats.Drop(group), isNew);
            isNew = false;
        }

        foreach (var pool in _from.Pools.Where(pool => _to.Pool(pool.Name) is null))
            Add(pool, GovernorStatements.Drop(Cleared(pool)), GovernorRepeats.Drop(Cleared(pool)));
        foreach (var function in _from.Functions.Where(function => _to.Function(function.Name) is null))
            AddStep(
                function,
                new ChangeStep(GovernorStatements.Drop(function)) { Repeatable = GovernorRepeats.Drop(function) }
            );
    }

    private void Settle()
    {
        if (_isUnsettled && (_from.IsEnabled || _to.IsEnabled))
            _steps.Add(new ChangeStep(GovernorStatements.Reconfigure));
        _isUnsettled = false;
    }

    private void Switch()
    {
        var isOn = _from.IsEnabled || _steps.Any(step => step.Sql == GovernorStatements.Reconfigure);
        if (_to.IsEnabled != isOn)
            _steps.Add(new ChangeStep(_to.IsEnabled ? GovernorStatements.Reconfigure : GovernorStatements.Disable));
    }

    private void Use(ClassifierFunction? function)
    {
        if ((function ?? _from.Classifier) is { } named)
            Add(named, GovernorStatements.UseClassifier(function));
    }

    private void Add(IGovernorObject each, string? statement, string? repeatable = null, bool isNew = false)
    {
        if (statement is null)
            return;
        AddStep(each, new ChangeStep(statement, isNew) { Repeatable = repeatable });
        _isUnsettled = true;
    }

    private void AddStep(IGovernorObject each, ChangeStep step)
    {
        _steps.Add(step);
        if (!_byObject.TryGetValue((each.Kind, each.Name), out var list))
            _byObject[(each.Kind, each.Name)] = list = [];
        list.Add(step.Sql);
    }

    private static ResourcePoolSpec Cleared(ResourcePoolSpec pool) =>
        pool with
        {
            MinCpuPercent = 0,
            MinMemoryPercent = 0,
        };

    private static bool IsSame(ClassifierFunction? left, ClassifierFunction? right) =>
        left is null ? right is null : right is not null && left.IsSame(right);
}
