using System.Collections.Concurrent;
using RgPolicy.Dbms.Costs;

namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>
/// The backends that plan what others run, by process id: who sent the statement, and what planning has used of the
/// processor. One that was given up stays among them until the poll finds that it does nothing any more, for it may
/// answer no signal.
/// </summary>
internal sealed class PlanningWatch(OwnBackends own)
{
    /// <summary>A backend that has used so much for one statement goes on with the lowest weight.</summary>
    public static readonly TimeSpan Heavy = TimeSpan.FromMilliseconds(300);

    private readonly ConcurrentDictionary<int, Planning> _running = new();

    private int _givenUp;

    /// <summary>All of RgPolicy's own.</summary>
    public OwnBackends Own => own;

    /// <summary>How many were given up and still work.</summary>
    public int GivenUp => Volatile.Read(ref _givenUp);

    /// <summary>Notes that a backend begins with a statement.</summary>
    public void Begin(int processId, string login) =>
        _running[processId] = new Planning(login, own.CpuOf(processId), IsGivenUp: false);

    /// <summary>Notes that it has ended.</summary>
    /// <returns>The processor time that it took; null where that cannot be read.</returns>
    public TimeSpan? End(int processId)
    {
        var used = _running.TryGetValue(processId, out var planning) ? Used(processId, planning) : null;
        if (planning is { IsGivenUp: false })
            _running.TryRemove(processId, out _);
        return used;
    }

    /// <summary>Notes that its connection is given up, whatever it does.</summary>
    public void GiveUp(int processId)
    {
        if (!_running.TryGetValue(processId, out var planning) || planning.IsGivenUp)
            return;
        _running[processId] = planning with { IsGivenUp = true };
        Interlocked.Increment(ref _givenUp);
    }

    /// <summary>Whether it is a backend of RgPolicy's that was given up.</summary>
    public bool IsGivenUp(int processId) => _running.TryGetValue(processId, out var planning) && planning.IsGivenUp;

    /// <summary>The login whose statement a backend plans with so much work that it has to have the lowest weight, or
    /// null.</summary>
    public string? HeavyFor(int processId) =>
        _running.TryGetValue(processId, out var planning) && (planning.IsGivenUp || Used(processId, planning) >= Heavy)
            ? planning.Login
            : null;

    /// <summary>Forgets those that were given up and are not among what the poll saw at work.</summary>
    public void Forget(Func<int, bool> works)
    {
        foreach (var (processId, planning) in _running)
            if (planning.IsGivenUp && !works(processId) && _running.TryRemove(processId, out _))
                Interlocked.Decrement(ref _givenUp);
    }

    /// <summary>What a backend has used for the statement so far; null where that cannot be read.</summary>
    public TimeSpan? Used(int processId) =>
        _running.TryGetValue(processId, out var planning) ? Used(processId, planning) : null;

    private TimeSpan? Used(int processId, Planning planning) => own.CpuOf(processId) - planning.Before;

    private sealed record Planning(string Login, TimeSpan? Before, bool IsGivenUp);
}
