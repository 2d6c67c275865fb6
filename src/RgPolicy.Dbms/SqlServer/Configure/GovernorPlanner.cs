using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Dbms.SqlServer.Sql;

namespace RgPolicy.Dbms.SqlServer.Configure;

/// <summary>Makes plans: what has to be done so that a server's configuration is as it should be.</summary>
internal sealed class GovernorPlanner(string target, ServerIdentity server, SqlServerFacts facts)
{
    private const int Whole = 100;

    /// <remarks><c>compilation</c>: the policy, compiled for this server. <c>all</c>: the configuration as it is, the
    /// server's own pool and group included; with what is taken over of others. <c>takesOver</c>: true where a
    /// classifier that is not RgPolicy's may be replaced.</remarks>
    public ChangePlan Toward(GovernorCompilation compilation, string revision, GovernorState all, bool takesOver)
    {
        var actual = all.OfUsers();
        var goal = compilation.IsImpossible ? actual.Own() : GovernorGoal.Of(compilation.Spec, actual);
        ImmutableArray<string> refusals =
        [
            .. Refusals(compilation, goal, actual, takesOver),
            .. Sums(goal, all),
            .. Unadoptable(goal, actual),
            .. Unsafe(goal, actual),
        ];
        var plan = Plan(actual, goal, refusals.IsEmpty);
        return ChangePlanFile.Seal(
            plan with
            {
                Scripts = refusals.IsEmpty ? Scripts(plan.Steps, all, goal, revision) : null,
                Revision = revision,
                Unsupported = compilation is { IsImpossible: true, Refusal: null } ? compilation.Warnings[0] : null,
                NotEnforced = compilation.NotEnforced,
                Warnings = [.. compilation.Warnings, .. Warnings(actual, goal)],
                Refusals = refusals,
            }
        );
    }

    public ChangePlan Adopting(PolicyProgram program, Adoption adoption, GovernorState all) =>
        Toward(
            GovernorCompiler.Compile(program, facts, adoption.DefaultPool),
            program.Revision,
            all.Adopting(adoption.OfOthers, adoption.DefaultPool is not null),
            adoption.OfOthers || adoption.TakesOver
        );

    public ChangePlan Back(GovernorState before, GovernorState actual)
    {
        var refusals = Unsafe(before, actual).ToImmutableArray();
        return ChangePlanFile.Seal(
            Plan(actual, before.Own(), refusals.IsEmpty) with
            {
                Warnings = actual.IsPending
                    ?
                    [
                        "Changes to Resource Governor are stored and not in force: RECONFIGURE puts all of them in "
                            + "force, those of others too.",
                    ]
                    : [],
                Refusals = refusals,
            }
        );
    }

    /// <summary>The part of a plan that changes only what is stored: for what was never in force.</summary>
    public static ChangePlan OfStored(ChangePlan plan) =>
        ChangePlanFile.Seal(
            plan with
            {
                Steps =
                [
                    .. plan.Steps.Where(step =>
                        step.Sql is not (GovernorStatements.Reconfigure or GovernorStatements.Disable)
                    ),
                ],
            }
        );

    /// <summary>Everything lifted at once, the stored configuration left as it is.</summary>
    public ChangePlan Disable(GovernorState actual) =>
        ChangePlanFile.Seal(Plan(actual, actual.Own() with { IsEnabled = false }, true));

    public static string DigestOf(GovernorState state) =>
        ChangePlanFile.DigestOf(
            JsonSerializer.SerializeToUtf8Bytes(state with { Adopted = null }, GovernorJson.Default.GovernorState)
        );

    private ChangePlan Plan(GovernorState actual, GovernorState goal, bool isAllowed)
    {
        var script = GovernorScript.Between(actual.Own(), goal, actual.IsPending);
        return new ChangePlan
        {
            Target = target,
            Server = server,
            Changes = GovernorChanges.Of(actual.Own(), goal, script),
            Steps = isAllowed ? script.Steps : [],
            StateDigest = DigestOf(actual),
            Goal = JsonSerializer.SerializeToElement(goal, GovernorJson.Default.GovernorState),
        };
    }

