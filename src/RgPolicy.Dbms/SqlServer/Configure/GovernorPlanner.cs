using System.Collections.Immutable;
using System.Globalization;
using System.Text.Json;
using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Dbms.SqlServer.Sql;

namespace RgPolicy.Dbms.SqlServer.Configure;

/// <summary>Makes plans: what has to be done so that a server's configuration is as it should be.</summary>
internal sealed class GovernorPlanner(string target, ServerIdentity server, SqlServerFacts facts)
{
    private const int Whole = 100;

    /// <summary>Toward what a policy asks for.</summary>
    /// <param name="compilation">The policy, compiled for this server.</param>
    /// <param name="revision">The policy's revision.</param>
    /// <param name="all">The configuration as it is, the server's own pool and group included.</param>
    /// <param name="takesOver">True where a classifier that is not RgPolicy's may be replaced.</param>
    public ChangePlan Toward(GovernorCompilation compilation, string revision, GovernorState all, bool takesOver)
    {
        var actual = all.OfUsers();
        var goal = compilation.IsImpossible ? actual.Own() : GovernorGoal.Of(compilation.Spec, actual);
        var refusals = Refusals(compilation, goal, actual, takesOver).ToImmutableArray();
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

    /// <summary>Back to a configuration that was there before.</summary>
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

    /// <summary>Recognises the whole configuration, that of others included.</summary>
    public static string DigestOf(GovernorState state) =>
        ChangePlanFile.DigestOf(JsonSerializer.SerializeToUtf8Bytes(state, GovernorJson.Default.GovernorState));

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
        {
            yield return $"`{item.Setting}` of class {item.Class} is required, and {item.Reason}";
        }

        if (compilation.Refusal is { } refusal)
        {
            yield return refusal;
        }

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

        foreach (var reason in Sums(goal, actual).Concat(Unsafe(goal, actual)))
        {
            yield return reason;
        }
    }

    /// <summary>Minimums of pools that are not RgPolicy's count too.</summary>
    private static IEnumerable<string> Sums(GovernorState goal, GovernorState actual)
    {
        ImmutableArray<ResourcePoolSpec> all =
        [
            .. actual.Pools.Where(pool => !GovernorNames.IsOwn(pool.Name)),
            .. goal.Pools,
        ];
        if (all.Sum(pool => pool.MinMemoryPercent) > Whole)
        {
            yield return Above("MIN_MEMORY_PERCENT", "memory min", all, pool => pool.MinMemoryPercent);
        }

        if (MinimumSums.MostOnOneScheduler(all) is var together && together.Sum(pool => pool.MinCpuPercent) > Whole)
        {
            yield return Above("MIN_CPU_PERCENT", "cpu min", together, pool => pool.MinCpuPercent);
        }

        if (all.Length > GovernorCompiler.MostPools)
        {
            yield return string.Create(
                CultureInfo.InvariantCulture,
                $"the server would have {all.Length} resource pools besides its own two, and it can have "
            )
                + string.Create(
                    CultureInfo.InvariantCulture,
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
            .Select(pool => string.Create(CultureInfo.InvariantCulture, $"{pool.Name} {value(pool)}"));
        return string.Create(
                CultureInfo.InvariantCulture,
                $"{option} of pools that share the server sums to {pools.Sum(value)}, above 100 "
            ) + $"({string.Join(", ", parts)}): lower `{setting}`, or the pools that are not RgPolicy's";
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
        var others = actual.Pools.Select(pool => pool.Name).Where(name => !GovernorNames.IsOwn(name)).ToList();
        if (!actual.IsEnabled && goal.IsEnabled && others.Count > 0)
        {
            yield return $"Resource Governor is off; turning it on puts pools of others in force too: {string.Join(", ", others)}.";
        }

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
                + "reach the groups that it names.";
        }
    }
}
