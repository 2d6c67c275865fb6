namespace RgPolicy.Sidecar.Tests.Vm;

/// <summary>What is expected of the kernel, asked of a real one; a machine of its own, beside that of the scenario.</summary>
public sealed class VmConformanceTests
{
    [VmFact]
    public async Task Conformance_OnTheKernelOfTheTestMachine_TheListAndCasesByChanceAreAsExpected()
    {
        var output = await VmScript.RunAsync("run-in-machine.sh", "all", "20261121", "40");

        Assert.Equal(2, output.Split('\n').Count(line => line.EndsWith(" 0 differences", StringComparison.Ordinal)));
    }
}
