using System.Collections.Frozen;
using NodaTime;
using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Classify.Index;
using RgPolicy.Engine.Compile.Phases;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Meaning;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Compile;

/// <summary>A policy compiled for one target: immutable, shared between threads, the same in every part
/// of the product.</summary>
internal sealed class PolicyProgram
{
    private readonly FrozenSet<string> _namedLogins;
    private readonly ImmutableArray<bool> _namedWriters;
    private readonly ClassIndex _index;

    private PolicyProgram(
        Policy policy,
        TargetProfile target,
        PolicyProgram? basis,
        CacheLayout? before,
        HostTerms? terms = null
    )
    {
        Policy = policy;
        Terms = terms;
        Target = target = terms is null ? target : target with { ClassesOfService = terms.Classes };
        Revision = basis?.Revision ?? PolicyRevision.Of(policy);
        Classes = basis?.Classes ?? [.. policy.Classes.Select(CompileClass)];
        _index = basis?._index ?? new ClassIndex(Classes);
        var allotted = PoolAllotter.Allot(policy, target, before, terms);
        Pools = allotted.Pools;
        (Asked, Layout, Parts) = (allotted.Layout, allotted.Layout, []);
        LowestPools = LowestPools.For(policy, Pools, target);
        Rules = RuleCompiler.Compile(policy, target, Pools, Lowest?.Number ?? 0);
        RulesByClass = [.. policy.Classes.Select(RulesOf)];
        NotEnforced = NotEnforcedList.Of(policy, target, Pools);
        _namedLogins = NamedLogins.Find(policy);
        _namedWriters = NamedWriters.Find(policy);
        ClassSignals = Classes.Aggregate(0UL, (bits, item) => bits | (item.Condition?.Signals ?? 0));
        RuleSignals = Rules.Aggregate(0UL, (bits, rule) => bits | rule.Signals);
        Windows = HasWindows() ? policy.Windows : [];
    }

    private PolicyProgram(
        PolicyProgram basis,
        (CacheLayout Asked, CacheLayout Placed) layouts,
        ImmutableArray<PoolAllotment> pools,
        LowestPools lowest,
        ImmutableArray<PoolAllotment> parts
    )
    {
        (Policy, Target, Revision, Classes) = (basis.Policy, basis.Target, basis.Revision, basis.Classes);
        Terms = basis.Terms;
        (Asked, Layout) = layouts;
        (Pools, LowestPools, Parts) = (pools, lowest, parts);
        (Rules, RulesByClass, NotEnforced) = (basis.Rules, basis.RulesByClass, basis.NotEnforced);
        (ClassSignals, RuleSignals, Windows) = (basis.ClassSignals, basis.RuleSignals, basis.Windows);
        (_namedLogins, _namedWriters, _index) = (basis._namedLogins, basis._namedWriters, basis._index);
    }

    /// <summary>First 12 hexadecimal digits of the SHA-256 of the policy's meaning; the target plays no part.</summary>
    public string Revision { get; }

    /// <summary>The policy.</summary>
    public Policy Policy { get; }

    /// <summary>The target.</summary>
    public TargetProfile Target { get; }

    /// <summary>What each pool comes to, in policy order.</summary>
    public ImmutableArray<PoolAllotment> Pools { get; }

    /// <summary>
    /// The pool of rule actions such as <c>deprioritize</c> for queries that no other setting throttles:
    /// the lowest safe weight and nothing else; null when no rule needs it. Its <see cref="PoolAllotment.Pool"/> is
    /// named <c>lowest</c> and has no settings of the policy.
    /// </summary>
    public PoolAllotment? Lowest => LowestPools.All.IsEmpty ? null : LowestPools.All[0];

    /// <summary>All pools of such actions.</summary>
    internal LowestPools LowestPools { get; }

    /// <summary>Parts of pools that single queries have, or had since the policy or its states changed last.</summary>
    internal ImmutableArray<PoolAllotment> Parts { get; }

    /// <summary>Whether single queries could have parts of their pools, were there classes of service and
    /// numbers.</summary>
    public bool HasParts =>
        Policy.CacheStrategy is { Kind: CacheStrategyKind.Dynamic } && CacheStrategies.AreCarriedOut(Target);

