namespace RgPolicy.Testing.Host;

/// <summary>The tasks of a double, by number.</summary>
internal sealed class DoubleTasks
{
    private readonly SortedDictionary<int, DoubleTask> _tasks = [];

    internal IEnumerable<DoubleTask> All => _tasks.Values;

    /// <summary>The task that writes: whom number 0 means, and whose user is checked.</summary>
    internal DoubleTask Writer { get; set; } = new(1, 1, 0);

    internal DoubleTask? Find(int id) => _tasks.GetValueOrDefault(id);

    /// <summary>The task that a number means to the writing task; null when it means none in its namespace.</summary>
    internal DoubleTask? Known(int number) =>
        Writer.Space == 0 ? Find(number) : All.FirstOrDefault(t => t.Space == Writer.Space && t.Inner == number);

    /// <summary>The numbers by which the reading task knows tasks; those that it does not know are left out.</summary>
    internal IEnumerable<int> Numbers(IEnumerable<DoubleTask> tasks) =>
        Writer.Space == 0 ? tasks.Select(t => t.Id) : tasks.Where(t => t.Space == Writer.Space).Select(t => t.Inner);

    /// <summary>Adds the first task of a PID namespace, which is number 1 there.</summary>
    internal DoubleTask AddFirst(int id) => _tasks[id] = new DoubleTask(id, id, 0) { Space = id, Inner = 1 };

    internal DoubleTask Add(int id, int process, uint user) => _tasks[id] = new DoubleTask(id, process, user);

    internal void End(int id) => _tasks.Remove(id);
}
