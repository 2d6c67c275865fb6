using Npgsql;
using RgPolicy.Dbms.PostgreSql.Connect;

namespace RgPolicy.Dbms.PostgreSql.Explain.Views;

/// <summary>The queries of materialized views. A REFRESH without CONCURRENTLY blocks every read of its view: what could
/// not be read is read later, for the next time. For one user at a time.</summary>
internal sealed class ViewDefinitions(TimeProvider time)
{
    private const int Most = 1000;
    private const int MostSought = 100;
    private const int LongestRule = 1_000_000;
    private static readonly TimeSpan Pause = TimeSpan.FromSeconds(5);

    private readonly LeastRecentlyUsed<(string Database, uint View), ViewDefinition> _known = new(Most);

    // The one that was tried last comes last.
    private readonly List<(string Database, uint View)> _sought = [];
    private long _triedAt;

    public IReadOnlyCollection<string> SoughtDatabases =>
        [.. _sought.Select(each => each.Database).Distinct(StringComparer.Ordinal)];

    /// <summary>The query of a view, or null where it cannot be read now.</summary>
    public async Task<ViewDefinition?> FindAsync(ExplainSession session, uint view, CancellationToken cancellationToken)
    {
        var key = (session.Database, view);
        if (await VersionAsync(session, view, cancellationToken) is not { } version)
            return null;
        if (_known.TryGet(key, out var known) && known.Version == version.Version)
            return known;
        if (await TextAsync(session, view, cancellationToken) is { } text)
        {
            _sought.Remove(key);
            var read = version with { Text = text };
            _known.Put(key, read);
            return read;
        }

        Seek(key);
        return null;
    }

    public void Forget(string database, uint view)
    {
        if (_known.TryGet((database, view), out var known))
            _known.Put((database, view), known with { Version = "" });
    }

    public void ForgetSought(string database) => _sought.RemoveAll(each => each.Database == database);

    /// <summary>Reads what could not be read before, unless that was tried a moment ago; up to the first that is still
    /// locked, because each of these takes time in which no plan is fetched.</summary>
    public async Task ReadSoughtAsync(ExplainSession session, CancellationToken cancellationToken)
    {
        if (_sought.Count == 0 || time.GetElapsedTime(_triedAt) < Pause)
            return;
        _triedAt = time.GetTimestamp();
        foreach (var each in _sought.Where(each => each.Database == session.Database).ToArray())
        {
            // One that is gone is not sought again; one that is still locked is.
            _sought.Remove(each);
            if (await FindAsync(session, each.View, cancellationToken) is null)
                return;
        }
    }

    private void Seek((string Database, uint View) key)
    {
        if (_sought.Count >= MostSought || _sought.Contains(key))
            return;
        _sought.Add(key);
        _triedAt = time.GetTimestamp();
    }

    /// <summary>Without its text; null where there is no such view, or its rule is too long. Waits for
    /// no lock.</summary>
    private static async Task<ViewDefinition?> VersionAsync(
        ExplainSession session,
        uint view,
        CancellationToken cancellationToken
    )
    {
        var found = await PostgresQuery.ListAsync(
            session.Connection,
            VersionSql,
            [view, LongestRule],
            static row => new ViewDefinition(row.GetString(0), "", row.GetFieldValue<uint[]>(1)),
            cancellationToken
        );
        return found is [var version] ? version : null;
    }

    private static async Task<string?> TextAsync(ExplainSession session, uint view, CancellationToken cancellationToken)
    {
        try
        {
            await session.BeginAsync(cancellationToken);
            var text =
                await PostgresQuery.AskAsync(session.Connection, "SELECT pg_get_viewdef($1)", [view], cancellationToken)
                as string;
            await session.CleanAsync(cancellationToken);
            return text?.TrimEnd(';', ' ', '\n');
        }
        catch (PostgresException)
        {
            await session.CleanAsync(cancellationToken);
            return null;
        }
    }

    private const string VersionSql = """
        SELECT w.oid || '/' || w.xmin,
               ARRAY(SELECT DISTINCT d.refobjid FROM pg_depend d
                      WHERE d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid AND d.refclassid = 'pg_class'::regclass AND d.refobjid <> w.ev_class)
          FROM pg_rewrite w
         WHERE w.ev_class = $1 AND w.rulename = '_RETURN' AND octet_length(w.ev_action::text) <= $2
        """;
}

/// <param name="Version">Another one where the view was made anew.</param>
/// <param name="Text">The query as the server writes it, every name with its schema; written by another login.</param>
/// <param name="Reads">Oids of the relations that it reads.</param>
internal sealed record ViewDefinition(string Version, string Text, uint[] Reads);
