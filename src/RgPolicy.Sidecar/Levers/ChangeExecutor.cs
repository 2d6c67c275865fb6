using RgPolicy.Host.Kernel;
using RgPolicy.Sidecar.Changing;
using RgPolicy.Sidecar.Journal;

namespace RgPolicy.Sidecar.Levers;

/// <summary>Carries a change out: the journal first, then the kernel, then a look at what is in force; back in reverse
/// when a step fails.</summary>
internal sealed class ChangeExecutor(IKernelTree tree, JournalFile journal)
{
    /// <summary>Carries out all steps, or none.</summary>
    internal ChangeOutcome Run(IReadOnlyList<ChangeOperation> steps)
    {
        for (var i = 0; i < steps.Count; i++)
        {
            var error = Do(steps[i], out var problem);
            if (problem.Length > 0)
                return new ChangeOutcome(steps[i], error, problem, TakeBack(steps.Take(i).Reverse()));
        }

        return ChangeOutcome.Done;
    }

    private bool TakeBack(IEnumerable<ChangeOperation> done)
    {
        var isClean = true;
        foreach (var step in done.SelectMany(s => s.Inverse()))
        {
            _ = Do(step, out var problem);
            isClean &= problem.Length == 0;
        }

        return isClean;
    }

    private int Do(ChangeOperation step, out string problem)
    {
        var error = step.Kind switch
        {
            ChangeStepKind.Make => Make(step.Directory, out problem),
            ChangeStepKind.Write => Write(step, out problem),
            ChangeStepKind.Move => Move(step, out problem),
            ChangeStepKind.Rename => Rename(step, out problem),
            ChangeStepKind.Set => Set(step, out problem),
            ChangeStepKind.Enable => Enable(step, out problem),
            ChangeStepKind.Disable => Disable(step, out problem),
            _ => Remove(step.Directory, out problem),
        };
        return error;
    }

    private int Make(string directory, out string problem)
    {
        var error = journal.AddGroup(directory);
        if (error != 0)
        {
            problem = $"the journal cannot be written: {KernelMessage.Of(error)}";
            return error;
        }

        error = tree.MakeDirectory(directory);
        _ = error == 0 ? 0 : journal.AddRemovedGroup(directory);
        // Nothing depends on monitoring: numbers for it may be used up, or slow to become free.
        error = ChangePlanner.IsMonitor(directory) ? 0 : error;
        problem = error == 0 ? string.Empty : KernelMessage.OfMaking(error);
        return error;
    }

    private int Write(ChangeOperation step, out string problem)
    {
        var path = step.Directory + "/schemata";
        var text = CacheValues.Line(step.Resource, step.After);
        var error = tree.Write(path, text);
        if (error != 0)
        {
            problem = KernelMessage.OfRefusal(tree, $"{step.Resource}: {text.TrimEnd()}", error);
            return error;
        }

        error = tree.Read(path, out var found);
        var missing = CacheValues.Parse(found).Missing(step.Resource, step.After);
        problem = missing.IsEmpty
            ? string.Empty
            : $"{step.Resource}: {text.TrimEnd()} was accepted and is not in force";
        return error;
    }

    private int Move(ChangeOperation step, out string problem)
    {
        var error = TaskList.Move(tree, step.Directory, step.Tasks);
        problem = error == 0 ? string.Empty : KernelMessage.OfRefusal(tree, "tasks", error);
        return error;
    }

    private int Rename(ChangeOperation step, out string problem)
    {
        var error = journal.AddGroup(step.Directory);
        error = error == 0 ? tree.Rename(step.From, step.Directory) : error;
        // Before Linux 6.5, and where a class and its counters cannot be parted (MPAM): a new one, and
        // each task by its number.
        error = error == KernelError.NotPermitted ? Replace(step) : error;
        problem = error == 0 ? string.Empty : KernelMessage.OfRefusal(tree, "the monitoring group's move", error);
        _ = journal.AddRemovedGroup(error == 0 ? step.From : step.Directory);
        return error;
    }

    private int Replace(ChangeOperation step)
    {
        var isMade = tree.MakeDirectory(step.Directory) == 0;
        var error = TaskList.Move(tree, ChangePlanner.ClassOf(step.Directory), step.Tasks);
        error = error == 0 && isMade ? TaskList.Move(tree, step.Directory, step.Tasks) : error;
        _ = tree.RemoveDirectory(error == 0 ? step.From : step.Directory);
        return error;
    }

    private int Remove(string directory, out string problem)
    {
        var error = tree.RemoveDirectory(directory);
        error = error == KernelError.NoEntry ? 0 : error;
        problem = error == 0 ? string.Empty : $"the group cannot be removed: {KernelMessage.Of(error)}";
        _ = error == 0 ? journal.AddRemovedGroup(directory) : 0;
        return error;
    }

    private int Set(ChangeOperation step, out string problem)
    {
        var path = Path.Join(step.Directory, step.Name);
        // Writing nothing at all would not reach the kernel.
        var error = tree.Write(path, step.Text.Length == 0 ? "\n" : step.Text);
        if (error != 0)
        {
            problem = KernelMessage.OfSetting(step.Directory, step.Name, error);
            return error;
        }

        error = tree.Read(path, out var found);
        var isInForce = ReadGroups.Files.Contains(step.Name, StringComparer.Ordinal)
            ? ReadGroups.IsInForce(found, step.Text)
            : found.Trim() == step.Text;
        problem = isInForce
            ? string.Empty
            : $"{step.Name} {step.Text} was accepted and is not in force: {found.Trim()}";
        return error;
    }

    private int Enable(ChangeOperation step, out string problem)
    {
        var error = journal.AddController(step.Directory, step.Name);
        if (error != 0)
        {
            problem = $"the journal cannot be written: {KernelMessage.Of(error)}";
            return error;
        }

        error = tree.Write(Path.Join(step.Directory, "cgroup.subtree_control"), "+" + step.Name);
        problem =
            error == 0
                ? string.Empty
                : $"+{step.Name} cannot be enabled in {step.Directory}: {KernelMessage.Of(error)}; rgp doctor says what "
                    + "the server's unit lacks";
        _ = error == 0 ? 0 : journal.AddRevertedController(step.Directory, step.Name);
        return error;
    }

    // Another program's group may rely on it by now: then it stays until that is gone.
    private int Disable(ChangeOperation step, out string problem)
    {
        problem = string.Empty;
        if (tree.List(step.Directory, out var names) == 0 && names.Any(n => !GroupName.IsAnyOfOurs(n)))
            return 0;

        var error = tree.Write(Path.Join(step.Directory, "cgroup.subtree_control"), "-" + step.Name);
        problem = error == 0 ? string.Empty : $"-{step.Name} in {step.Directory}: {KernelMessage.Of(error)}";
        _ = error == 0 ? journal.AddRevertedController(step.Directory, step.Name) : 0;
        return error;
    }
}
