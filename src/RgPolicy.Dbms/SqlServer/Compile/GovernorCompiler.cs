using System.Collections.Immutable;
using RgPolicy.Dbms.Configure;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Model;

namespace RgPolicy.Dbms.SqlServer.Compile;

/// <summary>
/// Compiles what of a policy a SQL Server can carry out by its own configuration: what sessions tell
/// when they begin becomes the classifier, and each pool that a session can reach becomes a resource
/// pool with one workload group.
/// </summary>
internal static class GovernorCompiler
{
    /// <summary>The most user-defined resource pools of a server.</summary>
    public const int MostPools = 62;

    /// <summary>Compiles a policy that was bound for this server.</summary>
    public static GovernorCompilation Compile(PolicyProgram program, SqlServerFacts facts)
    {
        ArgumentNullException.ThrowIfNull(program);
        ArgumentNullException.ThrowIfNull(facts);
        if (!facts.HasResourceGovernor)
        {
            return Nothing(
                program,
                "Resource Governor needs the Enterprise, Developer or Evaluation edition, or Standard from SQL Server "
                    + $"2025; this is {facts.Edition}."
            );
        }

        var names = GovernorPoolNames.Of(program.Policy.Pools);
        var classifier = ClassifierCompiler.Compile(program, names);
        var reached = Reached(program, names, classifier);
        if (reached.Length > MostPools)
        {
            return Nothing(
                program,
                $"A server has at most {MostPools} resource pools besides its own two, and sessions reach "
                    + $"{reached.Length}."
            ) with
            {
                Refusal =
                    $"sessions reach {reached.Length} pools, and a server has at most {MostPools} resource pools "
                    + "besides its own two: let classes share pools",
            };
        }

        var notes = new GovernorNotes(program, facts);
        var pools = reached
            .Select(pool => ResourcePoolSpecs.Pool(pool, names[pool], program.Target, facts, notes))
            .ToImmutableArray();
        pools = ResourcePoolSpecs.WithGovernedReads(pools, notes);
        var groups = reached
            .Select(pool => ResourcePoolSpecs.Group(pool, names[pool], facts, notes))
            .ToImmutableArray();
        notes.AddClasses(ClassifierCompiler.Undecided(program));
        notes.AddWorkers();
        notes.AddServer(pools);
        return new GovernorCompilation(new GovernorSpec(pools, groups, classifier), notes.NotEnforced, notes.Warnings);
    }

    private static ImmutableArray<Pool> Reached(
        PolicyProgram program,
        GovernorPoolNames names,
        LoginClassifier classifier
    )
    {
        var used = classifier
            .Rules.Select(rule => rule.Group)
            .Append(classifier.Otherwise)
            .ToHashSet(StringComparer.Ordinal);
        return [.. program.Policy.Pools.Where(pool => used.Contains(names[pool]))];
    }

    private static GovernorCompilation Nothing(PolicyProgram program, string reason) =>
        new(
            GovernorSpec.Empty,
            [
                .. from item in program.Policy.Classes
                from setting in item.Pool.Settings
                select new UnenforcedSetting(setting.Text, item.Name, reason, setting.Required),
            ],
            [reason]
        )
        {
            IsImpossible = true,
        };
}
