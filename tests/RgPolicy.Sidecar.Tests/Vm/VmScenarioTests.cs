namespace RgPolicy.Sidecar.Tests.Vm;

/// <summary>The real program under a real kernel with cgroup v2 and resctrl.</summary>
public sealed class VmScenarioTests
{
    [VmFact]
    public Task Scenario_InTheTestMachine_EveryStepHolds() =>
        VmScript.RunAsync(Path.Join("Vm", "run-scenario.sh"), NativeSidecar.ReasonToSkip is null ? ["--native"] : []);
}
