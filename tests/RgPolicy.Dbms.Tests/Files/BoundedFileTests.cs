using System.Diagnostics;
using RgPolicy.Dbms.Files;

namespace RgPolicy.Dbms.Tests.Files;

public sealed class BoundedFileTests : IDisposable
{
    private const int Most = 1000;

    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-bounded-").FullName;

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(Most - 1)]
    [InlineData(Most)]
    public void Read_FileWithinTheLimit_IsReadWhole(int length)
    {
        var bytes = Enumerable.Range(0, length).Select(each => (byte)each).ToArray();
        var path = In("a");
        File.WriteAllBytes(path, bytes);

        Assert.Equal(bytes, BoundedFile.Read(path, Most));
        Assert.Equal(bytes, BoundedFile.ReadBeginning(path, Most));
        using var stream = BoundedFile.Open(path);
        Assert.Equal(length, stream.Length);
    }

    [Fact]
    public void Read_FileAboveTheLimit_IsRefusedAfterOneByteMore()
    {
        var path = In("a");
        File.WriteAllBytes(path, new byte[5 * Most]);

        Assert.Contains("larger", Assert.Throws<IOException>(() => BoundedFile.Read(path, Most)).Message);
        Assert.Equal(Most + 1, BoundedFile.ReadBeginning(path, Most).Length);
    }

    [Fact]
    public void Read_SparseFileOfATerabyte_TakesNoMoreThanTheLimit()
    {
        var path = In("a");
        using (var file = File.Create(path))
            file.SetLength(1L << 40);

        Assert.Equal(Most + 1, BoundedFile.ReadBeginning(path, Most).Length);
    }

    [Theory]
    [InlineData("/dev/zero")]
    [InlineData("/dev/null")]
    [InlineData("/dev/urandom")]
    [InlineData("fifo")]
    [InlineData("link to a fifo")]
    public void Read_NoOrdinaryFile_IsRefusedAtOnce(string kind)
    {
        if (!OperatingSystem.IsLinux())
            return;
        var path = Make(kind);
        var clock = Stopwatch.StartNew();

        foreach (
            var read in (Action[])
                [
                    () => BoundedFile.Read(path, Most),
                    () => BoundedFile.ReadBeginning(path, Most),
                    () => BoundedFile.ReadNow(path, Most),
                    () => BoundedFile.Open(path).Dispose(),
                ]
        )
            Assert.Contains("not an ordinary file", Assert.Throws<IOException>(read).Message);
        Assert.True(clock.Elapsed < BoundedFile.Patience);
    }

    [Fact]
    public void Read_ProcFile_IsReadThoughItsLengthIsZero()
    {
        if (OperatingSystem.IsLinux())
            Assert.NotEmpty(BoundedFile.Read("/proc/self/status", 1 << 20));
    }

    [Fact]
    public void Read_WhatIsNotThere_ThrowsAsFilesDo()
    {
        Assert.Throws<FileNotFoundException>(() => BoundedFile.Read(In("a"), Most));
        Assert.Throws<DirectoryNotFoundException>(() => BoundedFile.Read(In("no/a"), Most));
        Assert.Throws<UnauthorizedAccessException>(() => BoundedFile.Read(_directory, Most));
    }

    private string In(string name) => Path.Combine(_directory, name);

    private string Make(string kind)
    {
        if (kind.StartsWith('/'))
            return kind;
        using (var making = Process.Start("mkfifo", In("fifo")))
            making.WaitForExit();
        if (kind == "fifo")
            return In("fifo");
        File.CreateSymbolicLink(In("link"), In("fifo"));
        return In("link");
    }
}
