using System.Runtime.InteropServices;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Observe;

namespace RgPolicy.Engine.Decide;

/// <summary>
/// Which backends block a process that ranks above them, directly or through others that wait. A process without a
/// known query (the server's own processes, a replica's apply) ranks above all others; a waiter that was never
/// seen before is judged the next time.
/// </summary>
/// <remarks>
/// A login's wait for an advisory lock of the same login counts for nothing: such locks are taken and
/// waited for at will, so a second session would be enough to have a heavy query released.
/// </remarks>
internal sealed class ProtectedWaits
{
    private readonly Dictionary<int, double> _ranks = [];
    private readonly Dictionary<int, double> _waited = [];
    private readonly HashSet<int> _unseen = [];

    /// <summary>Takes in an answer.</summary>
    public void Judge(Observation observation, TrackedQueries queries, PolicyProgram program)
    {
        _ranks.Clear();
        _waited.Clear();
        var waits = observation.LockWaits ?? [];
        if (waits.IsEmpty)
            return;

        FindUnseen(observation, queries);
        var isChanged = true;
        for (var round = 0; isChanged && round <= waits.Length; round++)
        {
            isChanged = false;
            foreach (var wait in waits)
                isChanged |= Pass(wait, queries, program);
        }
    }

    /// <summary>Whether a process waits for the query or one of its workers that ranks above it.</summary>
    public bool BlocksProtected(ObservedQuery query)
    {
        if (Blocks(query.ProcessId, query.ProcessId))
            return true;

        foreach (var worker in query.Workers)
        {
            if (Blocks(worker, query.ProcessId))
                return true;
        }

        return false;
    }

    private bool Blocks(int processId, int owner) =>
        _waited.TryGetValue(processId, out var highest) && highest > _ranks.GetValueOrDefault(owner, 0);

    /// <summary>A blocker is waited for by its waiter, and by those that wait for that one.</summary>
    private bool Pass(LockWait wait, TrackedQueries queries, PolicyProgram program)
    {
        _ranks[wait.Blocker] = _unseen.Contains(wait.Blocker) ? 0 : RankOf(wait.Blocker, queries, program);
        if (_unseen.Contains(wait.Waiter) || (wait.IsAdvisory && IsSameLogin(wait, queries)))
            return false;

        var highest = Math.Max(RankOf(wait.Waiter, queries, program), _waited.GetValueOrDefault(wait.Waiter));
        ref var known = ref CollectionsMarshal.GetValueRefOrAddDefault(_waited, wait.Blocker, out _);
        if (highest <= known)
            return false;

        known = highest;
        return true;
    }

    private void FindUnseen(Observation observation, TrackedQueries queries)
    {
        _unseen.Clear();
        foreach (var query in observation.Queries)
        {
            if (!queries.TryGet(query.ProcessId, out var tracked) || !tracked.IsSame(query))
                _unseen.Add(query.ProcessId);
        }
    }

    private static double RankOf(int processId, TrackedQueries queries, PolicyProgram program) =>
        queries.TryGet(processId, out var tracked) ? program.RankOf(tracked.RankingPool) : double.MaxValue;

    private static bool IsSameLogin(LockWait wait, TrackedQueries queries) =>
        queries.TryGet(wait.Waiter, out var waiter)
        && queries.TryGet(wait.Blocker, out var blocker)
        && string.Equals(waiter.Query.Session.Login, blocker.Query.Session.Login, StringComparison.Ordinal);
}
