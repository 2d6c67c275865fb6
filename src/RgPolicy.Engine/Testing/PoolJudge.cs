using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Rules;
using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Testing;

/// <summary>Compares what a policy test expects of the query's pool, and of what the target makes of
/// it, with what came out.</summary>
internal sealed class PoolJudge
{
    private readonly TestStage _stage;
    private readonly PolicyProgram _program;
    private readonly RuleAction? _action;
    private readonly Quarantine? _quarantine;
    private readonly Pool? _pool;

    /// <param name="stage">After its look.</param>
    public PoolJudge(TestStage stage)
    {
        _stage = stage;
        _program = stage.Governor.Program;
        var query = stage.Query;
        _action =
            query.DecidingRule is { } rule && query.Steps[rule.Index] is var step and not CompiledRule.NoStep
                ? rule.Steps[step].Action
                : null;
        _quarantine = stage.Governor.Quarantined.FirstOrDefault(entry =>
            entry.Fingerprint == query.Query.Statement?.Fingerprint && query.Query.Started > entry.Since
        );
        _pool = Pool();
    }

    /// <summary>What is not as expected, or null.</summary>
    public string? Difference(TestExpectation expected) =>
        expected switch
        {
            TestExpectation.Pool wanted => wanted.Name == _pool?.Name
                ? null
                : $"expected pool `{wanted.Name}`, got {PoolName()}{Because()}",
            TestExpectation.Value wanted => OfSetting(wanted.Setting),
            TestExpectation.Quarantine => _quarantine is null
                ? "expected the query in quarantine, got none of its fingerprint"
                : null,
            TestExpectation.NoQuarantine => _quarantine is { } entry
                ? $"expected no quarantine, got the one of rule `{entry.Rule}`"
                : null,
            TestExpectation.Yields wanted => Yields(wanted.PoolName)
                ? null
                : $"expected that pool `{wanted.PoolName}` yields, it has what the policy says",
            TestExpectation.NoYields wanted => OfNoYields(wanted),
            TestExpectation.Mask wanted => OfMask(wanted),
            _ => null,
        };

    /// <summary>The pool of the query's class, unless a rule or a quarantine has moved it; null is that
    /// of the lowest weight.</summary>
    private Pool? Pool()
    {
        var own = _program.Policy.Pools[_program.Policy.Classes[_stage.Query.Decision.ClassIndex].Pool.Index];
        return (_action, _quarantine) switch
        {
            (RuleAction.MoveTo move, _) => Named(move.Pool.Name),
            (not null, _) or (_, null) => own,
            (_, { Pool: { } name }) => Named(name),
            _ => null,
        };
    }

    private Pool? Named(string name) => _program.Policy.Pools.FirstOrDefault(pool => pool.Name == name);

    private string PoolName() => _pool is null ? "the lowest safe weight" : $"pool `{_pool.Name}`";

    private string Because() =>
        (_action, _quarantine) switch
        {
            (RuleAction.MoveTo, _) => $" by rule `{_stage.Query.DecidingRule?.Rule.Name}`",
            (null, { } entry) => $" by the quarantine of rule `{entry.Rule}`",
            _ => "",
        };

    private string? OfSetting(Setting wanted)
    {
        if (wanted.Name == SettingName.CpuWeight && (_action is RuleAction.Deprioritize || _pool is null))
            return $"expected `{wanted.Text}`, got the lowest safe weight{Because()}";

        var actual =
            _action is RuleAction.Limit limit && limit.Setting.Name == wanted.Name
                ? limit.Setting
                : _pool?.Find(wanted.Name);
        return
            (actual?.Value ?? SettingFit.Usual(wanted.Name)) is { } value
            && SettingFit.Fits(wanted.Value, value, _program)
            ? null
            : $"expected `{wanted.Text}`, got "
                + (actual is null ? $"no `{SettingNames.ToText(wanted.Name)}`" : $"`{actual.Text}`");
    }

    private string? OfNoYields(TestExpectation.NoYields wanted)
    {
        var yielding = _program.Policy.Pools.FirstOrDefault(pool =>
            (wanted.PoolName ?? pool.Name) == pool.Name && Yields(pool.Name)
        );
        return (yielding, wanted.PoolName) switch
        {
            (null, _) => null,
            (_, null) => $"expected that no pool yields, pool `{yielding.Name}` does",
            _ => $"expected that pool `{wanted.PoolName}` does not yield, it does",
        };
    }

    /// <summary>Less than the policy, with its active states, says.</summary>
    private bool Yields(string name)
    {
        var said = _program.WithPools(_program.Policy.Pools).FindPool(name);
        var has = _program.FindPool(name);
        return has?.CpuShare < said?.CpuShare || has?.WayCount < said?.WayCount;
    }

    private string? OfMask(TestExpectation.Mask wanted)
    {
        var hardware = CacheHardware.Of(_program.Target, CpuMap.Of(_program.Target));
        if (hardware.Ways == 0)
            return $"expected mask `{wanted.Text}`, but `{_program.Target.Name}` does not divide its cache";

        var stands = _program.ThrottlingPools.FirstOrDefault(pool => pool.Number == _stage.Query.WantedPool);
        var actual = hardware.DomainIds.ToDictionary(id => id, id => hardware.FullMask);
        foreach (var mask in stands?.Masks ?? [])
            actual[mask.Domain] = mask.Mask;

        var isMet = wanted.Masks.All(mask =>
            mask.Domain is { } domain
                ? actual.TryGetValue(domain, out var bits) && bits == mask.Bits
                : actual.Values.All(each => each == mask.Bits)
        );
        return isMet ? null : $"expected mask `{wanted.Text}`, got `{Text(actual)}`";
    }

    private static string Text(Dictionary<int, ulong> masks) =>
        masks.Values.Distinct().Count() == 1
            ? masks.Values.First().ToString("x", CultureInfo.InvariantCulture)
            : string.Join(
                ';',
                masks
                    .OrderBy(mask => mask.Key)
                    .Select(mask => string.Create(CultureInfo.InvariantCulture, $"{mask.Key}={mask.Value:x}"))
            );
}
