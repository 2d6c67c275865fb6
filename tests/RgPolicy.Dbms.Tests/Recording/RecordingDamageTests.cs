using RgPolicy.Dbms.Recording;

namespace RgPolicy.Dbms.Tests.Recording;

public sealed class RecordingDamageTests
{
    private static readonly byte[] Whole = RecordedSequence.Write(
        new SyntheticWorkload(11).Observations(16),
        new RecordingOptions { FlushInterval = TimeSpan.Zero }
    );

    // Until the first bytes can be unpacked nothing tells whose they are.
    private static readonly byte[] OfHeader = RecordedSequence.Write([]);

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
                RecordedSequence.AssertEqual(one, other);
            Assert.True(
                problem?.Kind == RecordingProblemKind.Truncated
                    || (length < OfHeader.Length && problem?.Kind == RecordingProblemKind.NotARecording)
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
            writer.Write(observation);
        var (read, problem) = RecordedSequence.Read(file.ToArray());
        writer.Dispose();

        Assert.Equal(written.Count, read.Count);
        Assert.Equal(RecordingProblemKind.Truncated, problem?.Kind);
        Assert.Contains("25 observations", problem?.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Read_MutatedAnywhere_NeverThrowsAndEndsInBoundedWork()
    {
        var (all, _) = RecordedSequence.Read(Whole);
        var random = new Random(20261121);
        for (var round = 0; round < 1000; round++)
        {
            var file = Whole.ToArray();
            for (var change = random.Next(1, 5); change > 0; change--)
                file[random.Next(file.Length)] = (byte)random.Next(256);
            var (read, problem) = RecordedSequence.Read(file);
            Assert.True(read.Count <= 100_000);
            Assert.True(problem is null || problem.Message.Length > 20);
            if (problem is null)
            {
                Assert.Equal(all.Count, read.Count);
                foreach (var (one, other) in all.Zip(read))
                    RecordedSequence.AssertEqual(one, other);
            }
        }
    }

    [Theory]
    [InlineData("null", "[null]", "{}", "[]", "[{}]")]
    [InlineData("-1", "1e400", "99999999999999999999999999999999", "1.5", "0")]
    [InlineData("\"\"", "\"x\"", "\"\\ud800\"", "true", "{\"id\":1}")]
    [InlineData("", "}", "[[[[[[[[[[[[", "\"", "\u0000")]
    public void Read_OfLinesWithOtherValues_NeverThrows(params string[] values)
    {
        var lines = RecordedSequence.Lines(Whole);
        var random = new Random(7);
        for (var round = 0; round < 1000; round++)
        {
            var changed = lines.ToArray();
            ref var line = ref changed[random.Next(lines.Length)];
            var begin = line.IndexOf(':', random.Next(line.Length - 5)) + 1;
            var end = line.IndexOfAny([',', '}', ']'], begin);
            line = line[..begin] + values[random.Next(values.Length)] + line[end..];

            var (read, problem) = RecordedSequence.Read(RecordedSequence.Pack(changed));

            Assert.True(problem is null || problem.Message.Length > 20);
            Assert.True(read.Count <= 16);
        }
    }

    [Theory]
    [InlineData("""{"poll":{"began":[{"process_id":1,"session":9,"plan":9}]}}""")]
    [InlineData("""{"poll":{"began":[{"process_id":1}]}}""")]
    [InlineData("""{"poll":{"figures":{"1":{"workers":1}}}}""")]
    [InlineData("""{"poll":{"elapsed":-1}}""")]
    [InlineData("""{"poll":{"elapsed":864000001}}""")]
    [InlineData("""{"poll":{"time":"9999-01-01T00:00:00Z"}}""")]
    [InlineData("""{"id":1,"plan":{"state":"known","source":""}}""")]
    [InlineData("""{"id":1,"plan":{"state":"absnt","source":""}}""")]
    [InlineData(
        """{"id":1,"statement":{"kind":3,"fingerprint":"","is_truncated":true,"is_transaction_control":true}}"""
    )]
    [InlineData(
        """{"id":1,"session":{"login":null,"app":"","host":"","database":"","is_superuser":true,"is_background_worker":true}}"""
    )]
    [InlineData(
        """{"id":1,"session":{"login":"","app":"","host":"","database":"","is_superuser":true,"is_background_worker":true,"groups":[null]}}"""
    )]
    [InlineData(
        """{"id":1,"session":{"app":"","host":"","database":"","is_superuser":true,"is_background_worker":true}}"""
    )]
    [InlineData("""{"id":1,"histry":{}}""")]
    [InlineData("""{"history":{}}""")]
    [InlineData("{}")]
    [InlineData("null")]
    [InlineData("")]
    [InlineData("not JSON")]
    public void Read_OfALineThatDoesNotFit_EndsBeforeItAndSaysSo(string line)
    {
        var lines = RecordedSequence.Lines(Whole);
        var file = RecordedSequence.Pack([.. lines[..^1], line, lines[^1]]);

        var (read, problem) = RecordedSequence.Read(file);

        Assert.Equal((16, RecordingProblemKind.Malformed), (read.Count, problem?.Kind));
        Assert.Contains("damaged after 16 observations", problem?.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Read_OfALineWithAnotherDigit_SaysThatItIsDamaged()
    {
        var lines = RecordedSequence.Lines(Whole);
        lines[^2] = lines[^2].Replace("\"interval\":0.", "\"interval\":0.9", StringComparison.Ordinal);

        var (read, problem) = RecordedSequence.Read(RecordedSequence.Pack(lines));

        Assert.Equal((16, RecordingProblemKind.Malformed), (read.Count, problem?.Kind));
    }

    [Fact]
    public void Read_OfALineLongerThanTheLimit_IsStopped()
    {
        var bytes = new byte[RecordingLimits.Line];
        new Random(3).NextBytes(bytes);
        var file = RecordedSequence.Pack([.. RecordedSequence.Lines(Whole)[..^1], Convert.ToBase64String(bytes)]);

        var (read, problem) = RecordedSequence.Read(file);

        Assert.Equal((16, RecordingProblemKind.TooLarge), (read.Count, problem?.Kind));
    }

    [Theory]
    [InlineData("rgp/recording/9", RecordingProblemKind.TooNew, "format 9")]
    [InlineData("rgp/recording/0", RecordingProblemKind.NotARecording, "rgp record")]
    [InlineData("rgp/recording/x", RecordingProblemKind.NotARecording, "rgp record")]
    [InlineData("rgp/mix/1", RecordingProblemKind.NotARecording, "rgp record")]
    public void Open_OtherSchema_SaysWhatItIs(string schema, object kind, string said)
    {
        var file = RecordedSequence.Pack([$$$"""{"schema":"{{{schema}}}","what":{"is":"new"}}"""]);

        var problem = RecordedSequence.Read(file).Problem;

        Assert.Equal((RecordingProblemKind)kind, problem?.Kind);
        Assert.Contains(said, problem?.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("""{"schema":"rgp/recording/1"}""")]
    [InlineData("""{"schema":"rgp/recording/1","server":{},"host":{"cores":0}}""")]
    [InlineData("""{"schema":"rgp/recording/1",""")]
    public void Open_DamagedHeader_SaysSo(string header)
    {
        var problem = RecordedSequence.Read(RecordedSequence.Pack([header])).Problem;

        Assert.Equal(RecordingProblemKind.Malformed, problem?.Kind);
        Assert.Contains("damaged at its beginning", problem?.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Open_FormBeforeTheFirstRelease_SaysToRecordAgain()
    {
        var problem = RecordedSequence.Read("RGREC\r\n\u001a\u0006\0more"u8.ToArray()).Problem;

        Assert.Equal(RecordingProblemKind.NotARecording, problem?.Kind);
        Assert.Contains("before 0.1.0", problem?.Message, StringComparison.Ordinal);
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
    public void Read_LinesThatOnlyFillMemory_IsStopped()
    {
        var header = RecordedSequence.Lines(RecordedSequence.Write([]))[0];
        var statement =
            $$$"""{"id":1,"statement":{"kind":"other","fingerprint":"{{{new string('x', 9_000_000)}}}","is_truncated":true,"is_transaction_control":true}}""";
        var file = RecordedSequence.Pack([header, .. Enumerable.Repeat(statement, 40)]);

        Assert.True(file.Length < 100_000);
        Assert.Equal(RecordingProblemKind.TooLarge, RecordedSequence.Read(file).Problem?.Kind);
    }
}
