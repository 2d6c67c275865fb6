using System.Diagnostics;
using RgPolicy.Sidecar.Tests.Integration;

namespace RgPolicy.Sidecar.Tests.Vm;

/// <summary>What is tried inside the test machine, step by step; prints each step and ends with 0 when
/// all held.</summary>
internal static class VmScenario
{
    // Minutes in the emulator: only when it is asked for by its name.
    private const string FloorStep = "floor: a pool gets its share of all that compute beside it, v2";

    internal static async Task<int> RunAsync(string[] words)
    {
        (string Name, Func<VmSession, Task> Step)[] steps =
        [
            ("v2, delegated group: threaded child, read back, given back", VmSteps.ThreadedChildAsync),
            ("v2, root: plain child, given back", VmSteps.RootChildAsync),
            (FloorStep, VmFloorSteps.FloorAsync),
            ("v2, no cpu controller: said so, the other levers work", VmSteps.WithoutControllerAsync),
            ("resctrl: masks and bandwidth read back, original group given back", VmChangeSteps.MasksAsync),
            (
                "resctrl: pools with one class of service share a group, with other ways in each domain",
                VmChangeSteps.SharedClassAsync
            ),
            ("resctrl: a part of a pool has ways of its own and its pool's cpu group", VmChangeSteps.PartsAsync),
            ("resctrl: no class of service left: said so, CPU weight works", VmChangeSteps.NoClassLeftAsync),
            ("resctrl: another manager's change and a processor's return are fixed", VmChangeSteps.DriftAsync),
            (
                "resctrl: CPUs that have masks themselves, for a server whose threads nobody knows",
                VmChangeSteps.CpusAsync
            ),
            ("resctrl: unmounted and mounted again while governed", VmDriftSteps.RemountAsync),
            ("the server is started anew, in a cgroup of its own, while governed", VmDriftSteps.ServerRestartAsync),
            ("I/O priority under bfq", VmSteps.IoPriorityAsync),
            ("v2, systemd's control processes find their place beside pools", VmProvisionSteps.ControlProcessAsync),
            (
                "as the server's user without capabilities: masks, weights, limits, a foreign group; all taken back",
                VmProvisionSteps.WithoutRightsAsync
            ),
            ("all three gone: what operators type by hand gives everything back", VmSteps.ByHandAsync),
            ("kill -9 of mover, of both halves", VmSteps.KillsAsync),
        ];
        var failed = 0;
        await using var session = await VmSession.StartAsync();
        foreach (
            var (name, step) in steps.Where(s =>
                words.All(w => s.Name.Contains(w, StringComparison.Ordinal))
                && (words.Length > 0 || s.Name != FloorStep)
            )
        )
            failed += await TryAsync(session, name, step) ? 0 : 1;

        Console.WriteLine(failed == 0 ? "all steps held" : $"{failed} steps failed");
        return failed == 0 ? 0 : 1;
    }

    private static async Task<bool> TryAsync(VmSession session, string name, Func<VmSession, Task> step)
    {
        var started = Stopwatch.GetTimestamp();
        try
        {
            await step(session);
            Console.WriteLine($"ok   {name} ({Stopwatch.GetElapsedTime(started).TotalSeconds:F1} s)");
            return true;
        }
        catch (Exception e)
        {
            Console.WriteLine($"FAIL {name}: {e}\n{SidecarUnderTest.LastSaid}");
            return false;
        }
    }
}
