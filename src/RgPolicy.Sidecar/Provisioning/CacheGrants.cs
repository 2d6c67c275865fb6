using RgPolicy.Host.Facts;
using RgPolicy.Host.Kernel;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Changing;
using RgPolicy.Sidecar.Journal;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Native;
using RgPolicy.Sidecar.Options;

namespace RgPolicy.Sidecar.Provisioning;

/// <summary>
/// Makes a resctrl group for each pool of root's limits, and one as wide as the default group to which
/// processes return. The user gets their <c>tasks</c>, with dynamic masks their <c>schemata</c> too,
/// and nothing of the default group.
/// </summary>
internal sealed class CacheGrants
{
    private readonly FileRoot _root;
    private readonly JournalFile _journal;
    private readonly Limits _limits;
    private readonly IKernelTree _tree;

    internal CacheGrants(FileRoot root, JournalFile journal, Limits limits)
    {
        _root = root;
        _journal = journal;
        _limits = limits;
        _tree = MachineTree.Of(root);
    }

    /// <summary>The groups by number, those of an earlier call kept.</summary>
    /// <param name="user">Who gets them.</param>
    /// <param name="before">What he had.</param>
    /// <param name="problems">What could not be had.</param>
    internal ImmutableSortedDictionary<int, string> Make(
        uint user,
        ImmutableSortedDictionary<int, string> before,
        List<string> problems
    )
    {
        var made = ImmutableSortedDictionary.CreateBuilder<int, string>();
        if (ResctrlFacts.Read(_root) is not { } facts)
            return made.ToImmutable();

        using var held = CacheLock.Take(_tree);
        if (held is null)
        {
            problems.Add("cache: another program holds the lock of /sys/fs/resctrl");
            return before;
        }

        foreach (var number in (_limits.Pools ?? []).Select(p => p.Number).Order().Prepend(0))
        {
            if (Prepare(facts, number, user, before.GetValueOrDefault(number), out var problem) is { } directory)
            {
                made[number] = directory;
                continue;
            }

            problems.Add($"cache: {(number == 0 ? "the group to return to" : $"pool {number}")}: {problem}");
            if (number == 0)
                break;
        }

        return made.ToImmutable();
    }

    private string? Prepare(ResctrlFacts facts, int number, uint user, string? kept, out string problem)
    {
        problem = string.Empty;
        var isKept =
            kept is not null
            && _root.HasDirectory(kept)
            && _journal.Content.Groups.Contains(kept, StringComparer.Ordinal);
        var directory = isKept
            ? kept
            : GroupMaker.Make(
                _root,
                ResctrlFacts.Directory,
                GroupName.ProvisionedCandidates(number),
                _journal,
                out problem
            );
        if (directory is null)
            return null;

        // The mover's own masks stay as they are.
        var isMovers = isKept && _limits.DynamicMasks && number != 0;
        problem = isMovers ? string.Empty : SetMasks(facts, number, directory);
        problem = problem.Length > 0 ? problem : Hand(directory, number, user);
        if (problem.Length == 0)
            return directory;

        _ = GroupRemover.Remove(_root, directory) == 0 ? _journal.AddRemovedGroup(directory) : 0;
        return null;
    }

    private string SetMasks(ResctrlFacts facts, int number, string directory)
    {
        var problems = new List<string>();
        var values =
            number == 0
                ? CacheValues.Parse(_root.ReadText(ResctrlFacts.Directory + "/schemata") ?? string.Empty)
                : Widest(facts, number, problems);
        var outcome =
            problems.Count > 0 ? null : new ChangeExecutor(_tree, _journal).Run([.. values.Writes(directory)]);
        return outcome?.Problem ?? string.Join("; ", problems);
    }

    // All that root allows the pool: what the mover may only make less of.
    private CacheValues Widest(ResctrlFacts facts, int number, List<string> problems)
    {
        if (_limits.Of(number) is not { } limits || facts.CacheResources.Length == 0)
            return CacheValues.None;

        var (first, last) = limits.Ways ?? (0, facts.Ways - 1);
        var spec = new PoolSpec
        {
            Number = number,
            FirstWay = first,
            WayCount = Math.Min(last - first + 1, limits.MostWays ?? facts.Ways),
        };
        return CacheRequestResolver.Of(_root, facts, spec, limits, problems) ?? CacheValues.None;
    }

    private string Hand(string directory, int number, uint user)
    {
        var masks = number != 0 && _limits.DynamicMasks ? user : 0;
        var error = _tree.ChangeOwner(directory + "/tasks", user);
        error = error == 0 ? _tree.ChangeOwner(directory + "/schemata", masks) : error;
        return error == 0 ? string.Empty : $"{directory} cannot be handed over: {KernelMessage.Of(error)}";
    }
}
