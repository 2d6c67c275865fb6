namespace RgPolicy.Dbms.PostgreSql.Connect;

/// <summary>What a server's traits cost, for the user.</summary>
internal static class TraitNotes
{
    private const int WantedTextSize = 16384;

    /// <summary>One sentence for each loss.</summary>
    public static IEnumerable<string> Of(ServerTraits traits, PostgresObserverOptions options, string user)
    {
        if (options.MayCancel && !traits.CancelsQueries)
            yield return $"rules may cancel queries, and '{user}' may not; run: GRANT pg_signal_backend TO "
                + $"{PastedSql.Name(user)};";
        if (!traits.TracksActivities)
            yield return "track_activities is off: the server shows nothing of what runs, so nothing is seen or "
                + "governed; rgp doctor prints how it is turned on";
        if (options.FetchPlans && traits.IsSuperuser)
            yield return "plans are not fetched: RgPolicy's role is a superuser, and planning can run functions; "
                + "connect as a role without that";
        if (traits.TextSize < WantedTextSize)
            yield return $"track_activity_query_size is {traits.TextSize} bytes: longer statements get no plan at "
                + "their first execution, and none without pg_stat_statements; "
                + "set it to 16kB and restart the server";
        if (!traits.ComputesQueryIds)
            yield return "the server gives no query ids (compute_query_id): statements are told apart by their "
                + "normalised text, which costs more";
        if (traits.StatementsSchema is null)
            yield return "pg_stat_statements is not installed in the connected database: history is not available";
        foreach (var schema in traits.UntrustedSchemas.Distinct(StringComparer.Ordinal))
            yield return $"schema {schema} of pg_stat_statements or pg_show_plans belongs to a role that is not "
                + "trusted, so nothing in it is called; "
                + "ALTER EXTENSION ... SET SCHEMA moves it to one of a superuser's";
        if (traits.IsInRecovery)
            yield return "the server is a standby";
    }
}
