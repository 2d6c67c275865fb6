namespace RgPolicy.Dbms.MySql.Connect;

/// <summary>What a server's traits mean for its user.</summary>
internal static class MySqlTraitNotes
{
    /// <summary>Prepared statements run whose texts performance_schema does not tell.</summary>
    public const string UntoldTexts =
        "clients run prepared statements, whose texts performance_schema of this server does not tell: the list of "
        + "sessions is read in its place, and polls cost the server more";

    /// <summary>The notes.</summary>
    public static string[] Of(MySqlServerTraits traits) => [.. All(traits)];

    private static IEnumerable<string> All(MySqlServerTraits traits)
    {
        if (traits.HidesPerformanceSchema)
            yield return "performance_schema is on and may not be read; rgp doctor prints the statement that grants it";
        else if (!traits.HasPerformanceSchema)
            yield return "performance_schema is off: applications' names are not known, and polls cost the server more";
        else if (!traits.HasStatementEvents)
            yield return "performance_schema has no consumer events_statements_current: statements are told apart by "
                + "text, and their age is known to the second"
                + (traits.IsMariaDb ? "" : "; their shapes are not known");
        if (traits.MetadataLocks == MetadataLockSource.None)
            yield return "the holders of metadata locks are not shown: while a session waits for one, every "
                + "running statement counts as its blocker (rgp doctor)";
        if (!traits.HasThreadPerSession)
            yield return $"thread_handling is {traits.ThreadHandling}: sessions have no threads of their own that could "
                + "be governed";
    }
}