    private ChangeScripts Scripts(
        ImmutableArray<ChangeStep> steps,
        GovernorState all,
        GovernorState to,
        string revision
    )
    {
        var from = all.Own();
        var back = GovernorScript.Between(to, from, isPending: false).Steps;
        return new GovernorScriptFile(server, new StoredOnly(facts, all)).Of(steps, from, back, to, revision);
    }

    private static IEnumerable<string> Refusals(
        GovernorCompilation compilation,
        GovernorState goal,
        GovernorState actual,
        bool takesOver
    )
    {
        foreach (var item in compilation.NotEnforced.Where(item => item.Required))
            yield return item.Refusal;
        if (compilation.Refusal is { } refusal)
            yield return refusal;
        if (actual.IsPending && !compilation.IsImpossible)
        {
            yield return "changes to Resource Governor by others are stored and not in force: RECONFIGURE would put "
                + "them in force too. "
                + "Put them in force or take them back first";
        }

        if (
            !takesOver
            && !actual.IsOwnClassifier
            && actual.Classifier is { } classifier
            && goal.Classifier is { } wanted
            && !wanted.IsSame(classifier)
        )
        {
            yield return $"the server has a classifier that is not RgPolicy's, {classifier.Schema}.{classifier.Name}: "
                + "look at `rgp import`, then "
                + "replace it with --replace-classifier (a rollback brings it back)";
        }
    }

    /// <summary>What is dropped has to come back with a rollback as it was.</summary>
    private static IEnumerable<string> Unadoptable(GovernorState goal, GovernorState actual)
    {
        if (actual.Adopted is not { } adopted)
            yield break;
        foreach (var group in adopted.Groups.Where(group => group != GovernorState.Default))
        {
            if (!actual.Unwritten.TryGetValue(GovernorState.ExternalPoolOf(group), out var pool))
            {
                yield return $"saved facts do not tell the external resource pool of the workload group {group}: name the "
                    + "server, with --target";
            }
            else if (pool != GovernorState.DefaultExternalPool)
            {
                yield return $"the workload group {group} uses an external resource pool, which no policy writes: it "
                    + "cannot be taken over";
            }
        }

        var together = actual
            .Pools.Concat(goal.Pools)
            .Select(pool => pool.Name)
            .Distinct(StringComparer.Ordinal)
            .Count();
        if (together > GovernorCompiler.MostPools)
        {
            yield return FormattableString.Invariant(
                $"until the others are dropped the server would have {together} resource pools besides its own two, and it can have {GovernorCompiler.MostPools}: drop some of the others first"
            );
        }
    }

    /// <summary>Minimums of pools that are not RgPolicy's count too, that of default among them.</summary>
    private static IEnumerable<string> Sums(GovernorState goal, GovernorState actual)
    {
        var servers = actual.Pools.Length - actual.OfUsers().Pools.Length;
        ImmutableArray<ResourcePoolSpec> all =
        [
            .. actual.Pools.Where(pool => !actual.IsOwnPool(pool.Name)),
            .. goal.Pools,
        ];
        if (all.Sum(pool => pool.MinMemoryPercent) > Whole)
            yield return Above("MIN_MEMORY_PERCENT", "memory min", all, pool => pool.MinMemoryPercent);
        if (MinimumSums.MostOnOneScheduler(all) is var together && together.Sum(pool => pool.MinCpuPercent) > Whole)
            yield return Above("MIN_CPU_PERCENT", "cpu min", together, pool => pool.MinCpuPercent);
        if (all.Length - servers > GovernorCompiler.MostPools)
        {
            yield return FormattableString.Invariant(
                $"the server would have {all.Length - servers} resource pools besides its own two, and it can have "
            )
                + FormattableString.Invariant(
                    $"{GovernorCompiler.MostPools}: drop some of the others, or let classes share a pool"
                );
        }
    }

