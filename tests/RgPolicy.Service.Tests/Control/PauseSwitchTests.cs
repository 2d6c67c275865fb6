using System.Diagnostics;
using RgPolicy.Host.Facts;
using RgPolicy.Service.Control;

namespace RgPolicy.Service.Tests.Control;

public sealed class PauseSwitchTests : IDisposable
{
    private static readonly DateTimeOffset Now = new(2026, 5, 4, 3, 2, 1, TimeSpan.Zero);
    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-pause-").FullName;

    private string File => Path.Combine(_directory, "state", "paused");

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    [Fact]
    public void TurnOn_Switch_IsSeenByAnotherOneAndNamesWho()
    {
        Assert.Null(new PauseSwitch(File).TurnOn("uid 0, process 7", Now));

        var restarted = new PauseSwitch(File);
        Assert.True(restarted.IsOn);
        Assert.Equal(new PauseRecord(Now, "uid 0, process 7"), restarted.Read());
    }

    [Fact]
    public void TurnOn_IsOnAlready_KeepsWhoWasFirst()
    {
        var pause = new PauseSwitch(File);
        pause.TurnOn("first", Now);
        pause.TurnOn("second", Now.AddDays(1));

        Assert.Equal("first", pause.Read()?.By);
    }

    [Fact]
    public void TurnOff_Paused_IsOff()
    {
        var pause = new PauseSwitch(File);
        pause.TurnOn("me", Now);

        Assert.Null(pause.TurnOff());
        Assert.False(pause.IsOn);
        Assert.Null(pause.Read());
        Assert.Null(pause.TurnOff());
    }

    [Fact]
    public void TurnOn_FileIsRemovedByHandAfterwards_IsOff()
    {
        var pause = new PauseSwitch(File);
        pause.TurnOn("me", Now);

        System.IO.File.Delete(File);

        Assert.False(pause.IsOn);
    }

    [Theory]
    [InlineData("")]
    [InlineData("{")]
    [InlineData("[1,2]")]
    [InlineData("null")]
    public void Read_FileMadeByHand_IsPausedByNobodyKnown(string content)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(File)!);
        System.IO.File.WriteAllText(File, content);

        var pause = new PauseSwitch(File);
        Assert.True(pause.IsOn);
        Assert.Equal(new PauseRecord(null, null), pause.Read());
    }

    [Fact]
    public void TurnOn_FileCannotBeWritten_HoldsAndSaysSo()
    {
        var blocked = Path.Combine(_directory, "file");
        System.IO.File.WriteAllText(blocked, "");
        var pause = new PauseSwitch(Path.Combine(blocked, "paused"));

        Assert.NotNull(pause.TurnOn("me", Now));
        Assert.True(pause.IsOn);
        Assert.Equal("me", pause.Read()?.By);
        Assert.Null(pause.TurnOff());
        Assert.False(pause.IsOn);
    }

    [Theory]
    [InlineData(true, null, null, "/var/lib/rgpolicy/paused")]
    [InlineData(false, "/state", "/home/me", "/state/rgpolicy/paused")]
    [InlineData(false, null, "/home/me", "/home/me/.local/state/rgpolicy/paused")]
    [InlineData(false, null, null, "/tmp/rgpolicy-me/paused")]
    public void DefaultPath_OfAUser_IsWhereItsStateIs(bool isRoot, string? state, string? home, string expected) =>
        Assert.Equal(expected, PauseSwitch.DefaultPath(isRoot, name => name == "XDG_STATE_HOME" ? state : home, "me"));

    [Fact]
    public void TurnOn_SomebodyElseMadeTheDirectoryWhereAllMayWrite_HoldsWithoutHim()
    {
        if (OperatingSystem.IsWindows())
            return;
        var shared = Directory.CreateDirectory(Path.Combine(_directory, "shared"));
        shared.UnixFileMode = (UnixFileMode)0x3ff;
        var file = Path.Combine(shared.CreateSubdirectory("rgpolicy-me").FullName, "paused");
        System.IO.File.WriteAllText(file, "{}");
        Process.Start("chown", ["-R", "54321", Path.GetDirectoryName(file)!]).WaitForExit();
        var owner = (int)FileOwner.Read(Path.GetDirectoryName(file)!)!.Value.User;
        var pause = new PauseSwitch(file, owner + 1);
        Assert.False(pause.IsOn);

        Assert.Contains("belongs to user", pause.TurnOn("me", Now), StringComparison.Ordinal);
        Assert.True(pause.IsOn);
        Assert.Null(pause.TurnOff());
        Assert.False(pause.IsOn);
        Assert.True(System.IO.File.Exists(file));
    }
}
