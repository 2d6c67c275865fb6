using RgPolicy.Testing.SqlServer.Tds;

namespace RgPolicy.Testing.SqlServer.Faults;

/// <summary>What goes wrong at present.</summary>
internal sealed class FaultRegistry
{
    private readonly object _gate = new();
    private readonly List<FaultCommand> _standing = [];
    private readonly HashSet<string> _evicted = new(StringComparer.Ordinal);
    private TaskCompletionSource _cleared = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _batchesUntilDrop = -1;
    private string _loginToDrop = "";
    private int _changesUntilError = -1;
    private int _errorOfChange;
    private int _timesOfError;
    private int _skipsOfError;

    /// <summary>Takes a command in.</summary>
    public void Take(FaultCommand command)
    {
        lock (_gate)
        {
            if (command.Name == "clear")
                Clear();
            else if (command.Name == "drop_after")
                (_batchesUntilDrop, _loginToDrop) = (command.Number("batches", 0), command.Text("login"));
            else if (command.Name == "ddl_error")
                (_changesUntilError, _errorOfChange) = (command.Number("n", 1), command.Number("number", 10905));
            else if (command.Name == "evict_plan")
                _ = command.Has("off") ? _evicted.Remove(command.Text("query")) : _evicted.Add(command.Text("query"));
            else
            {
                _standing.RemoveAll(each => each.Name == command.Name);
                if (command.Name == "error")
                    (_timesOfError, _skipsOfError) = (command.Number("times", int.MaxValue), command.Number("skip", 0));
                if (!command.Has("off"))
                    _standing.Add(command);
            }
        }
    }

    /// <summary>True while something goes wrong that has no further words.</summary>
    public bool Is(string name)
    {
        lock (_gate)
            return Find(name) is not null;
    }

    /// <summary>True while a statement's plan is not in the cache.</summary>
    public bool IsEvicted(string query)
    {
        lock (_gate)
            return _evicted.Contains(query);
    }

    /// <summary>What happens before a batch.</summary>
    /// <exception cref="SqlFailure">An error, once or for a while.</exception>
    /// <exception cref="IOException">The connection is cut.</exception>
    public async Task BeforeAsync(string batch, string login, CancellationToken cancellationToken)
    {
        Task waiting;
        lock (_gate)
        {
            CutConnection(login);
            Fail(batch);
            waiting =
                Find("hang") is { } hang && IsMeant(hang, batch) ? _cleared.Task
                : Find("plan_slow") is { } slow && batch.Contains("dm_exec_text_query_plan", StringComparison.Ordinal)
                    ? Task.Delay(slow.Number("ms", 0), cancellationToken)
                : Task.CompletedTask;
        }

        await waiting.WaitAsync(cancellationToken);
    }

    /// <summary>What happens before a statement that changes something.</summary>
    /// <exception cref="SqlFailure">An error, once.</exception>
    public void BeforeChange()
    {
        lock (_gate)
        {
            if (_changesUntilError >= 0 && --_changesUntilError == 0)
            {
                _changesUntilError = -1;
                throw new SqlFailure(_errorOfChange, "The statement fails because a test says so.");
            }
        }
    }

    private void CutConnection(string login)
    {
        if (
            _batchesUntilDrop < 0
            || (_loginToDrop.Length > 0 && !_loginToDrop.Equals(login, StringComparison.OrdinalIgnoreCase))
        )
            return;
        if (_batchesUntilDrop-- == 0)
            throw new IOException("The connection is cut because a test says so.");
    }

    private void Fail(string batch)
    {
        if (Find("error") is not { } error || !IsMeant(error, batch) || _timesOfError == 0)
            return;
        if (_skipsOfError-- > 0)
            return;
        _timesOfError--;
        throw new SqlFailure(error.Number("number", 1222), "The batch fails because a test says so.");
    }

    private void Clear()
    {
        _standing.Clear();
        _evicted.Clear();
        (_batchesUntilDrop, _changesUntilError) = (-1, -1);
        _cleared.SetResult();
        _cleared = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
    }

    private FaultCommand? Find(string name) => _standing.FirstOrDefault(each => each.Name == name);

    private static bool IsMeant(FaultCommand command, string batch) =>
        batch.Contains(command.Text("match"), StringComparison.OrdinalIgnoreCase);
}
