using RgPolicy.Host.Kernel;
using RgPolicy.Sidecar.Options;
using RgPolicy.Sidecar.Servers;
using RgPolicy.Testing.Host;

namespace RgPolicy.Sidecar.Tests.Servers;

/// <summary>Why no main process is found: the true cause, whatever is in the way.</summary>
public sealed class PostmasterFinderTests : IDisposable
{
    private const string PidFile = "/data/postmaster.pid";
    private const string Status = "/proc/10/status";
    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-finder-").FullName;

    public PostmasterFinderTests()
    {
        Write("/proc/10/stat", "10 (postgres) S 1 10 10 0 -1 4194560 " + string.Join(' ', Enumerable.Repeat("1", 45)));
        Write(Status, "Name:\tpostgres\nUid:\t26\t26\t26\t26\n");
        Write(PidFile, "10\n/data\n");
    }

    [Theory]
    [InlineData(PidFile, KernelError.NoEntry, "/data/postmaster.pid is not there")]
    [InlineData(PidFile, KernelError.AccessDenied, "/data/postmaster.pid cannot be read: Permission denied")]
    [InlineData(PidFile, KernelError.NotPermitted, "/data/postmaster.pid cannot be read: Operation not permitted")]
    [InlineData("/proc/10/stat", KernelError.NoEntry, "does not run: /data/postmaster.pid names 10")]
    [InlineData(Status, KernelError.AccessDenied, "/proc/10/status cannot be read")]
    public void Find_WhatIsRefused_IsTheReason(string path, int error, string reason)
    {
        Assert.Null(Finder(new FaultyTree(_directory).Refuse(path, error)).Find(out var said));
        Assert.Contains(reason, said, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("", "names no process")]
    [InlineData("postgres\n", "names no process")]
    [InlineData("11\n", "does not run: /data/postmaster.pid names 11")]
    public void Find_WhatThePidFileSays_IsTheReason(string text, string reason)
    {
        Write(PidFile, text);

        Assert.Null(Finder(new FaultyTree(_directory)).Find(out var said));
        Assert.Contains(reason, said, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(26, true)]
    [InlineData(0, false)]
    public void Find_FirstProcess_IsTheServerOfAContainerUnlessItIsRoots(int user, bool isFound)
    {
        Write("/proc/1/stat", "1 (postgres) S 0 1 1 0 -1 4194560 " + string.Join(' ', Enumerable.Repeat("1", 45)));
        Write("/proc/1/status", $"Name:\tpostgres\nUid:\t{user}\t{user}\t{user}\t{user}\n");
        var finder = new PostmasterFinder(new FaultyTree(_directory).Root, new GuardOptions { Postmaster = 1 });

        Assert.Equal(isFound ? 1 : null, finder.Find(out var said)?.ProcessId);
        Assert.Equal(isFound ? "" : "process 1 is root's, so it is not the DBMS's main process", said);
    }

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    private static PostmasterFinder Finder(FaultyTree tree) =>
        new(tree.Root, new GuardOptions { DataDirectory = "/data" });

    private void Write(string path, string text)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(_directory + path)!);
        File.WriteAllText(_directory + path, text);
    }
}
