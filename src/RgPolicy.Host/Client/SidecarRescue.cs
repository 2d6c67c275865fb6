using RgPolicy.Host.Protocol;

namespace RgPolicy.Host.Client;

/// <summary>
/// What a client does when both halves of the sidecar are lost at once and no service manager restarts
/// them: as root, it runs the sidecar's own <c>reset</c>, which does nothing while a half that is still
/// alive holds the state directory.
/// </summary>
/// <param name="ExecutableDirectory">Where rgp-sidecar is.</param>
public sealed record SidecarRescue(string ExecutableDirectory)
{
    /// <summary>With the executable beside the calling program.</summary>
    public static SidecarRescue Default { get; } = new(AppContext.BaseDirectory);

    /// <summary>Restores; true when nothing is governed any more for certain.</summary>
    public async Task<bool> RunAsync(string stateDirectory)
    {
        // Without root a service manager has to restart the sidecar, which then restores.
        if (!Environment.IsPrivilegedProcess)
        {
            return false;
        }

        using var late = new CancellationTokenSource(SidecarDefaults.RequestTimeout);
        try
        {
            var (exitCode, _) = await SidecarLauncher
                .ResetAsync(ExecutableDirectory, stateDirectory, late.Token)
                .ConfigureAwait(false);
            return exitCode == 0;
        }
        catch (OperationCanceledException)
        {
            return false;
        }
    }
}
