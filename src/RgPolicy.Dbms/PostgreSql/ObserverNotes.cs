using RgPolicy.Dbms.PostgreSql.Connect;

namespace RgPolicy.Dbms.PostgreSql;

/// <summary>What an observer tells its user, newest last, each only once.</summary>
internal sealed class ObserverNotes
{
    private volatile string[] _all = [];

    /// <summary>The notes.</summary>
    public IReadOnlyList<string> All => _all;

    /// <summary>Adds one unless it was said before.</summary>
    public void Add(string note)
    {
        if (!_all.Contains(note, StringComparer.Ordinal)) _all = [.. _all, note];
    }

    /// <summary>What a server's traits cost.</summary>
    public void AddTraits(ServerTraits traits, PostgresObserverOptions options)
    {
        if (options.FetchPlans && traits.IsSuperuser)
            Add("plans are not fetched: RgPolicy's role is a superuser, and planning can run functions; connect as a role without that");
        if (traits.TextSize < 16384)
            Add($"track_activity_query_size is {traits.TextSize} bytes: longer statements get no plan; "
                + "set it to 16kB and restart the server");
        if (!traits.ComputesQueryIds)
            Add("the server gives no query ids (compute_query_id): statements are told apart by their normalised text, which costs more");
        if (traits.StatementsSchema is null)
            Add("pg_stat_statements is not installed in the connected database: history is not available");
        if (traits.IsInRecovery) Add("the server is a standby");
    }
}
