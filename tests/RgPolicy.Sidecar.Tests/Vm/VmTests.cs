using System.Diagnostics;

namespace RgPolicy.Sidecar.Tests.Vm;

/// <summary>The real program under a real kernel with cgroup v2 and resctrl.</summary>
public sealed class VmTests
{
    [VmFact]
    public async Task Scenario_InTheTestMachine_EveryStepHolds()
    {
        var script = Path.Join(AppContext.BaseDirectory, "Vm", "run-scenario.sh");
        var start = new ProcessStartInfo("sh")
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.ArgumentList.Add(script);
        start.ArgumentList.Add(VmFactAttribute.MachineDirectory!);
        start.ArgumentList.Add(AppContext.BaseDirectory.TrimEnd('/'));
        using var machine = Process.Start(start)!;
        var output = machine.StandardOutput.ReadToEndAsync();
        var errors = machine.StandardError.ReadToEndAsync();
        await machine.WaitForExitAsync();

        Assert.True(machine.ExitCode == 0, $"exit code {machine.ExitCode}\n{await output}\n{await errors}");
    }
}
