using System.Diagnostics;

namespace RgPolicy.Sidecar.Tests.Vm;

/// <summary>A script beside the test assembly that runs a program in the test machine.</summary>
internal static class VmScript
{
    /// <summary>Runs it with words of its own; it must end well. What it said.</summary>
    internal static async Task<string> RunAsync(string script, params string[] words)
    {
        var start = new ProcessStartInfo("sh");
        start.ArgumentList.Add(Path.Join(AppContext.BaseDirectory, script));
        start.ArgumentList.Add(VmFactAttribute.MachineDirectory!);
        start.ArgumentList.Add(AppContext.BaseDirectory.TrimEnd('/'));
        // The runtime itself: what is first in the path may be a wrapper that the test machine cannot run.
        start.Environment["RGPOLICY_DOTNET"] = Environment.ProcessPath;
        foreach (var word in words)
        {
            start.ArgumentList.Add(word);
        }

        var (exitCode, output) = await VmRun.RunAsync(start);

        Assert.True(exitCode == 0, $"exit code {exitCode}\n{output}");
        return output;
    }
}