    /// <summary>Whether a sidecar that takes so many pools has a number left for a part of one.</summary>
    public bool HasNumberForPart(int most) =>
        PoolParts.FirstNumber(Pools, LowestPools) <= Math.Min(most, PoolParts.HighestNumber);

    /// <summary>Whether the pool with this number limits what its processes read.</summary>
    internal bool LimitsReads(int number) =>
        Find(Pools, number) is { LimitsReads: true }
        || Find(LowestPools.All, number) is { LimitsReads: true }
        || Find(Parts, number) is { LimitsReads: true };

    /// <summary>Every pool with a number above 0, those of rule actions and parts included: what the sidecar is
    /// to be told.</summary>
    public IEnumerable<PoolAllotment> ThrottlingPools =>
        Pools.Where(pool => pool.Throttles).Concat(LowestPools.All).Concat(Parts);

    /// <summary>Parts of the policy that are not carried out, with the reason.</summary>
    public ImmutableArray<NotEnforcedItem> NotEnforced { get; }

    /// <summary>What the host gives beside other servers; null where there are none.</summary>
    internal HostTerms? Terms { get; }

    /// <summary>Classes of service and masks that the pools follow from.</summary>
    internal CacheLayout Layout { get; }

    /// <summary>The layout that is asked of the host: another than <see cref="Layout"/> where other servers are in the
    /// way of it.</summary>
    internal CacheLayout Asked { get; }

    /// <summary>What each phase decides and what it leaves.</summary>
    public ImmutableArray<PhaseResult> Phases => PartialEvaluation.Of(Policy, Target);

    /// <summary>What each step of the run-time rules reaches on the target.</summary>
    public ImmutableArray<StepEffect> StepEffects => [.. RuleCompiler.ListEffects(Policy, Target)];

    internal ImmutableArray<CompiledClass> Classes { get; }

    internal ImmutableArray<CompiledRule> Rules { get; }

    internal ImmutableArray<ImmutableArray<CompiledRule>> RulesByClass { get; }

    internal ulong ClassSignals { get; }

    internal ulong RuleSignals { get; }

    /// <summary>Every signal that a decision depends on.</summary>
    internal ulong Signals => ClassSignals | RuleSignals;

    /// <summary>Whether a class or a rule asks what queries touch of their memory.</summary>
    public bool WantsSamples => (Signals & SignalMasks.Sampled & ~SignalMasks.NotMeasuredOn(Target)) != 0;

    /// <summary>Whether the class of such a query, or a rule on it, depends on what it touches: a class further up does
    /// so where it asks that.</summary>
    public bool WantsSampleOf(int classIndex) =>
        WantsSamples
        && (
            Classes.Take(classIndex + 1).Any(each => ((each.Condition?.Signals ?? 0) & SignalMasks.Sampled) != 0)
            || RulesByClass[classIndex].Any(rule => (rule.Signals & SignalMasks.Sampled) != 0)
        );

    /// <summary>Windows whose boundaries change decisions.</summary>
    internal ImmutableArray<Window> Windows { get; }

    /// <summary>True when time or measurements alone, without anything new about the query, can change
    /// its class.</summary>
    internal bool ClassesChangeWithTime => (ClassSignals & SignalMasks.Changing) != 0;

    /// <summary>Compiles a checked policy.</summary>
    public static PolicyProgram Compile(Policy policy, TargetProfile target) =>
        new(policy, target, basis: null, before: null);

    /// <summary>
    /// The same policy with other settings in its pools, as while a state is active. Classes and
    /// revision stay; pools may have other numbers.
    /// </summary>
    internal PolicyProgram WithPools(ImmutableArray<Pool> pools) =>
        new(Policy with { Pools = pools }, Target, this, Layout, Terms);

    /// <summary>The same program, its masks laid out so that as little as possible of those of another
    /// program moves.</summary>
    internal PolicyProgram After(PolicyProgram before) =>
        before.Layout.Classes.IsEmpty
            ? this
            : new(Policy, Target, this, before.Layout.For(before.Policy.Pools, Policy.Pools), Terms);

