using RgPolicy.Dbms.SqlServer.Configure;

namespace RgPolicy.Cli.Configure;

/// <summary>The hints that <c>rgp run</c> keeps on a server, as a part of what plan, drift and rollback show.</summary>
internal static class HintChanges
{
    /// <summary>What a change of a hint is called.</summary>
    public const string Kind = "query_hint";

    /// <summary>The member that holds the hint itself.</summary>
    public const string Hint = "hint";

    /// <summary>The same plan with the hints that are remembered for its server.</summary>
    /// <exception cref="ConfigureException">They cannot be read.</exception>
    public static async Task<ChangePlan> AddAsync(
        CliContext context,
        IConfigurator configurator,
        ServerChoice server,
        ChangePlan plan,
        Func<ConfigurationChange, ConfigurationChange> shows
    )
    {
        if (configurator is not SqlServerConfigurator cleanup)
            return plan;
        var hints = await cleanup.CompareHintsAsync(JournalPlace.Of(context, server.Journal), context.Interrupt);
        return hints.IsEmpty
            ? plan
            : ChangePlanFile.Seal(plan with { Changes = plan.Changes.AddRange(hints.Select(shows)) });
    }

    /// <summary>As it differs from what is remembered.</summary>
    public static ConfigurationChange AsItIs(ConfigurationChange hint) => hint;

    /// <summary>A plan changes none: `rgp run` alone sets and clears them.</summary>
    public static ConfigurationChange Unchanged(ConfigurationChange hint) =>
        hint with
        {
            Action = ConfigurationChange.None,
            Sql = [],
        };

    /// <summary>A rollback clears those that are as they were set.</summary>
    public static ConfigurationChange Dropped(ConfigurationChange hint) =>
        hint.Action != ConfigurationChange.None
            ? Unchanged(hint)
            : hint with
            {
                Action = ConfigurationChange.Drop,
                After = null,
                Reason = "it is as RgPolicy has set it, and is not needed any more",
            };
}
