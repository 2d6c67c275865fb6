using FsCheck;
using FsCheck.Fluent;
using RgPolicy.Sidecar.Journal;

namespace RgPolicy.Sidecar.Tests.Journal;

public sealed class JournalContentTests
{
    private const string Boot = "boot-1";

    [Fact]
    public void Parse_ProcessThenDone_NothingIsOutstanding()
    {
        var text = Line(Process(5, 100)) + JournalContent.Line(Entry() with { DoneProcessId = 5, DoneStartTime = 100 });

        Assert.True(JournalContent.Parse(text, Boot).IsEmpty);
    }

    [Fact]
    public void Parse_DoneOfAReusedNumber_TheOtherProcessStaysOutstanding()
    {
        var text =
            Line(Process(5, 100))
            + Line(Process(5, 200))
            + JournalContent.Line(Entry() with { DoneProcessId = 5, DoneStartTime = 100 });

        Assert.Equal(200UL, Assert.Single(JournalContent.Parse(text, Boot).Processes).StartTime);
    }

    [Fact]
    public void Parse_ProcessTwice_TheFirstValuesWithAllLevers()
    {
        var first = Process(5, 100) with { Touched = TouchedLevers.Cgroup };
        var second = Process(5, 100) with { Touched = TouchedLevers.Affinity, CgroupPath = "/rgp_1" };

        var found = Assert.Single(JournalContent.Parse(Line(first) + Line(second), Boot).Processes);

        Assert.Equal("/pg", found.CgroupPath);
        Assert.Equal(TouchedLevers.Cgroup | TouchedLevers.Affinity, found.Touched);
    }

    [Fact]
    public void Parse_AnotherBoot_NothingIsOutstanding() =>
        Assert.True(JournalContent.Parse(Line(Process(5, 100)), "boot-2").IsEmpty);

    [Theory]
    [InlineData(
        "{\"boot\":\"boot-1\",\"process\":{\"processId\":0,\"startTime\":1,\"touched\":1,\"cgroupVersion\":1,\"cgroupPath\":\"/\",\"threads\":[]}}"
    )]
    [InlineData(
        "{\"boot\":\"boot-1\",\"process\":{\"processId\":1,\"startTime\":1,\"touched\":1,\"cgroupVersion\":1,\"cgroupPath\":\"/\",\"threads\":[{\"threadId\":1,\"cpus\":\"0\",\"ioPriority\":0}]}}"
    )]
    [InlineData("null")]
    [InlineData("\0\0\0\0")]
    public void Parse_ImpossibleLine_IsPassedOver(string line) =>
        Assert.True(JournalContent.Parse(line + "\n", Boot).IsEmpty);

    [Fact]
    public void Parse_TornAnywhere_OnlyTheTornLineIsLost()
    {
        var whole =
            Line(Process(5, 100)) + Line(Process(6, 100)) + JournalContent.Line(Entry() with { Group = "/g/rgp_1" });
        for (var length = 0; length <= whole.Length; length++)
        {
            var text = whole[..length];
            var content = JournalContent.Parse(text, Boot);
            var lines = text.Count(c => c == '\n');
            var found = content.Processes.Count + content.Groups.Count;
            Assert.InRange(found, lines, lines + 1);
        }
    }

    [Fact]
    public void Parse_Mutations_NeverThrow()
    {
        var random = new Random(7);
        var whole = (Line(Process(5, 100)) + Line(Process(6, 100))).ToCharArray();
        for (var round = 0; round < 5000; round++)
        {
            var text = (char[])whole.Clone();
            for (var change = random.Next(1, 6); change > 0; change--)
                text[random.Next(text.Length)] = (char)random.Next(1, 256);

            Assert.All(JournalContent.Parse(new string(text), Boot).Processes, p => Assert.NotEmpty(p.Threads));
        }
    }

    [Fact]
    public void Compacted_AnyHistory_MeansTheSame() =>
        Prop.ForAll(
                ArbMap.Default.ArbFor<(byte Id, bool Done, byte Group)[]>(),
                history =>
                {
                    var content = new JournalContent(Boot);
                    foreach (var (id, done, group) in history)
                    {
                        var number = 2 + (id % 8);
                        content.Apply(
                            done
                                ? Entry() with
                                {
                                    DoneProcessId = number,
                                    DoneStartTime = 1,
                                    RemovedGroup = $"/g/rgp_{group % 4}",
                                }
                                : Entry() with
                                {
                                    Process = Process(number, 1),
                                    Group = $"/g/rgp_{group % 4}",
                                }
                        );
                    }

                    var again = JournalContent.Parse(content.Compacted(), Boot);
                    return again
                            .Processes.Select(p => p.ProcessId)
                            .Order()
                            .SequenceEqual(content.Processes.Select(p => p.ProcessId).Order())
                        && again.Groups.SequenceEqual(content.Groups, StringComparer.Ordinal);
                }
            )
            .QuickCheckThrowOnFailure();

    private static JournalEntry Entry() => new() { Boot = Boot };

    private static string Line(ProcessOriginal process) => JournalContent.Line(Entry() with { Process = process });

    private static ProcessOriginal Process(int id, ulong start) =>
        new()
        {
            ProcessId = id,
            StartTime = start,
            Touched = TouchedLevers.Cgroup,
            CgroupVersion = 1,
            CgroupPath = "/pg",
            Threads = [new ThreadOriginal(id, "0-1", 0, null, null)],
        };
}