    /// <summary>The same program with no more of the host than it is given beside other servers. To be asked of a
    /// program that has none of these terms yet.</summary>
    internal PolicyProgram On(HostTerms? terms) => terms == Terms ? this : new(Policy, Target, this, Layout, terms);

    /// <summary>The same program, its pools with other masks and without parts.</summary>
    internal PolicyProgram WithLayout(CacheLayout layout, CacheHardware hardware) => WithLayout(layout, hardware, []);

    /// <summary>The same program, its pools and their parts with other masks.</summary>
    /// <param name="layout">The masks.</param>
    /// <param name="hardware">The processor.</param>
    /// <param name="parts">The parts, each at its place.</param>
    internal PolicyProgram WithLayout(CacheLayout layout, CacheHardware hardware, ImmutableArray<PartPlace> parts)
    {
        ImmutableArray<PoolAllotment> pools = [.. Pools.Select(pool => pool.WithLayout(layout, hardware))];
        var first = PoolParts.FirstNumber(pools, LowestPools);
        return new(
            this,
            (layout, layout),
            pools,
            LowestPools.WithLayout(layout, hardware),
            PoolParts.Of(parts, pools, first, layout, hardware)
        );
    }

    /// <summary>The same program, its pools with the masks that the host has for what was asked.</summary>
    internal PolicyProgram Placed(CacheLayout layout, CacheHardware hardware) =>
        new(
            this,
            (Asked, layout),
            [.. Pools.Select(pool => pool.WithLayout(layout, hardware))],
            LowestPools.WithLayout(layout, hardware),
            [.. Parts.Select(part => part.WithLayout(layout, hardware))]
        );

    /// <summary>The same program with other allotments of the same pools, under the same numbers.</summary>
    internal PolicyProgram WithPools(ImmutableArray<PoolAllotment> pools) =>
        new(this, (Asked, Layout), pools, LowestPools, PoolParts.With(Parts, pools));

    /// <summary>
    /// The class of a query. The first class whose condition is true wins. The decision is provisional
    /// while pending signals can still make a class above the winner true, or the winner untrue (through <c>is
    /// known</c>); they are taken as independent of each other, so a decision may count as provisional a little too
    /// long but never too short.
    /// </summary>
    public ClassDecision Classify(SignalValues values, Instant at) => _index.Classify(values, at);

    /// <summary>What the pool of a class comes to.</summary>
    public PoolAllotment PoolOf(int classIndex) => Pools[Policy.Classes[classIndex].Pool.Index];

    internal PoolAllotment? FindPool(string name) =>
        Pools.FirstOrDefault(pool => string.Equals(pool.Pool.Name, name, StringComparison.Ordinal));

    internal bool NamesLogin(string login) => _namedLogins.Contains(login);

    /// <summary>Whether a class says that it means statements of open transactions that have written.</summary>
    internal bool NamesWriters(int classIndex) => _namedWriters[classIndex];

    /// <summary>
    /// How much the processes of a pool get when the CPU is short, as a fraction of what a process gets that is not
    /// throttled; processes in no throttling pool stand above all those in one.
    /// </summary>
    internal double RankOf(int number)
    {
        if (number == 0)
            return double.MaxValue;

        return (Find(Pools, number) ?? Find(Parts, number)) is { } pool ? pool.CpuShare ?? 1 : Lowest?.CpuShare ?? 0;
    }

    // Asked for each query in each turn: a plain loop, which allocates nothing.
    private static PoolAllotment? Find(ImmutableArray<PoolAllotment> pools, int number)
    {
        foreach (var pool in pools)
        {
            if (pool.Number == number)
                return pool;
        }

        return null;
    }

    private static CompiledClass CompileClass(QueryClass item) =>
        new(item, item.Condition is null ? null : ConditionCompiler.Compile(item.Condition));

    private ImmutableArray<CompiledRule> RulesOf(QueryClass item) =>
        [.. Rules.Where(rule => rule.Rule.Classes.Any(watched => watched.Index == item.Index))];

    private bool HasWindows() =>
        Classes.Any(item => item.Condition?.HasWindow ?? false) || Rules.Any(rule => rule.HasWindow);
}
