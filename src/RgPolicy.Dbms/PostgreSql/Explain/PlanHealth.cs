using Npgsql;
using RgPolicy.Dbms.PostgreSql.Explain.Guarding;

namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>Whether connections for plans hold. A login whose statements break them again and again has no plans for a
/// while, so that it does not cost others theirs; a database in which they break again and again is said.</summary>
internal sealed class PlanHealth(PlanningBudget budget, TimeProvider time)
{
    private const int Patience = 3;
    private const int MostNotes = 5;
    private static readonly TimeSpan Pause = TimeSpan.FromMinutes(10);

    private readonly Dictionary<uint, (int Breaks, long Last)> _logins = [];
    private readonly Dictionary<uint, string> _ended = [];
    private readonly Dictionary<string, (int Breaks, string Reason)> _databases = new(StringComparer.Ordinal);
    private volatile string[] _notes = [];

    /// <summary>What holds now, for the user; another list when that has changed.</summary>
    public string[] Notes => _notes;

    /// <summary>Why a login's statements have no plans for now, or null.</summary>
    public string? Refusal(uint login)
    {
        if (budget.Refusal(login) is { } refusal)
            return refusal;
        if (_notes.Length > 0)
            Say();
        if (_ended.TryGetValue(login, out var beyond))
            return beyond;
        if (!_logins.TryGetValue(login, out var strikes))
            return null;
        if (time.GetElapsedTime(strikes.Last) >= Pause)
            _logins.Remove(login);
        else if (strikes.Breaks >= Patience)
            return $"planning its login's statements broke {strikes.Breaks} connections: none of them is planned for "
                + $"{Pause.TotalMinutes:0} minutes";
        return null;
    }

    public void Took(PostgresPlanRequest request, TimeSpan used)
    {
        if (budget.Charge(request.Login, request.LoginName, used))
            Say();
    }

    public void Worked(string database)
    {
        if (_databases.Remove(database))
            Say();
    }

    public void Broke(PostgresPlanRequest request, bool wasOpen, Exception e)
    {
        var reason = e is InvalidDataException ? e.Message : PostgresError.Reason(e);
        _databases[request.Database] = (_databases.GetValueOrDefault(request.Database).Breaks + 1, reason);
        if (wasOpen && request.Login != 0 && IsOfTheStatement(e))
            _logins[request.Login] = (_logins.GetValueOrDefault(request.Login).Breaks + 1, time.GetTimestamp());
        Say();
    }

    /// <summary>Planning a statement of a login took a lock that it should not have: none of its statements is planned
    /// any more.</summary>
    public string WentBeyond(PostgresPlanRequest request, BeyondVerdictException e)
    {
        var reason =
            $"planning a statement of its login (oid {request.Login}) in database {request.Database} took {e.Message}, "
            + "which the statement does not name: none of that login's is planned until the service starts again";
        _ended[request.Login] = reason;
        Say();
        return reason;
    }

    private static bool IsOfTheStatement(Exception e) =>
        e is InvalidDataException or TimeoutException or NpgsqlException { InnerException: TimeoutException };

    private void Say()
    {
        string[] notes =
        [
            .. budget.Notes.Take(MostNotes),
            .. _ended.OrderBy(e => e.Key).Select(e => e.Value).Take(MostNotes),
            .. _databases
                .Where(d => d.Value.Breaks >= Patience)
                .OrderBy(d => d.Key, StringComparer.Ordinal)
                .Take(MostNotes)
                .Select(d =>
                    $"plans of database {d.Key} cannot be fetched: the connection breaks again and again "
                    + $"({d.Value.Reason})"
                ),
        ];
        if (!notes.SequenceEqual(_notes, StringComparer.Ordinal))
            _notes = notes;
    }
}
