using System.Diagnostics;

namespace RgPolicy.Testing;

/// <summary>A disk of 64 KiB that can be filled up and emptied; only where this user may mount.</summary>
internal sealed class SmallDisk : IDisposable
{
    private const int Full = 16;
    private readonly string _ballast;

    public SmallDisk()
    {
        Directory = System.IO.Directory.CreateTempSubdirectory("rgp-disk-").FullName;
        Assert.True(Run("mount", "-t", "tmpfs", "-o", "size=64k,mode=755", "rgp-test", Directory));
        _ballast = Path.Combine(Directory, "ballast");
    }

    /// <summary>Why it cannot be had, or null.</summary>
    public static string? ReasonToSkip { get; } = FindReason();

    public string Directory { get; }

    /// <summary>Not a byte more fits, until <see cref="Empty"/>.</summary>
    public void Fill()
    {
        using var file = new FileStream(_ballast, FileMode.Create, FileAccess.Write, FileShare.None, bufferSize: 0);
        var page = new byte[4096];
        try
        {
            for (var count = 0; count <= Full; count++)
                file.Write(page);
        }
        catch (IOException)
        {
            return;
        }

        Assert.Fail("the disk takes more than its size");
    }

    public void Empty() => File.Delete(_ballast);

    public void Dispose()
    {
        Run("umount", "-l", Directory);
        System.IO.Directory.Delete(Directory);
    }

    private static string? FindReason()
    {
        if (!OperatingSystem.IsLinux() || !Environment.IsPrivilegedProcess)
            return "needs root on Linux: run the tests with sudo";

        var place = System.IO.Directory.CreateTempSubdirectory("rgp-disk-").FullName;
        try
        {
            return Run("mount", "-t", "tmpfs", "-o", "size=64k", "rgp-test", place) && Run("umount", place)
                ? null
                : "a file system cannot be mounted here";
        }
        finally
        {
            System.IO.Directory.Delete(place);
        }
    }

    private static bool Run(string program, params string[] words)
    {
        try
        {
            using var process = Process.Start(
                new ProcessStartInfo(program, words)
                {
                    UseShellExecute = false,
                    RedirectStandardError = true,
                    RedirectStandardOutput = true,
                }
            )!;
            process.WaitForExit();
            return process.ExitCode == 0;
        }
        catch (System.ComponentModel.Win32Exception)
        {
            return false;
        }
    }
}
