using RgPolicy.Engine.Signals;
using RgPolicy.Language.Signals;

namespace RgPolicy.Dbms.SqlServer.Compile;

/// <summary>Collects what the configuration leaves out and what the DBA should know.</summary>
internal sealed class GovernorNotes(PolicyProgram program, SqlServerFacts facts)
{
    private readonly ImmutableArray<UnenforcedSetting>.Builder _unenforced =
        ImmutableArray.CreateBuilder<UnenforcedSetting>();
    private readonly List<string> _warnings = [];

    public ImmutableArray<UnenforcedSetting> NotEnforced => _unenforced.ToImmutable();

    public ImmutableArray<string> Warnings => [.. _warnings.Distinct(StringComparer.Ordinal)];

    /// <summary>A setting without effect, for every class of its pool.</summary>
    public void Leave(Pool pool, Setting setting, string reason)
    {
        foreach (var item in program.Policy.Classes.Where(item => item.Pool.Index == pool.Index))
            _unenforced.Add(new UnenforcedSetting(setting.Text, item.Name, reason, setting.Required));
    }

    /// <summary>A setting that the server keeps and does not enforce as it reads: enough, unless it is
    /// required.</summary>
    public void Weaken(Pool pool, Setting setting, string reason)
    {
        Warn(setting, reason);
        if (setting.Required)
            Leave(pool, setting, reason);
    }

    public void Warn(Setting setting, string text) => _warnings.Add($"`{setting.Text}`: {text}");

    public void AddClasses(IEnumerable<QueryClass> undecided)
    {
        foreach (var item in undecided)
        {
            var asked = SignalMasks
                .Names(item.Condition is { } condition ? ConditionCompiler.Compile(condition).Signals : 0)
                .Where(name => SignalCatalog.Get(name).Phase != SignalPhase.Session)
                .ToList();
            var reason =
                asked.Count == 0
                    ? "never true on this server"
                    : $"asks {string.Join(", ", asked)}, which no login tells: its queries stay in the workload group of their session";
            _unenforced.Add(new UnenforcedSetting("class", item.Name, reason, Required: false));
        }
    }

    public void AddReads() =>
        _warnings.Add(
            "`io min reads` holds against pools with a largest number of reads only, so pools without `io reads` get "
                + "MAX_IOPS_PER_VOLUME = 2147483647. default and pools of others keep theirs: ALTER RESOURCE POOL "
                + "[default] WITH (MAX_IOPS_PER_VOLUME = 2147483647)."
        );

    /// <summary>A workload group's MAX_DOP, and a hint's, count instead of the server's own limit, also
    /// where they are higher.</summary>
    public void AddWorkers()
    {
        foreach (var pool in program.Policy.Classes.Select(item => item.Pool).DistinctBy(pool => pool.Index))
        {
            if (
                facts.MaxDop > 0
                && pool.Find(SettingName.Maxdop) is { Value: AmountValue { Amount: var workers } } setting
                && workers > facts.MaxDop
            )
            {
                Warn(
                    setting,
                    string.Create(
                        CultureInfo.InvariantCulture,
                        $"the server's own 'max degree of parallelism' is {facts.MaxDop}, and this goes beyond it: a "
                            + $"workload group's MAX_DOP and a hint's "
                    )
                        + FormattableString.Invariant(
                            $"count instead. Write `maxdop {facts.MaxDop}` to keep to the server's."
                        )
                );
            }
        }
    }

    /// <summary>What of the server's present state makes the configuration weaker than it reads.</summary>
    public void AddServer(ImmutableArray<ResourcePoolSpec> pools)
    {
        AddQuota();
        if (pools.All(pool => pool.Schedulers.Length == 0))
            return;
        AddApart(pools);
        if (facts.WhyCoresAreNotOwn is { } reason)
            _warnings.Add(reason);
    }

    /// <summary>CPUs are a pool's own only where every other pool keeps to others.</summary>
    private void AddApart(ImmutableArray<ResourcePoolSpec> pools)
    {
        List<string> everywhere =
        [
            .. pools.Where(pool => pool.Schedulers.Length == 0).Select(pool => pool.Name),
            .. facts.KeepsDefaultApart ? [] : new[] { "default" },
        ];
        if (everywhere.Count > 0)
        {
            _warnings.Add(
                $"Pools that keep to no schedulers of their own run on the CPUs of those that do, too: {string.Join(", ", everywhere)}. Write `cores` in them; "
                    + "default is the server's own: ALTER RESOURCE POOL [default] WITH (AFFINITY SCHEDULER = (...))."
            );
        }
    }

    /// <summary>The kernel keeps a quota, and the server knows nothing of it: only PROCESS AFFINITY brings its
    /// schedulers down to it.</summary>
    private void AddQuota()
    {
        if (facts is { HasAutomaticAffinity: true, QuotaCpus: { } quota } && quota < facts.Schedulers.Length)
        {
            _warnings.Add(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"The quota of the server's cgroup comes to {quota:0.##} CPUs, and with PROCESS AFFINITY AUTO it "
                        + $"has {facts.Schedulers.Length} schedulers, "
                )
                    + "which the kernel stops while they hold what others wait for; every percentage of CPU counts "
                    + "against the schedulers. "
                    + facts.BindingStatement((int)Math.Ceiling(quota))
                    + " brings both together."
            );
        }
    }
}
