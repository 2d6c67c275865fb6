using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Journal;

namespace RgPolicy.Sidecar.Tests.Journal;

public sealed class JournalFileTests : IDisposable
{
    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-journal-").FullName;

    private string FilePath => Path.Join(_directory, JournalFile.Name);

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    [Fact]
    public void Add_ThenOpenAgain_IsOutstanding()
    {
        using (var journal = Open())
        {
            Assert.Equal(0, journal.AddProcesses([Process(5)]));
            Assert.Equal(0, journal.AddGroup("/g/rgp_1"));
        }

        using var again = Open();
        Assert.Equal(5, Assert.Single(again.Content.Processes).ProcessId);
        Assert.Equal(["/g/rgp_1"], again.Content.Groups);
    }

    [Fact]
    public void Open_TornLastLine_TheNextLineIsNotGluedToIt()
    {
        File.WriteAllText(FilePath, "{\"boot\":\"x\",\"proc");
        using (var journal = Open())
        {
            journal.AddProcesses([Process(5)]);
        }

        using var again = Open();
        Assert.Single(again.Content.Processes);
    }

    [Fact]
    public void Add_AfterAWriteThatWasTorn_IsALineOfItsOwn()
    {
        using var journal = Open();
        Assert.Equal(0, journal.AddProcesses([Process(5)]));
        // As a full disk leaves it, or a writer that was killed.
        File.AppendAllText(FilePath, "{\"boot\":\"x\",\"proc");
        Assert.Equal(0, journal.AddProcesses([Process(6)]));

        using var again = Open();
        Assert.Equal([5, 6], again.Content.Processes.Select(each => each.ProcessId).Order());
    }

    [Fact]
    public void Add_ManyMoves_TheFileStaysSmall()
    {
        using var journal = Open();
        for (var round = 0; round < 1500; round++)
        {
            Assert.Equal(0, journal.AddProcesses([Process(5 + (round % 50))]));
            journal.AddDone([Process(5 + (round % 50))]);
        }

        Assert.True(journal.Content.IsEmpty);
        Assert.InRange(new FileInfo(FilePath).Length, 0, 8192);
        journal.AddProcesses([Process(9)]);
        using var again = Open();
        Assert.Equal(9, Assert.Single(again.Content.Processes).ProcessId);
    }

    [Fact]
    public void Open_FirstStart_IsNoDamageAndOneCutToNothingIs()
    {
        using (var first = Open())
        {
            Assert.False(first.Content.IsDamaged);
        }

        using (var second = Open())
        {
            Assert.False(second.Content.IsDamaged);
        }

        File.WriteAllText(FilePath, string.Empty);
        using var cut = Open();
        Assert.True(cut.Content.IsDamaged);
        Assert.Equal(0, cut.AddProcesses([Process(5)]));
        cut.Repair();
        Assert.False(cut.Content.IsDamaged);
        Assert.Equal(5, Assert.Single(cut.Content.Processes).ProcessId);
        Assert.Equal(0, cut.AddProcesses([Process(6)]));
        using var again = Open();
        Assert.False(again.Content.IsDamaged);
        Assert.Equal(2, again.Content.Processes.Count);
    }

    [Fact]
    public void Open_SymbolicLink_IsRefused()
    {
        File.CreateSymbolicLink(FilePath, Path.Join(_directory, "elsewhere"));

        Assert.Null(JournalFile.Open(FileRoot.Machine, _directory, out var problem));
        Assert.Contains("journal", problem, StringComparison.Ordinal);
    }

    private static ProcessOriginal Process(int id) =>
        new()
        {
            ProcessId = id,
            StartTime = 1,
            Touched = TouchedLevers.Cgroup,
            CgroupVersion = 1,
            CgroupPath = "/",
            Threads = [new ThreadOriginal(id, "0", 0, null, null)],
        };

    private JournalFile Open()
    {
        var journal = JournalFile.Open(FileRoot.Machine, _directory, out var problem);
        Assert.Empty(problem);
        return journal!;
    }
}
