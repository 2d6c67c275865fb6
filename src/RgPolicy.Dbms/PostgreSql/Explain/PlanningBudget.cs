namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>The processor time that planning may use for each login: a second at once, and a twentieth of a processor
/// after that. A login that has used more waits, and no other waits for it. One whose statement took a second by itself
/// has no plans for an hour.</summary>
internal sealed class PlanningBudget(TimeProvider time)
{
    /// <summary>A statement that took so much is the last of its login's for a while.</summary>
    public static readonly TimeSpan TooMuch = TimeSpan.FromSeconds(1);

    private const double Share = 0.05;
    private static readonly TimeSpan Burst = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Pause = TimeSpan.FromHours(1);

    private readonly object _gate = new();
    private readonly Dictionary<uint, (TimeSpan Spent, long At)> _spent = [];
    private readonly Dictionary<uint, (string Login, TimeSpan Used, long At)> _refused = [];

    /// <summary>What holds now, for the user.</summary>
    public IEnumerable<string> Notes
    {
        get
        {
            lock (_gate)
                return
                [
                    .. _refused
                        .Values.Where(each => time.GetElapsedTime(each.At) < Pause)
                        .OrderBy(each => each.Login, StringComparer.Ordinal)
                        .Select(each => $"login {each.Login} has no plans for an hour: {Took(each.Used)}"),
                ];
        }
    }

    public bool Charge(uint login, string name, TimeSpan used)
    {
        lock (_gate)
        {
            _spent[login] = (Left(login) + used, time.GetTimestamp());
            if (used < TooMuch)
                return false;
            _refused[login] = (name, used, time.GetTimestamp());
            return true;
        }
    }

    public TimeSpan Wait(uint login)
    {
        lock (_gate)
        {
            var left = Left(login);
            if (left == TimeSpan.Zero)
                _spent.Remove(login);
            return left < Burst ? TimeSpan.Zero : (left - Burst + TimeSpan.FromMilliseconds(1)) / Share;
        }
    }

    /// <summary>Why a login's statements have no plans for now, or null.</summary>
    public string? Refusal(uint login)
    {
        lock (_gate)
        {
            if (!_refused.TryGetValue(login, out var refused))
                return null;
            if (time.GetElapsedTime(refused.At) < Pause)
                return $"{Took(refused.Used)}, so none of its login's is planned for an hour";
            _refused.Remove(login);
            return null;
        }
    }

    private TimeSpan Left(uint login)
    {
        if (!_spent.TryGetValue(login, out var spent))
            return TimeSpan.Zero;
        var left = spent.Spent - (time.GetElapsedTime(spent.At) * Share);
        return left > TimeSpan.Zero ? left : TimeSpan.Zero;
    }

    private static string Took(TimeSpan used) =>
        FormattableString.Invariant($"planning one statement took {used.TotalSeconds:0.0} s of processor time");
}

/// <summary>The backends that plan what others run, by process id: who sent the statement, and what planning has used
/// of the processor. One that was given up stays among them until the poll finds that it does nothing any more, for it
/// may answer no signal.</summary>
internal sealed class PlanningWatch(OwnBackends own)
{
    /// <summary>A backend that has used so much for one statement goes on with the lowest weight.</summary>
    public static readonly TimeSpan Heavy = TimeSpan.FromMilliseconds(300);

    private readonly ConcurrentDictionary<int, Planning> _running = new();

    private int _givenUp;

    public OwnBackends Own => own;

    public int GivenUp => Volatile.Read(ref _givenUp);

    public void Begin(int processId, string login) =>
        _running[processId] = new Planning(login, own.CpuOf(processId), IsGivenUp: false);

    /// <returns>The processor time that it took; null where that cannot be read.</returns>
    public TimeSpan? End(int processId)
    {
        var used = _running.TryGetValue(processId, out var planning) ? Used(processId, planning) : null;
        if (planning is { IsGivenUp: false })
            _running.TryRemove(processId, out _);
        return used;
    }

    public void GiveUp(int processId)
    {
        if (!_running.TryGetValue(processId, out var planning) || planning.IsGivenUp)
            return;
        _running[processId] = planning with { IsGivenUp = true };
        Interlocked.Increment(ref _givenUp);
    }

    public bool IsGivenUp(int processId) => _running.TryGetValue(processId, out var planning) && planning.IsGivenUp;

    /// <summary>The login whose statement a backend plans with so much work that it has to have the lowest weight, or
    /// null.</summary>
    public string? HeavyFor(int processId) =>
        _running.TryGetValue(processId, out var planning) && (planning.IsGivenUp || Used(processId, planning) >= Heavy)
            ? planning.Login
            : null;

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
