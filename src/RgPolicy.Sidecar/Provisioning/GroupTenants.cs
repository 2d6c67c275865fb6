using RgPolicy.Host.Facts;
using RgPolicy.Host.Kernel;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Provisioning;

/// <summary>
/// The processes in a cgroup and in the groups below it. A user who may write the members of a cgroup (v2) may move
/// every process below it, of any user: so only a group with no processes but those of the server's user is handed
/// over.
/// </summary>
internal static class GroupTenants
{
    // Deeper than any service manager builds; what cannot be looked through is not handed over.
    private const int Deepest = 32;

    // A thread that ends between the list and its look is gone at the next list.
    private const int Looks = 3;

    /// <summary>The first that is not wholly this user's, in words, or null when all are.</summary>
    internal static string? FindStranger(FileRoot root, CgroupHierarchy hierarchy, uint user) =>
        Find(
            MachineTree.Of(root),
            root,
            hierarchy.Directory,
            hierarchy.Version == 1 ? "tasks" : "cgroup.threads",
            user,
            Deepest
        );

    private static string? Find(IKernelTree tree, FileRoot root, string directory, string file, uint user, int depth)
    {
        if (FindIn(tree, root, directory, file, user) is { } stranger)
            return stranger;

        var error = tree.List(directory, out var children);
        if (error != 0 || (depth == 0 && children.Length > 0))
        {
            return error == KernelError.NoEntry && depth < Deepest
                ? null
                : $"the groups below {directory} cannot be looked through";
        }

        foreach (var child in children)
        {
            if (Find(tree, root, Path.Join(directory, child), file, user, depth - 1) is { } below)
                return below;
        }

        return null;
    }

    private static string? FindIn(IKernelTree tree, FileRoot root, string directory, string file, uint user)
    {
        var unseen = string.Empty;
        for (var look = 0; look < Looks; look++)
        {
            var error = tree.Read(Path.Join(directory, file), out var text);
            if (error is KernelError.NoEntry or KernelError.NoDevice)
                return null;

            if (error != 0)
                return $"the members of {directory} cannot be read";

            (var stranger, unseen) = Judge(root, directory, text, user);
            if (stranger is not null || unseen.Length == 0)
                return stranger;
        }

        return $"process {unseen} in {directory} cannot be looked at";
    }

    // The second is a member that has no entry in /proc: it has just ended, or is hidden from here.
    private static (string? Stranger, string Unseen) Judge(FileRoot root, string directory, string members, uint user)
    {
        var unseen = string.Empty;
        foreach (var member in members.Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            if (!int.TryParse(member, NumberStyles.None, CultureInfo.InvariantCulture, out var id) || id == 0)
                return ($"a process of another pid namespace is in {directory}", string.Empty);

            if (ProcessUser.Read(root, id) == (int)user || IsOwn(root, id))
                continue;

            if (Describe(root, id) is { } stranger)
                return ($"{stranger} is in {directory}", string.Empty);

            unseen = member;
        }

        return (null, unseen);
    }

    // This run itself, which may have been started in the server's container: it is gone in a moment.
    private static bool IsOwn(FileRoot root, int id) =>
        Field(Status(root, id), "Tgid:").Trim() == Environment.ProcessId.ToString(CultureInfo.InvariantCulture);

    private static string? Describe(FileRoot root, int id)
    {
        var lines = Status(root, id);
        var users = Field(lines, "Uid:")
            .Split('\t', StringSplitOptions.RemoveEmptyEntries)
            .Distinct(StringComparer.Ordinal)
            .ToArray();
        return users.Length == 0
            ? null
            : string.Create(
                CultureInfo.InvariantCulture,
                $"process {id} ({Field(lines, "Name:").Trim()}) of user {string.Join(" and ", users)}"
            );
    }

    private static string[] Status(FileRoot root, int id) =>
        root.ReadLines(string.Create(CultureInfo.InvariantCulture, $"/proc/{id}/status"));

    private static string Field(string[] lines, string name) =>
        lines.FirstOrDefault(l => l.StartsWith(name, StringComparison.Ordinal))?[name.Length..] ?? string.Empty;
}
