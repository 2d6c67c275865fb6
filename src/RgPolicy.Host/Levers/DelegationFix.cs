using RgPolicy.Host.Facts;

namespace RgPolicy.Host.Levers;

/// <summary>What lets pools' groups be made below the DBMS's own: a drop-in for its unit.</summary>
internal static class DelegationFix
{
    private const string DropIn =
        @"[Service]\nDelegate=cpu cpuset\n"
        + @"ExecStartPre=+-/bin/systemctl --no-block try-reload-or-restart rgpolicy-provision.service\n";

    /// <summary>The commands for a unit; in words where there is none.</summary>
    public static string For(ServerUnit? unit) =>
        unit switch
        {
            null => "# start the DBMS as a unit of the system's service manager with Delegate=cpu cpuset "
                + "(docs/reference/sidecar.md has the drop-in)",
            { HasDropIn: true } => Enable(unit),
            _ => $"sudo mkdir -p /etc/systemd/system/{unit.Name}.d && printf '{DropIn}' | "
                + $"sudo tee /etc/systemd/system/{unit.Name}.d/rgpolicy.conf\n"
                + Enable(unit),
        };

    // A property that is set has the service manager enable the controllers of a unit that runs; the server's next start
    // does it too.
    private static string Enable(ServerUnit unit) =>
        $"sudo systemctl daemon-reload && sudo systemctl set-property --runtime {unit.Name} CPUAccounting=yes && "
        + "sudo systemctl try-reload-or-restart rgpolicy-provision  # or restart the server";
}
