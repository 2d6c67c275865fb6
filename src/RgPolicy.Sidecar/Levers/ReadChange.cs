using RgPolicy.Host.Facts;
using RgPolicy.Host.Kernel;
using RgPolicy.Sidecar.Changing;
using RgPolicy.Sidecar.Journal;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Levers;

/// <summary>The part of a change that is about limits of reads.</summary>
internal sealed class ReadChange : IChangePart
{
    private const int MostRaces = 9;
    private readonly FileRoot _root;
    private readonly JournalFile _journal;
    private readonly CgroupHierarchy _hierarchy;
    private readonly IReadOnlyList<string> _disks;
    private readonly Action<int, string> _note;
    private readonly List<ReadPool> _pools;
    private readonly Dictionary<int, string> _planned = [];
    private int _races;

    /// <param name="root">The host.</param>
    /// <param name="journal">Where everything that is made is noted.</param>
    /// <param name="hierarchy">Where the server is.</param>
    /// <param name="disks">Numbers of the whole disks that it reads from.</param>
    /// <param name="pools">What is wished for.</param>
    /// <param name="note">Takes a pool's number and what it cannot have.</param>
    internal ReadChange(
        FileRoot root,
        JournalFile journal,
        CgroupHierarchy hierarchy,
        IReadOnlyList<string> disks,
        IEnumerable<ReadPool> pools,
        Action<int, string> note
    )
    {
        _root = root;
        _journal = journal;
        _hierarchy = hierarchy;
        _disks = disks;
        _note = note;
        _pools = [.. pools];
    }

    /// <summary>Each pool's group, once the change is carried out.</summary>
    internal Dictionary<int, ReadGroup> Groups()
    {
        var groups = new Dictionary<int, ReadGroup>();
        foreach (var (pool, directory) in _planned)
        {
            if (_root.HasDirectory(directory))
            {
                groups[pool] = new ReadGroup(
                    $"{(_hierarchy.Path == "/" ? string.Empty : _hierarchy.Path)}/{Path.GetFileName(directory)}",
                    directory
                );
            }
        }

        return groups;
    }

    public IEnumerable<ChangeOperation> Plan()
    {
        _planned.Clear();
        foreach (var pool in _pools.ToArray())
            Choose(pool);

        ChangeOperation[] changes = [.. _pools.SelectMany(Settings).Where(step => step.Former != step.Text)];
        return
        [
            .. _planned
                .Values.Where(d => !_root.HasDirectory(d))
                .Select(d => new ChangeOperation(ChangeStepKind.Make, d)),
            .. changes.Where(IsLess),
            .. changes.Where(step => !IsLess(step)),
        ];
    }

    public bool LeaveOut(ChangeOperation failed, ChangeOutcome outcome)
    {
        if (_pools.Find(p => _planned.GetValueOrDefault(p.Number) == failed.Directory) is not { } pool)
            return false;

        // Another sidecar made the same name at the same moment: the next one is tried.
        if (failed.Kind != ChangeStepKind.Make || outcome.Error != KernelError.Exists || _races++ >= MostRaces)
        {
            _note(pool.Number, outcome.Problem);
            _pools.Remove(pool);
            _planned.Remove(pool.Number);
        }

        return true;
    }

    // In the journal, so that a process that a governed one started in it leaves it too.
    private void Choose(ReadPool pool)
    {
        var kept = pool.Kept.FirstOrDefault(d =>
            Path.GetDirectoryName(d) == _hierarchy.Directory && _root.HasDirectory(d)
        );
        var error =
            kept is null || _journal.Content.Groups.Contains(kept, StringComparer.Ordinal)
                ? 0
                : _journal.AddGroup(kept);
        if (error == 0)
        {
            _planned[pool.Number] = kept ?? Free(pool);
            return;
        }

        _note(pool.Number, $"the journal cannot be written: {Errno.Describe(error)}");
        _pools.Remove(pool);
    }

    private string Free(ReadPool pool) =>
        pool.Names.Select(n => Path.Join(_hierarchy.Directory, n))
            .FirstOrDefault(d => !_root.HasDirectory(d) && !_planned.ContainsValue(d))
        ?? Path.Join(_hierarchy.Directory, pool.Names.Last());

    private IEnumerable<ChangeOperation> Settings(ReadPool pool)
    {
        foreach (var disk in _disks)
        {
            yield return Set(_planned[pool.Number], ReadGroups.Bytes, disk, pool.Bytes ?? 0);
            yield return Set(_planned[pool.Number], ReadGroups.Reads, disk, pool.Reads ?? 0);
        }
    }

    private ChangeOperation Set(string directory, string file, string disk, long most) =>
        new(ChangeStepKind.Set, directory)
        {
            Name = file,
            Text = ReadGroups.Command(disk, most),
            Former = ReadGroups.Command(disk, ReadGroups.LimitOf(_root.ReadText(Path.Join(directory, file)), disk)),
        };

    // No limit, which is written as 0, is more than any.
    private static bool IsLess(ChangeOperation step) => Amount(step.Text) < Amount(step.Former ?? string.Empty);

    private static ulong Amount(string command) =>
        unchecked((ulong)ReadGroups.LimitOf(command, command.Split(' ')[0]) - 1);
}

/// <summary>What a pool wishes of the blkio groups.</summary>
/// <param name="Number">Its number.</param>
/// <param name="Names">The names that its group may have, best first.</param>
internal sealed record ReadPool(int Number, IEnumerable<string> Names)
{
    /// <summary>Most bytes per second from each disk; null for no limit.</summary>
    internal long? Bytes { get; init; }

    /// <summary>Most reads per second from each disk; null for no limit.</summary>
    internal long? Reads { get; init; }

    /// <summary>Directories that it has already or that were handed over, best first; the first that is in the right
    /// place is kept.</summary>
    internal IEnumerable<string> Kept { get; init; } = [];
}
