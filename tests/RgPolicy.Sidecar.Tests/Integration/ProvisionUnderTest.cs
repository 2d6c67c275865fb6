using System.Diagnostics;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Tests.Integration;

/// <summary>The provisioner as root runs it, with a directory and a limits file of its own; takes
/// everything back at the end.</summary>
internal sealed class ProvisionUnderTest : IDisposable
{
    internal const uint Nobody = 65534;
    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-provision-").FullName;

    internal ProvisionUnderTest(string limits)
    {
        Assert.Equal(0, Libc.ChangeMode(_directory, 0b111_101_101));
        SetLimits(limits);
    }

    /// <summary>What a guard is to be given.</summary>
    internal string[] GuardOptions => ["--limits", LimitsFile, "--provision-dir", State];

    /// <summary>Where it says what it handed over.</summary>
    internal string State => Path.Join(_directory, "state");

    /// <summary>What the last run said.</summary>
    internal string Said { get; private set; } = string.Empty;

    private string LimitsFile => Path.Join(_directory, "limits.json");

    /// <summary>Writes other limits.</summary>
    internal void SetLimits(string limits)
    {
        File.WriteAllText(LimitsFile, limits);
        Assert.Equal(0, Libc.ChangeMode(LimitsFile, 0b110_100_100));
    }

    /// <summary>Provisions for a server and returns the exit code.</summary>
    internal int Provision(FakeServer server) =>
        Run(
            "provision",
            "--postmaster",
            server.ProcessId.ToString(CultureInfo.InvariantCulture),
            "--limits",
            LimitsFile
        );

    /// <summary>Provisions for the server of a data directory and returns the exit code.</summary>
    internal int Provision(string dataDirectory) =>
        Run("provision", "--data-directory", dataDirectory, "--limits", LimitsFile);

    /// <summary>Takes everything back and returns the exit code.</summary>
    internal int Unprovision() => Run("unprovision");

    public void Dispose()
    {
        Assert.Equal(0, Unprovision());
        Directory.Delete(_directory, recursive: true);
    }

    private int Run(params string[] words)
    {
        var command = SidecarUnderTest.Command;
        var start = new ProcessStartInfo(command[0], [.. command.Skip(1), .. words, "--provision-dir", State])
        {
            UseShellExecute = false,
            RedirectStandardError = true,
        };
        using var process = Process.Start(start)!;
        Said = process.StandardError.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode;
    }
}
