using RgPolicy.Engine.Compile;
using RgPolicy.Language.Analysis.Comparing;
using RgPolicy.Language.Analysis.Samples;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Comparing;

/// <summary>
/// Compares policies for a target. Every sample is tried: it is handed on only where the two compiled
/// policies do treat it in different ways; what was found without such a sample is called not proved.
/// </summary>
internal static class ProgramComparison
{
    /// <summary>What two policies, compiled for one target, do in different ways.</summary>
    public static PolicyDifference Compare(
        PolicyProgram before,
        PolicyProgram after,
        CancellationToken cancellationToken = default
    )
    {
        var (old, @new) = (new PointTreatment(before), new PointTreatment(after));
        var found = PolicyComparison.Compare(
            before.Policy,
            after.Policy,
            ScopeOf(
                before.Target,
                HostReach.IsEveryHost([before.Policy, after.Policy], before.Target),
                sample => Differs(old, @new, sample),
                cancellationToken
            )
        );
        var refuted = found
            .Regions.Where(region => region.ChangesLimits && !Differs(old, @new, region.Sample))
            .ToList();
        ImmutableArray<StatementChange> changes =
        [
            .. found
                .Changes.Where(change => !IsOrderWithoutEffect(change, before, after))
                .Select(change =>
                    change.Sample is { } sample && !Differs(old, @new, sample) ? change with { Sample = null } : change
                ),
        ];
        return found with
        {
            Regions = found.Regions.RemoveRange(refuted),
            Changes = changes,
            Undecided =
            [
                .. found
                    .Undecided.Concat(refuted.Select(region => $"class {region.Before.Name}"))
                    .Concat(changes.Where(change => change.Sample is null).Select(change => change.Statement))
                    .Distinct(StringComparer.Ordinal)
                    .Order(StringComparer.Ordinal),
            ],
        };
    }

    /// <summary>Looks for a query for which a condition is true and which gets a pool, by its class or
    /// by a rule.</summary>
    public static CounterExample FindInPool(
        PolicyProgram program,
        Condition condition,
        string pool,
        CancellationToken cancellationToken = default
    )
    {
        var treatment = new PointTreatment(program);
        return PolicyComparison.FindInPool(
            program.Policy,
            condition,
            pool,
            ScopeOf(
                program.Target,
                HostReach.IsEveryHost([program.Policy], program.Target, condition),
                sample => treatment.PoolsOf(sample).Contains(pool, StringComparer.Ordinal),
                cancellationToken
            )
        );
    }

    private static ComparisonScope ScopeOf(
        TargetProfile target,
        bool isEveryHost,
        Func<Sample, bool> isShown,
        CancellationToken cancellationToken
    ) => new(action => StepReach.IsDone(action, target), isShown, isEveryHost ? null : target, cancellationToken);

    /// <summary>Among equals the first pool counts; where nothing moves at run time, what the pools come to says
    /// whether there were equals.</summary>
    private static bool IsOrderWithoutEffect(StatementChange change, PolicyProgram before, PolicyProgram after) =>
        change is { Kind: "order", Name: "of the pools" }
        && IsFixed(before.Policy)
        && IsFixed(after.Policy)
        && before.Pools.Length == after.Pools.Length
        && before.Pools.All(pool =>
            after.FindPool(pool.Pool.Name) is { } other
            && pool.Throttles == other.Throttles
            && pool.GivesTheSameAs(other)
        );

    private static bool IsFixed(Policy policy) =>
        policy.States.IsEmpty
        && policy.Objectives.IsEmpty
        && policy.Schedule is null
        && policy.CacheStrategy is null or { Kind: CacheStrategyKind.Static };

    /// <summary>At a sample that says nothing of states: while those are active that it enters, or
    /// while none is.</summary>
    private static bool Differs(PointTreatment before, PointTreatment after, Sample sample) =>
        Differs(before, after, sample, isCalm: false)
        || (sample.ActiveStates.IsEmpty && Differs(before, after, sample, isCalm: true));

    private static bool Differs(PointTreatment before, PointTreatment after, Sample sample, bool isCalm) =>
        !before.Of(sample, isCalm).SequenceEqual(after.Of(sample, isCalm), StringComparer.Ordinal);
}
