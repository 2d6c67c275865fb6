using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Guarding;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Options;

namespace RgPolicy.Sidecar;

/// <summary>
/// The verb <c>reset</c>: restores from the journal, while no sidecar works in that directory, and
/// removes our empty groups that no other running sidecar uses.
/// </summary>
internal static class Reset
{
    private const int Success = 0;
    private const int NotClean = 1;
    private const int CannotRun = 3;
    private static readonly TimeSpan LockPatience = TimeSpan.FromSeconds(1);

    internal static int Run(GuardOptions options, FileRoot root, SidecarLog log)
    {
        var directory = options.StateDirectory;
        var clean = true;
        if (Directory.Exists(directory))
        {
            if (StateDirectory.Ensure(directory, group: null) is { } problem)
            {
                log.Line(problem);
                return CannotRun;
            }

            if (StateDirectory.Lock(directory, LockPatience) < 0)
            {
                log.Line($"a sidecar works in {directory}; stop it, and it restores everything by itself");
                return CannotRun;
            }

            clean = Reconciler.Run(root, options, log);
        }

        var left = LeftOvers.Remove(root, log.Line);
        Console.Out.WriteLine(
            clean && left == 0
                ? "Nothing is governed: every process has what it had before."
                : "Not everything could be restored; the reasons are on standard error."
        );
        return clean && left == 0 ? Success : NotClean;
    }
}
