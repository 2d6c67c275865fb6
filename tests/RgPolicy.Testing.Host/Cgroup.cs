namespace RgPolicy.Testing.Host;

/// <summary>A group of the cgroup v2 double (kernel documentation, admin-guide/cgroup-v2).</summary>
/// <param name="name">Its name; empty for the root.</param>
/// <param name="parent">Its parent; null for the root.</param>
/// <param name="owner">Whose directory and files it is.</param>
internal sealed class Cgroup(string name, Cgroup? parent, uint owner)
{
    private static readonly string[] All = ["cpuset", "cpu", "io", "memory", "pids"];
    private static readonly string[] Threadable = ["cpuset", "cpu", "pids"];

    internal string Name { get; } = name;

    internal Cgroup? Parent { get; } = parent;

    internal uint Owner { get; } = owner;

    /// <summary>Whose each file is that was given away, by file name; the directory itself under the
    /// empty name.</summary>
    internal Dictionary<string, uint> FileOwners { get; } = new(StringComparer.Ordinal);

    /// <summary>Whether a user may write a file, or make groups (the empty name).</summary>
    internal bool MayWrite(uint user, string file) => user == 0 || user == FileOwners.GetValueOrDefault(file, Owner);

    internal SortedDictionary<string, Cgroup> Children { get; } = new(StringComparer.Ordinal);

    /// <summary>Whether <c>threaded</c> was written to its type.</summary>
    internal bool IsThreaded { get; set; }

    /// <summary>Controllers enabled for its children.</summary>
    internal HashSet<string> Subtree { get; } = new(StringComparer.Ordinal);

    /// <summary>Settings by file name, where they are not the default.</summary>
    internal Dictionary<string, string> Values { get; } = new(StringComparer.Ordinal);

    /// <summary>How many tasks are in it.</summary>
    internal int TaskCount { get; set; }

    /// <summary>Its path as <c>/proc/PID/cgroup</c> writes it.</summary>
    internal string Path => Parent is null ? "/" : (Parent.Parent is null ? string.Empty : Parent.Path) + "/" + Name;

    /// <summary>The controllers that it may enable, in the kernel's order; a threaded group sees only
    /// those for threads.</summary>
    internal IEnumerable<string> Controllers =>
        All.Where(c =>
            (Parent is null || Parent.Subtree.Contains(c))
            && (!IsThreaded || Threadable.Contains(c, StringComparer.Ordinal))
        );

    internal IEnumerable<string> SubtreeInOrder => All.Where(Subtree.Contains);

    internal static bool IsForThreads(string controller) => Threadable.Contains(controller, StringComparer.Ordinal);

    /// <summary>Whether it is the root of a threaded subtree.</summary>
    internal bool IsThreadRoot =>
        Parent is not null
        && !IsThreaded
        && (Children.Values.Any(c => c.IsThreaded) || (TaskCount > 0 && Subtree.Any(IsForThreads)));

    /// <summary>Whether it may hold processes as a domain.</summary>
    internal bool IsValidDomain
    {
        get
        {
            for (var above = Parent; above is not null; above = above.Parent)
            {
                if (above.IsThreaded || above.IsThreadRoot)
                    return false;
            }

            return !IsThreaded;
        }
    }

    /// <summary>Whether its children may become threaded.</summary>
    internal bool CanBeThreadRoot =>
        Parent is null
        || (IsValidDomain && Subtree.All(IsForThreads) && !Children.Values.Any(c => !c.IsThreaded && c.IsPopulated));

    internal bool IsPopulated => TaskCount > 0 || Children.Values.Any(c => c.IsPopulated);

    /// <summary>The domain that its resources belong to.</summary>
    internal Cgroup Domain => IsThreaded && Parent is not null ? Parent.Domain : this;

    internal string Kind =>
        IsThreaded ? "threaded"
        : !IsValidDomain ? "domain invalid"
        : IsThreadRoot ? "domain threaded"
        : "domain";
}
