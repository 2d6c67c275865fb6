using System.ComponentModel;
using System.Diagnostics;
using RgPolicy.Host.Protocol;

namespace RgPolicy.Host.Client;

/// <summary>
/// Finds and starts the sidecar's executable beside the calling program. This never writes to the kernel: the started
/// program does.
/// </summary>
internal static class SidecarLauncher
{
    private const string Name = "rgp-sidecar";

    /// <summary>
    /// The command that starts the sidecar, or another program of ours, by the directory that holds it, or null when it
    /// is not there: the executable itself, or the host and the library to give it.
    /// </summary>
    public static IReadOnlyList<string>? FindCommand(string directory, string name = Name)
    {
        var executable = Path.Join(directory, name);
        if (File.Exists(executable))
            return [executable];

        var library = executable + ".dll";
        return File.Exists(library) ? ["dotnet", library] : null;
    }

    /// <summary>Restores what a sidecar that is gone left behind; does nothing while one runs.</summary>
    /// <returns>Its exit code (0 all restored) and what it said; 3 when it cannot be started.</returns>
    public static Task<(int ExitCode, string Output)> ResetAsync(
        string directory,
        string stateDirectory,
        CancellationToken cancellationToken
    ) => RunAsync(directory, ["reset", "--state-dir", stateDirectory], cancellationToken);

    /// <summary>Measures, with two busy loops for some seconds, which levers have an effect on this host.</summary>
    /// <param name="directory">The directory that holds the sidecar.</param>
    /// <param name="server">The DBMS's main process, in whose cgroup it is tried; null for the caller's.</param>
    /// <param name="cancellationToken">Stops waiting.</param>
    /// <returns>Its exit code (0 measured) and lines of lever, word and text with tabs between them.</returns>
    public static Task<(int ExitCode, string Output)> MeasureAsync(
        string directory,
        int? server,
        CancellationToken cancellationToken
    ) =>
        RunAsync(
            directory,
            server is { } id
                ? ["measure", "--postmaster", id.ToString(System.Globalization.CultureInfo.InvariantCulture)]
                : ["measure"],
            cancellationToken
        );

    /// <summary>Starts a guard with these options; it goes on when this process ends.</summary>
    /// <returns>The process, or null when it cannot be started.</returns>
    public static Process? StartGuard(string directory, IReadOnlyList<string> options) =>
        Start(directory, ["guard", .. options], redirect: false);

    private static async Task<(int ExitCode, string Output)> RunAsync(
        string directory,
        IReadOnlyList<string> arguments,
        CancellationToken cancellationToken
    )
    {
        using var process = Start(directory, arguments, redirect: true);
        if (process is null)
            return (3, $"{Name} is not in {directory}, or cannot be started.");

        var output = process.StandardOutput.ReadToEndAsync(cancellationToken);
        var errors = process.StandardError.ReadToEndAsync(cancellationToken);
        await process.WaitForExitAsync(cancellationToken).ConfigureAwait(false);
        return (process.ExitCode, await output.ConfigureAwait(false) + await errors.ConfigureAwait(false));
    }

    private static Process? Start(string directory, IReadOnlyList<string> arguments, bool redirect)
    {
        if (FindCommand(directory) is not { } command)
            return null;

        var start = new ProcessStartInfo(command[0])
        {
            RedirectStandardOutput = redirect,
            RedirectStandardError = redirect,
        };
        foreach (var argument in command.Skip(1).Concat(arguments))
            start.ArgumentList.Add(argument);

        try
        {
            return Process.Start(start);
        }
        catch (Win32Exception)
        {
            return null;
        }
    }
}

/// <summary>
/// What a client does when both halves of the sidecar are lost at once and no service manager restarts
/// them: as root, it runs the sidecar's own <c>reset</c>, which does nothing while a half that is still
/// alive holds the state directory.
/// </summary>
/// <param name="ExecutableDirectory">Where rgp-sidecar is.</param>
internal sealed record SidecarRescue(string ExecutableDirectory)
{
    /// <summary>With the executable beside the calling program.</summary>
    public static SidecarRescue Default { get; } = new(AppContext.BaseDirectory);

    /// <summary>Restores; true when nothing is governed any more for certain.</summary>
    public async Task<bool> RunAsync(string stateDirectory)
    {
        // Without root a service manager has to restart the sidecar, which then restores.
        if (!Environment.IsPrivilegedProcess)
            return false;

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
