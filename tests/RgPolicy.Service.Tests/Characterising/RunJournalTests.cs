using RgPolicy.Engine.Sensitivity;
using RgPolicy.Service.Characterising;

namespace RgPolicy.Service.Tests.Characterising;

/// <summary>Runs survive whatever ends the program, and are never mixed with others.</summary>
public sealed class RunJournalTests : IDisposable
{
    private static readonly RunJournalHead Head = new(
        RunJournalHead.CurrentSchema,
        "ab",
        "server",
        "15",
        1,
        3,
        ["x=1,2"]
    );

    private static readonly ImmutableArray<PlannedRun> Plan = SweepPlan.Of(
        [new Sweep(SweepLever.Cores, [new(1, "1"), new(2, "2")])],
        3,
        1
    );

    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-journal").FullName;

    private string Path => System.IO.Path.Combine(_directory, RunJournal.FileName);

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    [Fact]
    public void Open_Again_HasTheRuns()
    {
        var journal = Open();
        journal.Add(Run(0));
        journal.Add(Run(2));

        Assert.Equal([0, 2], Open().Runs.Select(run => run.Run.Number));
        Assert.Equal(0.25, Open().Runs[1].Times[0].Seconds);
    }

    [Fact]
    public void Open_LastLineIsCut_IsWithoutIt()
    {
        Open().Add(Run(0));
        var whole = File.ReadAllText(Path);
        Open().Add(Run(1));
        var both = File.ReadAllText(Path);

        for (var length = whole.Length; length < both.Length; length++)
        {
            File.WriteAllText(Path, both[..length]);
            var journal = Open();
            Assert.Equal([0], journal.Runs.Select(run => run.Run.Number));
            Assert.Equal(whole, File.ReadAllText(Path));
        }
    }

    [Theory]
    [InlineData("{}")]
    [InlineData("nonsense")]
    [InlineData("{\"number\":99,\"times\":[{\"statement\":\"a\",\"weight\":1,\"seconds\":1,\"plan\":\"p\"}]}")]
    [InlineData("{\"number\":-1,\"times\":[{\"statement\":\"a\",\"weight\":1,\"seconds\":1,\"plan\":\"p\"}]}")]
    [InlineData("{\"number\":1,\"times\":[{\"statement\":\"a\",\"weight\":1,\"seconds\":0,\"plan\":\"p\"}]}")]
    [InlineData("{\"number\":1,\"times\":[null]}")]
    public void Open_LineThatIsNone_IsLeftOut(string line)
    {
        Open().Add(Run(0));
        File.AppendAllText(Path, line + "\n");

        Assert.Equal([0], Open().Runs.Select(run => run.Run.Number));
    }

    [Fact]
    public void Open_OfAnotherWorkload_IsRefusedAndKept()
    {
        Open().Add(Run(0));
        var before = File.ReadAllText(Path);

        var (journal, problem) = RunJournal.Open(_directory, Head with { Workload = "cd" }, Plan);

        Assert.Null(journal);
        Assert.Contains("another workload", problem, StringComparison.Ordinal);
        Assert.Equal(before, File.ReadAllText(Path));
    }

    [Fact]
    public void Open_PlaceThatIsAFile_IsSaid()
    {
        File.WriteAllText(Path, "x");

        var (journal, problem) = RunJournal.Open(Path, Head, Plan);

        Assert.Null(journal);
        Assert.Contains("cannot be used", problem, StringComparison.Ordinal);
    }

    private RunJournal Open() => RunJournal.Open(_directory, Head, Plan).Journal!;

    private static MeasuredRun Run(int number) => new(Plan[number], [new StatementTime("a", 1, 0.25, "p")]);
}
