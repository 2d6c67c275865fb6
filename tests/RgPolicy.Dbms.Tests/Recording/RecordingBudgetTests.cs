using System.Collections.Immutable;
using RgPolicy.Dbms.Recording;
using RgPolicy.Engine.Observe;

namespace RgPolicy.Dbms.Tests.Recording;

/// <summary>What a recording may come to in proportion to its file: real ones pass, those that only
/// keep a reader busy do not.</summary>
public sealed class RecordingBudgetTests
{
    private const int PollsOfAnHour = 36_000;

    [Fact]
    public void Read_AShortFileOfManyPolls_IsStopped()
    {
        var file = Same(1_000_000);

        var (read, problem) = RecordedSequence.Read(file);

        Assert.True(file.Length < 100_000, $"{file.Length} bytes are no bomb");
        Assert.Equal(RecordingProblemKind.TooLarge, problem?.Kind);
        Assert.True(read.Count < 200_000, $"{read.Count} polls were read");
        Assert.Contains("than a recording of its size may", problem?.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Read_AShortFileOfOneLongText_IsStopped()
    {
        var file = new MemoryStream();
        using (var sink = new FrameSink(file))
        {
            var frame = new FrameBuilder();
            HeaderCodec.Write(frame, SyntheticWorkload.Header);
            sink.Write(FrameKind.Header, frame.Payload);
            frame.Clear();
            FactsCodec.WriteSession(frame, new SessionFacts(new string('x', 15_000_000), "", "", "", false));
            sink.Write(FrameKind.Session, frame.Payload);
        }

        Assert.Equal(RecordingProblemKind.TooLarge, RecordedSequence.Read(file.ToArray()).Problem?.Kind);
    }

    [Fact]
    public void Read_AShortFileOfManyQueriesSeenOften_IsStopped()
    {
        var queries = Enumerable.Range(2, 20_000).Select(Query).ToImmutableArray();
        var file = Polls(20_000, static _ => TimeSpan.FromMilliseconds(100), queries);

        var (read, problem) = RecordedSequence.Read(file);

        Assert.Equal(RecordingProblemKind.TooLarge, problem?.Kind);
        Assert.True(read.Count < 20_000);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1000)]
    public void Read_AnHourOfPolls_IsRead(int queries)
    {
        // As a server gives them: never at quite the same distance.
        var random = new Random(5);
        var file = Polls(
            PollsOfAnHour,
            _ => TimeSpan.FromTicks(1_000_000 + random.Next(-20_000, 20_000)),
            [.. Enumerable.Range(2, queries).Select(Query)]
        );

        var (read, problem) = RecordedSequence.Read(file);

        Assert.Null(problem);
        Assert.Equal(PollsOfAnHour, read.Count);
    }

    [Theory]
    [InlineData("samples/htap.rgrec")]
    [InlineData("samples/sqlserver/mixed.rgrec")]
    public void Read_SamplesOfRealServers_AreRead(string sample)
    {
        var (read, problem) = RecordedSequence.Read(File.ReadAllBytes(Path.Join(RepositoryRoot(), sample)));

        Assert.Null(problem);
        Assert.NotEmpty(read);
    }

    // Byte by byte the same poll again and again: a real one differs from the one before, by its times
    // and its checksum.
    private static byte[] Same(int count)
    {
        var file = new MemoryStream();
        using (var sink = new FrameSink(file))
        {
            var frame = new FrameBuilder();
            HeaderCodec.Write(frame, SyntheticWorkload.Header);
            sink.Write(FrameKind.Header, frame.Payload);
            frame.Clear();
            frame.Signed(1_000_000);
            frame.Signed(0);
            frame.Signed(1_000_000);
            frame.Flag(false);
            frame.Count(0);
            frame.Count(0);
            PollCodec.WriteBlocking(frame, null);
            PollCodec.WriteWaits(frame, new Observation(SyntheticWorkload.Start, []));
            PollCodec.WritePressure(frame, null);
            FiguresCodec.Write(frame, [], []);
            for (var poll = 0; poll < count; poll++)
                sink.Write(FrameKind.Poll, frame.Payload);
        }

        return file.ToArray();
    }

    private static byte[] Polls(int count, Func<int, TimeSpan> step, ImmutableArray<ObservedQuery> queries)
    {
        var file = new MemoryStream();
        using (
            var writer = new RecordingWriter(
                file,
                SyntheticWorkload.Header,
                new RecordingOptions { FlushInterval = TimeSpan.FromDays(1) }
            )
        )
        {
            var (time, elapsed) = (SyntheticWorkload.Start, TimeSpan.Zero);
            for (var poll = 0; poll < count; poll++)
            {
                (time, elapsed) = (time + step(poll), elapsed + step(poll));
                writer.Write(
                    new RecordedObservation(
                        new Observation(time, queries),
                        elapsed,
                        TimeSpan.FromMilliseconds(100),
                        false
                    )
                );
            }
        }

        return file.ToArray();
    }

    private static ObservedQuery Query(int processId) =>
        new()
        {
            ProcessId = processId,
            Started = SyntheticWorkload.Start,
            Session = new SessionFacts("app", "shop", "local", "shop", false),
        };

    private static string RepositoryRoot()
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (!File.Exists(Path.Join(folder!.FullName, "RgPolicy.sln")))
            folder = folder.Parent;
        return folder.FullName;
    }
}
