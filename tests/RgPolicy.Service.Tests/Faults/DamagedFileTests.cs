using FsCheck;
using FsCheck.Fluent;
using RgPolicy.Service.Audit;
using RgPolicy.Service.Control;
using RgPolicy.Service.Logging;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Faults;

/// <summary>Files of RgPolicy's own that somebody or something has damaged: it begins all the same,
/// once and for all, and says so.</summary>
public sealed class DamagedFileTests : IDisposable
{
    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-damage-").FullName;
    private readonly LoopScene _scene = new();

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    [Fact]
    public void Audit_AnyDamage_TheTrailGoesOnBehindOneGapHoweverOftenItIsOpened()
    {
        var cases =
            from seed in Gen.Choose(0, int.MaxValue - 1)
            from kind in Gen.Choose(0, 4)
            from file in Gen.Choose(0, 3)
            select (seed, kind, file);
        Prop.ForAll(Arb.From(cases), each => GoesOn(each.seed, each.kind, each.file)).QuickCheckThrowOnFailure();
    }

    [Fact]
    public void Audit_EndOfTheLastLineIsMissing_TheNextOneIsNotGluedToIt()
    {
        var path = Path.Combine(_directory, "audit.jsonl");
        Append(path, 3);
        File.WriteAllBytes(path, File.ReadAllBytes(path)[..^1]);
        Append(path, 2);

        Assert.Null(AuditVerifier.Verify(path).Problem);
        Assert.Equal(5, AuditVerifier.Verify(path).Last);
    }

    [Fact]
    public void Audit_FileIsTakenAway_TheChainGoesOnInANewOne()
    {
        var path = Path.Combine(_directory, "audit.jsonl");
        using var trail = AuditTrail.Open(path, _scene.Time, _scene);
        trail.Add(Entry);
        File.Move(path, path + ".1");
        trail.Add(Entry);

        Assert.Null(AuditVerifier.Verify(path).Problem);
        Assert.Equal(2, AuditVerifier.Verify(path).Entries);
    }

    [Theory]
    [InlineData("")]
    [InlineData("\0\0\0\0")]
    [InlineData("{\"since\":\"never\",\"by\":7}")]
    [InlineData("[[[[")]
    public void Pause_AnyContent_IsAPause(string content)
    {
        var path = Path.Combine(_directory, "main.paused");
        File.WriteAllText(path, content);
        var pause = new PauseSwitch(path);

        Assert.True(pause.IsOn);
        Assert.NotNull(pause.Read());
        Assert.Null(pause.TurnOff());
        Assert.False(pause.IsOn);
    }

    [Theory]
    [InlineData("half a li", "half a li\n")]
    [InlineData("\0\0", "\0\0\n")]
    [InlineData("whole\n", "whole\n")]
    public void Log_AnyContent_IsAppendedTo(string content, string expected)
    {
        var file = Path.Combine(_directory, "rgp.log");
        File.WriteAllText(file, content);
        using (
            var logs = LogSetup.ForService(
                new LogSettings { File = file },
                TextWriter.Null,
                isJournal: false,
                windows: null,
                new LogHealth()
            )
        )
        {
            logs.CreateLogger("main").Ended(7);
        }

        Assert.StartsWith(expected, File.ReadAllText(file), StringComparison.Ordinal);
        Assert.EndsWith(
            "Ended after 7 turns; everything is let go.\n",
            File.ReadAllText(file),
            StringComparison.Ordinal
        );
    }

    private static AuditEntry Entry => new(AuditEvent.Move, "the loop", "abc") { Before = "a", After = "b" };

    private bool GoesOn(int seed, int kind, int file)
    {
        var directory = Directory.CreateDirectory(Path.Combine(_directory, Guid.NewGuid().ToString("N"))).FullName;
        var path = Path.Combine(directory, "audit.jsonl");
        Append(path, 20);
        var files = Directory.GetFiles(directory).Order(StringComparer.Ordinal).ToArray();
        Damage(files[file % files.Length], new Random(seed), kind);
        Append(path, 3);
        var after = Directory.GetFiles(directory).Length;
        var last = AuditReader.Last(path, 1)[0].GetProperty("number").GetInt64();
        Append(path, 1);
        Append(path, 1);

        // Nothing is set aside a second time, and the numbers go on.
        return Directory.GetFiles(directory).Length <= after + 1
            && AuditReader.Last(path, 1)[0].GetProperty("number").GetInt64() == last + 2;
    }

    private static void Damage(string file, Random random, int kind)
    {
        var bytes = File.ReadAllBytes(file);
        var place = random.Next(bytes.Length);
        switch (kind)
        {
            case 0:
                bytes[place] ^= (byte)random.Next(1, 256);
                break;
            case 1:
                bytes = bytes[..place];
                break;
            case 2:
                bytes = [.. bytes[..place], .. bytes[(place + random.Next(bytes.Length - place))..]];
                break;
            case 3:
                Array.Clear(bytes);
                break;
            default:
                bytes = Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat("no trail any more ", 20)));
                break;
        }

        File.WriteAllBytes(file, bytes);
    }

    private void Append(string path, int entries)
    {
        using var trail = AuditTrail.Open(path, _scene.Time, _scene, fullAt: 2000);
        for (; entries > 0; entries--)
            trail.Add(Entry);
    }
}
