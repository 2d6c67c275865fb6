using RgPolicy.Dbms.Recording;

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
        var file = RecordedSequence.Pack([
            RecordedSequence.Lines(RecordedSequence.Write([]))[0],
            $$$"""{"id":1,"statement":{"kind":"other","fingerprint":"{{{new string('x', 15_000_000)}}}"}}""",
        ]);

        Assert.Equal(RecordingProblemKind.TooLarge, RecordedSequence.Read(file).Problem?.Kind);
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
    [InlineData("samples/mariadb.rgrec")]
    [InlineData("samples/sqlserver/mixed.rgrec")]
    public void Read_SamplesOfRealServers_AreRead(string sample)
    {
        var (read, problem) = RecordedSequence.Read(File.ReadAllBytes(Path.Join(RepositoryRoot(), sample)));

        Assert.Null(problem);
        Assert.NotEmpty(read);
    }

    // Byte by byte the same poll again and again: a real one differs from the one before, by its times.
    private static byte[] Same(int count) =>
        RecordedSequence.Pack(
            Enumerable
                .Repeat("""{"poll":{"time":"2026-11-20T09:00:01Z","interval":0.1}}""", count)
                .Prepend(RecordedSequence.Lines(RecordedSequence.Write([]))[0])
        );

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

    [Fact]
    public void Read_OfMinutesWithAThousandWaits_IsRead()
    {
        var waits = Enumerable.Range(2, 1000).Select(id => new LockWait(id, 1, false)).ToImmutableArray();
        var written = Enumerable
            .Range(1, 3000)
            .Select(poll => new RecordedObservation(
                new Observation(SyntheticWorkload.Start.AddTicks(poll * 1_000_003L), []) { LockWaits = waits },
                TimeSpan.FromTicks(poll * 1_000_003L),
                TimeSpan.FromMilliseconds(100),
                false
            ));

        var (read, problem) = RecordedSequence.Read(RecordedSequence.Write(written));

        Assert.Null(problem);
        Assert.Equal(3000, read.Count);
        Assert.Equal(1000, read[^1].Observation.LockWaits?.Length);
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
