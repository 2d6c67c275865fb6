using RgPolicy.Host.Kernel;
using RgPolicy.Sidecar.Journal;
using RgPolicy.Sidecar.Levers;

namespace RgPolicy.Sidecar.Changing;

/// <summary>Carries a change out: the journal first, then the kernel, then a look at what is in force; back in reverse when a step fails.</summary>
internal sealed class ChangeExecutor
{
    private readonly IKernelTree _tree;
    private readonly JournalFile _journal;

    internal ChangeExecutor(IKernelTree tree, JournalFile journal)
    {
        _tree = tree;
        _journal = journal;
    }

    /// <summary>Carries out all steps, or none.</summary>
    internal ChangeOutcome Run(IReadOnlyList<CacheStep> steps)
    {
        for (var i = 0; i < steps.Count; i++)
        {
            var error = Do(steps[i], out var problem);
            if (problem.Length > 0)
            {
                return new ChangeOutcome(steps[i], error, problem, TakeBack(steps.Take(i).Reverse()));
            }
        }

        return ChangeOutcome.Done;
    }

    private bool TakeBack(IEnumerable<CacheStep> done)
    {
        var isClean = true;
        foreach (var step in done.SelectMany(s => s.Inverse()))
        {
            _ = Do(step, out var problem);
            isClean &= problem.Length == 0;
        }

        return isClean;
    }

    private int Do(CacheStep step, out string problem)
    {
        var error = step.Kind switch
        {
            CacheStepKind.Make => Make(step.Directory, out problem),
            CacheStepKind.Write => Write(step, out problem),
            CacheStepKind.Move => Move(step, out problem),
            _ => Remove(step.Directory, out problem),
        };
        return error;
    }

    private int Make(string directory, out string problem)
    {
        var error = _journal.AddGroup(directory);
        if (error != 0)
        {
            problem = $"the journal cannot be written: {KernelMessage.Of(error)}";
            return error;
        }

        error = _tree.MakeDirectory(directory);
        problem = error == 0 ? string.Empty : KernelMessage.OfMaking(error);
        _ = error == 0 ? 0 : _journal.AddRemovedGroup(directory);
        return error;
    }

    private int Write(CacheStep step, out string problem)
    {
        var path = step.Directory + "/schemata";
        var text = CacheValues.Line(step.Resource, step.After);
        var error = _tree.Write(path, text);
        if (error != 0)
        {
            problem = KernelMessage.OfRefusal(_tree, $"{step.Resource}: {text.TrimEnd()}", error);
            return error;
        }

        error = _tree.Read(path, out var found);
        var missing = CacheValues.Parse(found).Missing(step.Resource, step.After);
        problem = missing.IsEmpty ? string.Empty : $"{step.Resource}: {text.TrimEnd()} was accepted and is not in force";
        return error;
    }

    private int Move(CacheStep step, out string problem)
    {
        var error = TaskList.Move(_tree, step.Directory, step.Tasks);
        problem = error == 0 ? string.Empty : KernelMessage.OfRefusal(_tree, "tasks", error);
        return error;
    }

    private int Remove(string directory, out string problem)
    {
        var error = _tree.RemoveDirectory(directory);
        error = error == KernelError.NoEntry ? 0 : error;
        problem = error == 0 ? string.Empty : $"the group cannot be removed: {KernelMessage.Of(error)}";
        _ = error == 0 ? _journal.AddRemovedGroup(directory) : 0;
        return error;
    }
}
