namespace RgPolicy.Dbms.SqlServer.Compile;

/// <summary>Compiles what of a policy a SQL Server can carry out by its own configuration: what sessions tell when they
/// begin becomes the classifier, and each pool that a session can reach becomes a resource pool with one workload
/// group.</summary>
internal static class GovernorCompiler
{
    public const int MostPools = 62;

    private const string Default = "default";

    /// <remarks><c>defaultPool</c>: the pool whose settings the server's own pool and group get; null where they are
    /// left alone.</remarks>
    public static GovernorCompilation Compile(PolicyProgram program, SqlServerFacts facts, string? defaultPool = null)
    {
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

        if (Refusal(program, defaultPool) is { } refusal)
            return Nothing(program, refusal) with { Refusal = refusal };
        var notes = new GovernorNotes(program, facts);
        ImmutableArray<(Pool Pool, string Name)> wanted =
        [
            .. reached.Select(pool => (pool, names[pool])),
            .. program.Policy.Pools.Where(pool => pool.Name == defaultPool).Select(pool => (pool, Default)),
        ];
        var pools = wanted
            .Select(each => ResourcePoolSpecs.Pool(each.Pool, each.Name, program.Target, facts, notes))
            .ToImmutableArray();
        pools = ResourcePoolSpecs.WithGovernedReads(pools, notes);
        var groups = wanted
            .Select(each => ResourcePoolSpecs.Group(each.Pool, each.Name, facts, notes))
            .ToImmutableArray();
        notes.AddClasses(ClassifierCompiler.Undecided(program));
        notes.AddWorkers();
        notes.AddServer(pools);
        return new GovernorCompilation(new GovernorSpec(pools, groups, classifier), notes.NotEnforced, notes.Warnings);
    }

    private static string? Refusal(PolicyProgram program, string? defaultPool) =>
        defaultPool is null ? null
        : program.Policy.Pools.FirstOrDefault(pool => pool.Name == defaultPool) is not { } pool
            ? $"the policy has no pool {defaultPool}, whose settings default is to get"
        : pool.Find(SettingName.Concurrency) is { } setting
            ? $"`{setting.Text}` would let sysadmins, health checks and RgPolicy itself wait in default: leave it out of the pool {defaultPool}"
        : null;

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
