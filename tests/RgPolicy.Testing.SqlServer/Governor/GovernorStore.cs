using RgPolicy.Testing.SqlServer.Tds;

namespace RgPolicy.Testing.SqlServer.Governor;

/// <summary>What a server keeps of Resource Governor, and when a change of it is in force.</summary>
/// <param name="isOffered">The edition runs it.</param>
/// <param name="hasSessions">Whether a group has sessions, by its number.</param>
internal sealed class GovernorStore(bool isOffered, Func<int, bool> hasSessions)
{
    private readonly Dictionary<string, FunctionRow> _functions = new(StringComparer.OrdinalIgnoreCase);
    private int _lastObject = 1000;
    private int _lastId = GovernorConfiguration.FirstId - 1;

    /// <summary>As the catalog views tell it.</summary>
    public GovernorConfiguration Stored { get; private set; } = new();

    /// <summary>As the dm_ views tell it.</summary>
    public GovernorConfiguration Effective { get; private set; } = new();

    public bool IsEnabled { get; private set; }

    /// <summary>Something is stored that is not in force; nothing is to be in force while it is off.</summary>
    public bool IsPending => IsEnabled && !Stored.IsSame(Effective);

    public IReadOnlyCollection<FunctionRow> Functions => _functions.Values;

    /// <summary>A number for a new pool or group.</summary>
    public int NextId() => ++_lastId;

    /// <summary>Stores a change.</summary>
    public void Store(GovernorConfiguration changed) => Stored = changed;

    /// <summary>Puts what is stored in force.</summary>
    /// <exception cref="SqlFailure">The edition has none, or a session is in a group that goes.</exception>
    public void Reconfigure()
    {
        if (!isOffered)
            throw new SqlFailure(10923, "Resource governor is not available in this edition of SQL Server.");
        foreach (var (name, group) in Effective.Groups)
        {
            var stays =
                Stored.Groups.TryGetValue(name, out var after)
                && after.Id == group.Id
                && after.Pool.Equals(group.Pool, StringComparison.OrdinalIgnoreCase);
            if (!stays && hasSessions(group.Id))
            {
                throw new SqlFailure(
                    10904,
                    "Resource governor configuration failed. There are active sessions in workload groups being "
                        + "dropped or moved to different "
                        + "resource pools. Disconnect all active sessions in the affected workload "
                        + "groups and try again."
                );
            }
        }

        (Effective, IsEnabled) = (Stored, true);
    }

    /// <summary>Lifts every limit.</summary>
    public void Disable() => IsEnabled = false;

    /// <summary>After a restart everything that is stored is in force.</summary>
    public void Restart() => Effective = Stored;

    /// <summary>The function of a name, or null.</summary>
    public FunctionRow? Function(string name) => _functions.GetValueOrDefault(name);

    /// <summary>Keeps a new function.</summary>
    /// <exception cref="SqlFailure">The name is taken.</exception>
    public void Add(string name, string definition)
    {
        if (!_functions.TryAdd(name, new FunctionRow(++_lastObject, name, definition)))
            throw new SqlFailure(2714, $"There is already an object named '{name}' in the database.");
    }

    /// <summary>Drops a function.</summary>
    /// <exception cref="SqlFailure">There is none, or it classifies.</exception>
    public void Drop(string name)
    {
        if (Function(name) is not { } function)
            throw new SqlFailure(
                3701,
                $"Cannot drop the function '{name}', because it does not exist or you do not have permission."
            );
        if (function.Id == Stored.Classifier || (IsEnabled && function.Id == Effective.Classifier))
            throw new SqlFailure(
                10920,
                $"Cannot drop user-defined function '{name}'. It is being used as a resource governor classifier."
            );
        _functions.Remove(name);
    }
}
