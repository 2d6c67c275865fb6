using RgPolicy.Language.Targets;
using RgPolicy.Service.Policies;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Policies;

/// <summary>Every way in which a policy comes to be another one is seen.</summary>
public sealed class PolicyFileTests : IDisposable
{
    private static readonly string Other = LoopScene.PolicyText.Replace(
        "weight 100 ",
        "weight 200 ",
        StringComparison.Ordinal
    );

    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-policy-").FullName;
    private readonly ManualTime _time = new();

    private string PolicyPath => Path.Combine(_directory, "p.rgp");

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    [Fact]
    public void HasChanged_AnotherFileOfTheSameAgeAndLengthIsRenamedOver_IsSeen()
    {
        var file = Loaded();
        var next = Path.Combine(_directory, "next");
        File.WriteAllText(next, Other);
        File.SetLastWriteTimeUtc(next, File.GetLastWriteTimeUtc(PolicyPath));
        Assert.Equal(new FileInfo(PolicyPath).Length, new FileInfo(next).Length);
        File.Move(next, PolicyPath, overwrite: true);

        Assert.True(IsSeen(file));
    }

    [Fact]
    public void HasChanged_WhatALinkLeadsToIsWritten_IsSeen()
    {
        var target = Path.Combine(_directory, "real");
        File.WriteAllText(target, LoopScene.PolicyText);
        File.CreateSymbolicLink(PolicyPath, "real");
        var file = Loaded(write: false);
        File.WriteAllText(target, Other);

        Assert.True(IsSeen(file));
    }

    [Fact]
    public void HasChanged_DirectoryBehindALinkIsExchanged_IsSeen()
    {
        // As Kubernetes does with what it mounts.
        foreach (var (name, text) in new[] { ("1", LoopScene.PolicyText), ("2", Other) })
        {
            Directory.CreateDirectory(Path.Combine(_directory, name));
            File.WriteAllText(Path.Combine(_directory, name, "p.rgp"), text);
        }

        var data = Path.Combine(_directory, "data");
        Directory.CreateSymbolicLink(data, "1");
        File.CreateSymbolicLink(PolicyPath, Path.Combine("data", "p.rgp"));
        var file = Loaded(write: false);
        var first = file.Load().Program!.Revision;
        Directory.Delete(data);
        Directory.CreateSymbolicLink(data, "2");

        Assert.True(IsSeen(file));
        Assert.NotEqual(first, file.Load().Program!.Revision, StringComparer.Ordinal);
    }

    [Fact]
    public void HasChanged_OnlyTouched_IsNot()
    {
        var file = Loaded();
        File.SetLastWriteTimeUtc(PolicyPath, DateTime.UnixEpoch);

        Assert.False(IsSeen(file));
    }

    [Fact]
    public void HasChanged_RemovedAndBack_IsSeenBothTimes()
    {
        var file = Loaded();
        File.Move(PolicyPath, PolicyPath + ".away");
        Assert.True(IsSeen(file));
        Assert.Contains("no such file", file.Load().FirstError, StringComparison.Ordinal);
        Assert.False(IsSeen(file));

        File.Move(PolicyPath + ".away", PolicyPath);
        Assert.True(IsSeen(file));
        Assert.NotNull(file.Load().Program);
    }

    [Fact]
    public void HasChanged_EveryUserMayWriteIt_IsRefusedUntilItIsRepaired()
    {
        if (OperatingSystem.IsWindows())
            return;

        var file = Loaded(isGuarded: true);
        File.SetUnixFileMode(PolicyPath, File.GetUnixFileMode(PolicyPath) | UnixFileMode.OtherWrite);
        Assert.True(IsSeen(file));
        Assert.Contains($"chmod o-w {PolicyPath}", file.Load().FirstError, StringComparison.Ordinal);

        File.SetUnixFileMode(PolicyPath, File.GetUnixFileMode(PolicyPath) & ~UnixFileMode.OtherWrite);
        Assert.True(IsSeen(file));
        Assert.NotNull(file.Load().Program);
    }

    [Fact]
    public void HasChanged_PipeTakesItsPlaceAndTheFileComesBack_IsSeenBothTimesAndBlocksNothing()
    {
        if (OperatingSystem.IsWindows())
            return;

        var file = Loaded();
        File.Move(PolicyPath, PolicyPath + ".away");
        using (var making = System.Diagnostics.Process.Start("mkfifo", PolicyPath))
        {
            making.WaitForExit();
        }

        Assert.True(IsSeen(file));
        Assert.Contains("not an ordinary file", file.Load().FirstError, StringComparison.Ordinal);
        Assert.False(IsSeen(file));

        File.Move(PolicyPath + ".away", PolicyPath, overwrite: true);
        Assert.True(IsSeen(file));
        Assert.NotNull(file.Load().Program);
    }

    [Fact]
    public void Load_EndlessDevice_IsRefused()
    {
        if (OperatingSystem.IsLinux())
        {
            File.CreateSymbolicLink(PolicyPath, "/dev/zero");
            Assert.Contains(
                "not an ordinary file",
                FileOf(isGuarded: false).Load().FirstError,
                StringComparison.Ordinal
            );
        }
    }

    [Fact]
    public void Load_ByALink_CountsWhatItLeadsTo()
    {
        if (OperatingSystem.IsWindows())
            return;

        var open = Directory.CreateDirectory(Path.Combine(_directory, "open")).FullName;
        var target = Path.Combine(open, "real");
        File.WriteAllText(target, LoopScene.PolicyText);
        File.CreateSymbolicLink(PolicyPath, target);
        Assert.NotNull(FileOf(isGuarded: true).Load().Program);

        File.SetUnixFileMode(open, File.GetUnixFileMode(open) | UnixFileMode.OtherWrite);
        Assert.Contains($"chmod o-w {open}", FileOf(isGuarded: true).Load().FirstError, StringComparison.Ordinal);
        File.SetUnixFileMode(open, File.GetUnixFileMode(open) & ~UnixFileMode.OtherWrite);
        File.SetUnixFileMode(target, File.GetUnixFileMode(target) | UnixFileMode.OtherWrite);
        Assert.Contains("every user may write", FileOf(isGuarded: true).Load().FirstError, StringComparison.Ordinal);
    }

    private PolicyFile Loaded(bool write = true, bool isGuarded = false)
    {
        if (write)
            File.WriteAllText(PolicyPath, LoopScene.PolicyText);

        var file = FileOf(isGuarded);
        Assert.NotNull(file.Load().Program);
        Assert.False(IsSeen(file));
        return file;
    }

    // However busy the machine is, a look is waited for.
    private PolicyFile FileOf(bool isGuarded) =>
        new(PolicyPath, TargetProfile.Generic, _time, isGuarded) { LookPatience = TimeSpan.FromMinutes(1) };

    private bool IsSeen(PolicyFile file)
    {
        _time.Advance(TimeSpan.FromSeconds(1));
        return file.HasChanged();
    }
}
