using FsCheck;
using FsCheck.Fluent;
using RgPolicy.Dbms.Recording;

namespace RgPolicy.Dbms.Tests.Recording;

public sealed class RecordingRoundTripTests
{
    [Fact]
    public void Read_WhatWasWritten_IsEqual() =>
        Prop.ForAll(
                ArbMap.Default.ArbFor<int>(),
                seed =>
                {
                    var written = new SyntheticWorkload(seed).Observations(30);
                    var (read, problem) = RecordedSequence.Read(RecordedSequence.Write(written));

                    Assert.Null(problem);
                    Assert.Equal(written.Count, read.Count);
                    foreach (var (one, other) in written.Zip(read))
                    {
                        RecordedSequence.AssertEqual(one, other);
                    }
                }
            )
            .QuickCheckThrowOnFailure();

    [Fact]
    public void Read_UnchangedQuery_IsTheSameInstance()
    {
        var workload = new SyntheticWorkload(1);
        var first = workload.Next();
        var again = first with { Elapsed = first.Elapsed + TimeSpan.FromSeconds(1) };
        var (read, _) = RecordedSequence.Read(RecordedSequence.Write([first, again]));

        Assert.NotEmpty(read[0].Observation.Queries);
        Assert.All(
            read[0].Observation.Queries.Zip(read[1].Observation.Queries),
            pair => Assert.Same(pair.First, pair.Second)
        );
    }

    [Fact]
    public void Write_MoreEntriesThanTheDictionaryHolds_StartsAgainAndLosesNothing()
    {
        var workload = new SyntheticWorkload(3);
        var first = workload.Next();
        var template = new SyntheticWorkload(4).Observations(9).SelectMany(each => each.Observation.Queries).First();
        var written = Enumerable
            .Range(0, RecordingFormat.MaximumEntries + 500)
            .Select(number =>
                first with
                {
                    Observation = first.Observation with
                    {
                        Queries = [template with { Session = template.Session with { App = "app" + number } }],
                    },
                }
            )
            .ToList();
        var (read, problem) = RecordedSequence.Read(RecordedSequence.Write(written));

        Assert.Null(problem);
        Assert.Equal(written.Count, read.Count);
        Assert.Equal(
            written.Select(each => each.Observation.Queries[0].Session.App),
            read.Select(each => each.Observation.Queries[0].Session.App),
            StringComparer.Ordinal
        );
    }

    [Fact]
    public void Write_TextThatCanHoldAPassword_KeepsItsFirstWord()
    {
        var first = new SyntheticWorkload(3).Next();
        var template = new SyntheticWorkload(4).Observations(9).SelectMany(each => each.Observation.Queries).First();
        var query = template with
        {
            Statement = new Engine.Observe.StatementFacts(
                Plans.StatementKind.Utility,
                "f",
                "ALTER ROLE a PASSWORD 'hunter2'",
                false
            ),
        };
        var written = first with { Observation = first.Observation with { Queries = [query] } };

        var (read, _) = RecordedSequence.Read(RecordedSequence.Write([written]));

        var statement = read[0].Observation.Queries[0].Statement;
        Assert.Equal("ALTER ...", statement?.Text);
        Assert.Equal("f", statement?.Fingerprint);
    }

    [Fact]
    public void Write_WithoutTexts_NoTextIsInTheFileAndTheRestIsThere()
    {
        var written = new SyntheticWorkload(5).Observations(30);
        var file = RecordedSequence.Write(written, new RecordingOptions { KeepTexts = false });
        var (read, _) = RecordedSequence.Read(file);
        var statements = read.SelectMany(each => each.Observation.Queries)
            .Select(each => each.Statement)
            .OfType<Engine.Observe.StatementFacts>()
            .ToList();

        Assert.NotEmpty(statements);
        Assert.All(statements, statement => Assert.Null(statement.Text));
        Assert.Contains(statements, statement => statement.Fingerprint.Length > 0);
        using var reader = RecordingReader.Open(new MemoryStream(file), "w").Reader;
        Assert.False(reader?.Header.HasTexts);
    }

    [Fact]
    public void Header_PasswordInTheTarget_IsNotWritten()
    {
        var server = SyntheticWorkload.Header.Server with { Target = "postgres://app:secret@db1/shop" };
        var file = new MemoryStream();
        new RecordingWriter(file, SyntheticWorkload.Header with { Server = server }, new RecordingOptions()).Dispose();
        using var reader = RecordingReader.Open(new MemoryStream(file.ToArray()), "w").Reader;

        Assert.Equal("postgres://app@db1/shop", reader?.Header.Server.Target);
        Assert.Equal([15L, 18L], reader?.Header.Server.VersionParts.AsEnumerable());
        Assert.Equal(2, reader?.Header.Host.Cores);
    }
}