    private static string Above(
        string option,
        string setting,
        ImmutableArray<ResourcePoolSpec> pools,
        Func<ResourcePoolSpec, int> value
    )
    {
        var parts = pools
            .Where(pool => value(pool) > 0)
            .Select(pool => FormattableString.Invariant($"{pool.Name} {value(pool)}"));
        return FormattableString.Invariant(
                $"{option} of pools that share the server sums to {pools.Sum(value)}, above 100 "
            )
            + $"({string.Join(", ", parts)}): lower `{setting}`, or the pools that are not RgPolicy's (`rgp plan "
            + "--adopt` replaces them)";
    }

    /// <summary>Only text that RgPolicy would write itself is ever run or thrown away.</summary>
    private static IEnumerable<string> Unsafe(GovernorState goal, GovernorState actual) =>
        from function in actual.Functions.Concat(goal.Functions)
        where
            goal.Function(function.Name)?.Definition != actual.Function(function.Name)?.Definition
            && !ClassifierReader.IsOwn(function)
        select $"the function {function.Schema}.{function.Name} has RgPolicy's name and another text: rename or drop it";

    private static IEnumerable<string> Warnings(GovernorState actual, GovernorState goal)
    {
        var others = actual.Pools.Select(pool => pool.Name).Where(name => !actual.IsOwnPool(name)).ToList();
        if (!actual.IsEnabled && goal.IsEnabled && others.Count > 0)
            yield return $"Resource Governor is off; turning it on puts pools of others in force too: {string.Join(", ", others)}.";
        foreach (
            var group in goal.Groups.Where(group =>
                actual.Group(group.Name) is { } before && before.MaxDop != group.MaxDop
            )
        )
        {
            yield return $"MAX_DOP of {group.Name} holds for plans that are compiled from then on. This throws away the "
                + $"cached plans of its pool: DBCC FREEPROCCACHE ({SqlQuote.Text(group.Pool)});";
        }

        if (goal.Groups.Length > 0 && !actual.Groups.Any(group => GovernorNames.IsOwn(group.Name)))
        {
            yield return "Sessions leave the group default: a query that needs more memory than its group grants fails "
                + "with error 8657, and in default it would run. Each pool has a plan cache of its own, empty at first, "
                + "and a queue for memory of its own.";
        }

        if (
            actual.Classifier is { } classifier
            && !actual.IsOwnClassifier
            && goal.Classifier is { } wanted
            && !wanted.IsSame(classifier)
        )
        {
            yield return $"The classifier {classifier.Schema}.{classifier.Name} is replaced: sessions no longer "
                + "reach the groups that it names."
                + (actual.Adopted is null ? "" : " The function stays: drop it when no rollback needs it any more.");
        }

        var adopted = actual.Adopted ?? new GovernorAdoption([], []);
        if (adopted.Pools.Contains(GovernorState.Default, StringComparer.OrdinalIgnoreCase))
        {
            yield return "The server's own group and pool default get limits: sysadmins, health checks of availability "
                + "groups, replication and RgPolicy's own connections are in them. A rollback takes the limits back, and "
                + "a plan without --govern-default leaves them as they are.";
        }

        var dropped = adopted
            .Groups.Concat(adopted.Pools)
            .Where(name => !string.Equals(name, GovernorState.Default, StringComparison.OrdinalIgnoreCase))
            .Distinct(StringComparer.Ordinal)
            .ToList();
        if (dropped.Count > 0)
        {
            yield return $"What others made is dropped: {string.Join(", ", dropped)}. "
                + "A group in which sessions are loses its limits and stays: make this plan again when they have ended. "
                + "A rollback makes all of it again.";
        }
    }
}
