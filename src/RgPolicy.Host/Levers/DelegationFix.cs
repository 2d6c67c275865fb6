namespace RgPolicy.Host.Levers;

/// <summary>What lets pools' groups be made below the DBMS's own: a drop-in for its unit.</summary>
public static class DelegationFix
{
    private const string Unit = ".service";

    /// <summary>The commands, for the unit that a cgroup path is of; in words where it is of none.</summary>
    /// <param name="path">As /proc/PID/cgroup writes it, such as <c>/system.slice/postgresql.service</c>.</param>
    public static string For(string path)
    {
        ArgumentNullException.ThrowIfNull(path);
        var unit = Array.FindLast(
            path.Split('/'),
            part => part.EndsWith(Unit, StringComparison.Ordinal) && part.Length > Unit.Length
        );
        return unit is null
            ? "# start the DBMS as a systemd unit with Delegate=cpu cpuset, or enable the controller for its group: "
                + "echo +cpu >PARENT/cgroup.subtree_control"
            : $"sudo mkdir -p /etc/systemd/system/{unit}.d && printf '[Service]\\nDelegate=cpu cpuset\\n' | "
                + $"sudo tee /etc/systemd/system/{unit}.d/rgpolicy.conf && sudo systemctl daemon-reload"
                + $"  # in force once the server has been restarted: sudo systemctl restart {unit}";
    }
}
