using FsCheck;
using FsCheck.Fluent;
using RgPolicy.Service.Audit;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Audit;

public sealed class AuditTrailTests : IDisposable
{
    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-audit-").FullName;
    private readonly LoopScene _scene = new();

    private string Trail => Path.Combine(_directory, "log", "audit.jsonl");

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    [Fact]
    public void Add_OverSeveralStartsAndFiles_IsOneChain()
    {
        for (var start = 0; start < 3; start++)
        {
            using var trail = Open(fullAt: 2000);
            Fill(trail, 20);
        }

        var check = AuditVerifier.Verify(Trail);
        Assert.Null(check.Problem);
        Assert.Equal((60, 1, 60), (check.Entries, check.First, check.Last));
        Assert.True(Directory.GetFiles(Path.GetDirectoryName(Trail)!).Length > 3);
        Assert.All(
            Directory.GetFiles(Path.GetDirectoryName(Trail)!),
            file => Assert.True(new FileInfo(file).Length < 2000)
        );
    }

    [Fact]
    public void Last_Entries_AreTheNewestInTheirOrder()
    {
        using (var trail = Open(fullAt: 2000))
        {
            Fill(trail, 30);
        }

        Assert.Equal(
            ["27", "28", "29"],
            AuditReader.Last(Trail, 3).Select(entry => entry.GetProperty("query").GetString()!),
            StringComparer.Ordinal
        );
    }

    /// <summary>Places where no trail can be.</summary>
    public static TheoryData<string> BadPlaces => ["a directory", "below a file", "a pipe", "a device"];

    [Theory]
    [MemberData(nameof(BadPlaces))]
    public async Task Open_PlaceThatCannotBeWritten_IsTriedAgainAndSaysWhatIsMissing(string place)
    {
        if (OperatingSystem.IsWindows())
            return;

        var path = Spoil(place);
        using var trail = AuditTrail.Open(path, _scene.Time, _scene);
        Fill(trail, 3);
        Assert.NotNull(trail.Problem);
        Assert.Single(_scene.Messages);
        Repair(path);

        for (var attempt = 0; attempt < 20 && trail.Problem is not null; attempt++)
        {
            _scene.Time.Advance(TimeSpan.FromMinutes(5));
            Fill(trail, 1);
            await trail.SettleAsync();
        }

        Fill(trail, 1);
        Assert.Null(trail.Problem);
        Assert.Null(AuditVerifier.Verify(path).Problem);
        Assert.Contains(
            "entries could not be written",
            AuditReader.Last(path, 100)[0].GetProperty("reason").GetString(),
            StringComparison.Ordinal
        );
    }

