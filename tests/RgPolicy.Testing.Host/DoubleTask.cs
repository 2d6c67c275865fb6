namespace RgPolicy.Testing.Host;

/// <summary>A task of a double.</summary>
/// <param name="id">Its number.</param>
/// <param name="process">Its process's number.</param>
/// <param name="user">Its user.</param>
internal sealed class DoubleTask(int id, int process, uint user)
{
    internal int Id { get; } = id;

    internal int Process { get; } = process;

    internal uint User { get; } = user;

    /// <summary>Its PID namespace, by the number of the first task in it; 0 for the host's own.</summary>
    internal int Space { get; init; }

    /// <summary>Its number in that namespace.</summary>
    internal int Inner { get; init; } = id;

    /// <summary>Its resctrl control group; null for the default one.</summary>
    internal ResctrlGroup? Control { get; set; }

    /// <summary>Its resctrl monitoring group in that, or null.</summary>
    internal ResctrlGroup? Monitor { get; set; }

    /// <summary>Its cgroup.</summary>
    internal Cgroup? Cgroup { get; set; }
}
