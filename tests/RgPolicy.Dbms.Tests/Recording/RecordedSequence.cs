using System.IO.Compression;
using RgPolicy.Dbms.Recording;
using RgPolicy.Dbms.Texts;

namespace RgPolicy.Dbms.Tests.Recording;

/// <summary>Writes and reads sequences, and compares them by value down to the last operator.</summary>
internal static class RecordedSequence
{
    public static byte[] Write(IEnumerable<RecordedObservation> observations, RecordingOptions? options = null)
    {
        var file = new MemoryStream();
        using (var writer = new RecordingWriter(file, SyntheticWorkload.Header, options ?? new RecordingOptions()))
        {
            foreach (var observation in observations)
                writer.Write(observation);
        }

        return file.ToArray();
    }

    public static (IReadOnlyList<RecordedObservation> Observations, RecordingProblem? Problem) Read(byte[] file)
    {
        var opening = RecordingReader.Open(new MemoryStream(file), "w.rgrec");
        if (opening.Reader is not { } reader)
            return ([], opening.Problem);
        using (reader)
        {
            var observations = new List<RecordedObservation>();
            while (reader.Read() is { } observation)
                observations.Add(observation);
            return (observations, reader.Problem);
        }
    }

    /// <summary>The lines of a recording, as <c>brotli -dc</c> shows them.</summary>
    public static string[] Lines(byte[] file)
    {
        using var unpacked = new StreamReader(
            new BrotliStream(new MemoryStream(file), CompressionMode.Decompress),
            Encoding.UTF8
        );
        return unpacked.ReadToEnd().Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }

    /// <summary>A file of these lines, as a foreign program might write one.</summary>
    public static byte[] Pack(IEnumerable<string> lines)
    {
        var file = new MemoryStream();
        using (var packed = new StreamWriter(new BrotliStream(file, CompressionLevel.Optimal), bufferSize: 65_536))
        {
            foreach (var line in lines)
                packed.Write(line + "\n");
        }

        return file.ToArray();
    }

    /// <summary>The observation with of each text what may be kept.</summary>
    public static RecordedObservation AsKept(RecordedObservation seen) =>
        seen with
        {
            Observation = seen.Observation with { Queries = [.. seen.Observation.Queries.Select(AsKept)] },
        };

    private static ObservedQuery AsKept(ObservedQuery query)
    {
        if (query.Statement is not { Text: { } text } statement)
            return query;
        var kept = RedactedText.Of(text, "postgresql");
        return query with
        {
            Statement = statement with { Text = kept, IsTruncated = statement.IsTruncated || kept != text },
        };
    }

    public static void AssertEqual(RecordedObservation expected, RecordedObservation actual)
    {
        Assert.Equal(expected.Elapsed, actual.Elapsed);
        Assert.Equal(expected.PollInterval, actual.PollInterval);
        Assert.Equal(expected.IsRefresh, actual.IsRefresh);
        Assert.Equal(expected.Observation.Time, actual.Observation.Time);
        Assert.Equal(expected.Observation.Pressure, actual.Observation.Pressure);
        Assert.Equal(expected.Observation.Blocking, actual.Observation.Blocking);
        Assert.Equal(expected.Observation.OthersWaitForLocks, actual.Observation.OthersWaitForLocks);
        AssertEqual(expected.Observation.LockWaits, actual.Observation.LockWaits);
        Assert.Equal(expected.Observation.Figures.AsEnumerable(), actual.Observation.Figures.AsEnumerable());
        Assert.Equal(expected.Observation.Queries.Length, actual.Observation.Queries.Length);
        foreach (var (one, other) in expected.Observation.Queries.Zip(actual.Observation.Queries))
            AssertEqual(one, other);
    }

    private static void AssertEqual(ObservedQuery expected, ObservedQuery actual)
    {
        Assert.Equal(expected.Workers.AsEnumerable(), actual.Workers.AsEnumerable());
        AssertEqual(expected.Session.Groups, actual.Session.Groups);
        AssertEqual(expected.Statement?.Tables, actual.Statement?.Tables);
        AssertEqual(expected.Plan.Profile?.Tables, actual.Plan.Profile?.Tables);
        AssertEqual(expected.Plan.Profile?.Operators, actual.Plan.Profile?.Operators);
        Assert.Equal(Flat(expected), Flat(actual));
    }

    /// <summary>Element by element, where the arrays themselves would compare by reference.</summary>
    private static void AssertEqual<T>(ImmutableArray<T>? expected, ImmutableArray<T>? actual)
    {
        Assert.Equal(expected is null, actual is null);
        Assert.Equal((expected ?? []).AsEnumerable(), (actual ?? []).AsEnumerable());
    }

    /// <summary>Arrays compare by reference, so they are compared above and left out here.</summary>
    private static ObservedQuery Flat(ObservedQuery query) =>
        query with
        {
            Session = query.Session with { Groups = null },
            Workers = ImmutableArray<int>.Empty,
            Statement = query.Statement is null ? null : query.Statement with { Tables = null },
            Plan = query.Plan with
            {
                Profile = query.Plan.Profile is null ? null : query.Plan.Profile with { Tables = [], Operators = [] },
            },
        };
}
