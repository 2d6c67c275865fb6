using RgPolicy.Dbms.Recording;

namespace RgPolicy.Dbms.Tests.Recording;

public sealed class RecordingDamageTests
{
    private static readonly byte[] Whole = RecordedSequence.Write(
        new SyntheticWorkload(11).Observations(16),
        new RecordingOptions { FlushInterval = TimeSpan.Zero }
    );

    [Fact]
    public void Read_CutOffAnywhere_GivesABeginningAndSaysSo()
    {
        var (all, _) = RecordedSequence.Read(Whole);
        var most = 0;
        for (var length = 0; length < Whole.Length; length++)
        {
            var (read, problem) = RecordedSequence.Read(Whole[..length]);

            Assert.True(
                read.Count >= most,
                $"cut at {length}: {read.Count} observations, but {most} of a shorter file"
            );
            most = read.Count;
            foreach (var (one, other) in all.Zip(read))
            {
                RecordedSequence.AssertEqual(one, other);
            }

            Assert.True(
                problem?.Kind == RecordingProblemKind.Truncated
                    || (length < RecordingFormat.Magic.Length && problem?.Kind == RecordingProblemKind.NotARecording)
                    || (problem is null && read.Count == all.Count),
                $"cut at {length}: {problem?.Kind}"
            );
        }

        Assert.Equal(all.Count, most);
    }

    [Fact]
    public void Read_WriterWasKilled_EverythingUpToTheLastFlushIsThere()
    {
        var written = new SyntheticWorkload(12).Observations(25);
        var file = new MemoryStream();
        var writer = new RecordingWriter(
            file,
            SyntheticWorkload.Header,
            new RecordingOptions { FlushInterval = TimeSpan.Zero }
        );
        foreach (var observation in written)
        {
            writer.Write(observation);
        }

        var (read, problem) = RecordedSequence.Read(file.ToArray());
        writer.Dispose();

        Assert.Equal(written.Count, read.Count);
        Assert.Equal(RecordingProblemKind.Truncated, problem?.Kind);
        Assert.Contains("25 observations", problem?.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Read_MutatedAnywhere_NeverThrowsAndEndsInBoundedWork()
    {
        var random = new Random(20261121);
        for (var round = 0; round < 1000; round++)
        {
            var file = Whole.ToArray();
            for (var change = random.Next(1, 5); change > 0; change--)
            {
                file[random.Next(file.Length)] = (byte)random.Next(256);
            }

            var (read, problem) = RecordedSequence.Read(file);
            Assert.True(read.Count <= 100_000);
            Assert.True(problem is null || problem.Message.Length > 20);
        }
    }

    [Fact]
    public void Read_MutatedInsideThePacking_NeverThrows()
    {
        var random = new Random(7);
        for (var round = 0; round < 1000; round++)
        {
            var payload = new byte[random.Next(60)];
            random.NextBytes(payload);
            var file = new MemoryStream();
            using (var sink = new FrameSink(file))
            {
                var header = new FrameBuilder();
                HeaderCodec.Write(header, SyntheticWorkload.Header);
                sink.Write(FrameKind.Header, header.Payload);
                sink.Write((FrameKind)random.Next(1, 10), payload);
            }

            var (_, problem) = RecordedSequence.Read(file.ToArray());
            Assert.True(problem is null || problem.Message.Length > 20);
        }
    }

    [Fact]
    public void Open_NewerFormat_SaysWhichVersionReadsIt()
    {
        var file = Whole.ToArray();
        file[RecordingFormat.Magic.Length] = 9;
        var problem = RecordedSequence.Read(file).Problem;

        Assert.Equal(RecordingProblemKind.TooNew, problem?.Kind);
        Assert.Contains("format 9", problem?.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Open_SomethingElse_SaysHowToMakeOne()
    {
        var problem = RecordedSequence.Read("PGDMP is not a recording"u8.ToArray()).Problem;

        Assert.Equal(RecordingProblemKind.NotARecording, problem?.Kind);
        Assert.Contains("rgp record", problem?.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Open_MissingFile_SaysSo()
    {
        var problem = RecordingReader.Open(Path.Combine(Path.GetTempPath(), "there-is-no.rgrec")).Problem;

        Assert.Equal(RecordingProblemKind.Unreadable, problem?.Kind);
    }

    [Fact]
    public void Read_FramesThatOnlyFillMemory_IsStopped()
    {
        var file = new MemoryStream();
        using (var sink = new FrameSink(file))
        {
            var frame = new FrameBuilder();
            HeaderCodec.Write(frame, SyntheticWorkload.Header);
            sink.Write(FrameKind.Header, frame.Payload);
            frame.Clear();
            FactsCodec.WriteSession(
                frame,
                new Engine.Observe.SessionFacts(new string('x', 9_000_000), "", "", "", false)
            );
            for (var count = 0; count < 40; count++)
            {
                sink.Write(FrameKind.Session, frame.Payload);
            }
        }

        var packed = file.ToArray();
        Assert.True(packed.Length < 100_000);
        Assert.Equal(RecordingProblemKind.TooLarge, RecordedSequence.Read(packed).Problem?.Kind);
    }
}
