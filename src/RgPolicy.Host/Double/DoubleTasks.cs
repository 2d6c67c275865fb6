namespace RgPolicy.Host.Double;

/// <summary>The tasks of a double, by number.</summary>
internal sealed class DoubleTasks
{
    private readonly SortedDictionary<int, DoubleTask> _tasks = [];

    internal IEnumerable<DoubleTask> All => _tasks.Values;

    /// <summary>The task that writes: whom number 0 means, and whose user is checked.</summary>
    internal DoubleTask Writer { get; set; } = new(1, 1, 0);

    internal DoubleTask? Find(int id) => _tasks.GetValueOrDefault(id);

    internal DoubleTask Add(int id, int process, uint user) => _tasks[id] = new DoubleTask(id, process, user);

    internal void End(int id) => _tasks.Remove(id);
}
