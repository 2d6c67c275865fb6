using System.Diagnostics;

namespace RgPolicy.Sidecar.Tests.Vm;

/// <summary>The real program under a real kernel with cgroup v2 and resctrl.</summary>
public sealed class VmTests
{
    [VmFact]
    public Task Scenario_InTheTestMachine_EveryStepHolds() =>
        RunAsync(Path.Join("Vm", "run-scenario.sh"), NativeSidecar.ReasonToSkip is null ? ["--native"] : []);

    [VmFact]
    public async Task Conformance_OnTheKernelOfTheTestMachine_TheListAndCasesByChanceAreAsExpected()
    {
        var output = await RunAsync("run-in-machine.sh", "all", "20261121", "40");

        Assert.Equal(2, output.Split('\n').Count(line => line.EndsWith(" 0 differences", StringComparison.Ordinal)));
    }

    private static async Task<string> RunAsync(string script, params string[] words)
    {
        var start = new ProcessStartInfo("sh");
        start.ArgumentList.Add(Path.Join(AppContext.BaseDirectory, script));
        start.ArgumentList.Add(VmFactAttribute.MachineDirectory!);
        start.ArgumentList.Add(AppContext.BaseDirectory.TrimEnd('/'));
        // The runtime itself: what is first in the path may be a wrapper that the test machine cannot run.
        start.Environment["RGPOLICY_DOTNET"] = Environment.ProcessPath;
        foreach (var word in words)
            start.ArgumentList.Add(word);

        var (exitCode, output) = await VmRun.RunAsync(start);

        Assert.True(exitCode == 0, $"exit code {exitCode}\n{output}");
        return output;
    }
}