    private string Spoil(string place)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Trail)!);
        switch (place)
        {
            case "a directory":
                Directory.CreateDirectory(Trail);
                break;
            case "below a file":
                File.WriteAllText(Trail, "");
                return Path.Combine(Trail, "audit.jsonl");
            case "a pipe":
                using (var making = System.Diagnostics.Process.Start("mkfifo", Trail))
                {
                    making.WaitForExit();
                }

                break;
            default:
                File.CreateSymbolicLink(Trail, "/dev/full");
                break;
        }

        return Trail;
    }

    private void Repair(string path)
    {
        if (Directory.Exists(Trail))
            Directory.Delete(Trail);
        else
            File.Delete(Trail);

        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
    }

    [Fact]
    public void Verify_AnyByteChanged_FindsIt()
    {
        using (var trail = Open())
        {
            Fill(trail, 5);
        }

        var whole = File.ReadAllBytes(Trail);
        var changes =
            from index in Gen.Choose(0, whole.Length - 1)
            from value in Gen.Choose(0, 255)
            select (index, value);
        Prop.ForAll(
                Arb.From(changes),
                change =>
                {
                    var bytes = whole.ToArray();
                    bytes[change.index] = (byte)change.value;
                    File.WriteAllBytes(Trail, bytes);
                    var isSame = whole[change.index] == change.value;
                    return AuditVerifier.Verify(Trail).Problem is null == isSame;
                }
            )
            .QuickCheckThrowOnFailure();
    }

    [Theory]
    [InlineData(0)]
    [InlineData(2)]
    public void Verify_LineTakenOut_FindsItUnlessItWasTheFirst(int index)
    {
        using (var trail = Open())
        {
            Fill(trail, 5);
        }

        var lines = File.ReadAllLines(Trail).ToList();
        lines.RemoveAt(index);
        File.WriteAllLines(Trail, lines);

        var check = AuditVerifier.Verify(Trail);
        Assert.Equal(index == 0, check.Problem is null);
        Assert.Equal(index == 0 ? 2 : 1, check.First);
    }

    [Fact]
    public void Verify_KnownHash_TellsATrailThatWasWrittenAnew()
    {
        using (var trail = Open())
        {
            Fill(trail, 3);
        }

        var known = AuditVerifier.Verify(Trail).LastHash;
        Assert.True(AuditVerifier.Verify(Trail, known).HasKnown);
        File.Delete(Trail);
        _scene.Time.Advance(TimeSpan.FromSeconds(1));
        using (var trail = Open())
        {
            Fill(trail, 4);
        }

        Assert.Null(AuditVerifier.Verify(Trail, known).Problem);
        Assert.False(AuditVerifier.Verify(Trail, known).HasKnown);
    }

    [Fact]
    public void Open_BrokenTrail_KeepsItAsideAndTellsOfTheGap()
    {
        using (var trail = Open())
        {
            Fill(trail, 3);
        }

        File.AppendAllText(Trail, "half a li");
        using (var trail = Open())
        {
            Fill(trail, 1);
        }

        Assert.Contains(_scene.Messages, message => message.Contains("audit.jsonl:4", StringComparison.Ordinal));
        Assert.Contains(".1:4", AuditVerifier.Verify(Trail).Problem, StringComparison.Ordinal);
        Assert.Equal("gap", AuditReader.Last(Trail, 2)[0].GetProperty("event").GetString());
    }

    [Fact]
    public void Add_CannotBeWrittenForAWhile_GoesOnAndTellsOfTheGap()
    {
        using var trail = Open(fullAt: 1500);
        Fill(trail, 3);
        var directory = Path.GetDirectoryName(Trail)!;
        Directory.Move(directory, directory + "-away");
        File.WriteAllText(directory, "");
        Fill(trail, 10);
        Assert.True(trail.Lost > 0);

        File.Delete(directory);
        Directory.Move(directory + "-away", directory);
        Fill(trail, 1);

        Assert.Equal(0, trail.Lost);
        Assert.Null(AuditVerifier.Verify(Trail).Problem);
        Assert.Contains(
            "could not be written",
            AuditReader.Last(Trail, 2)[0].GetProperty("reason").GetString(),
            StringComparison.Ordinal
        );
    }

    [Fact]
    public void Add_HostileText_IsOneLine()
    {
        using (var trail = Open())
        {
            trail.Add(
                new AuditEntry(AuditEvent.Pause, "eve\n{\"number\":9}\u001b[2J", "r") { Reason = "\",\"hash\":\"" }
            );
        }

        Assert.Equal(1, Encoding.UTF8.GetString(File.ReadAllBytes(Trail)).Count(c => c == '\n'));
        Assert.Null(AuditVerifier.Verify(Trail).Problem);
    }

    private AuditTrail Open(long fullAt = AuditTrail.FullAt) => AuditTrail.Open(Trail, _scene.Time, _scene, fullAt);

    private static void Fill(AuditTrail trail, int entries)
    {
        for (var index = 0; index < entries; index++)
        {
            trail.Add(
                new AuditEntry(AuditEvent.Move, "the loop", "abc")
                {
                    Query = index.ToString(System.Globalization.CultureInfo.InvariantCulture),
                    Before = "a",
                    After = "b",
                }
            );
        }
    }
}
