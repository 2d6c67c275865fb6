using FsCheck;
using FsCheck.Fluent;
using RgPolicy.Dbms.Recording;
using RgPolicy.Plans;

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
                        RecordedSequence.AssertEqual(RecordedSequence.AsKept(one), other);
                }
            )
            .QuickCheckThrowOnFailure();

    // A person reads these with `brotli -dc FILE | jq`, and files that are kept hold them.
    [Fact]
    public void Write_OfAQueryThatBeginsChangesAndEnds_GivesTheseLines()
    {
        var query = new ObservedQuery
        {
            ProcessId = 42,
            Started = SyntheticWorkload.Start,
            Session = new SessionFacts("app", "shop", "10.0.0.1", "shop", false) { Groups = ["sales"] },
            Statement = new StatementFacts(StatementKind.Select, "f1", "select 'ü' < 1", false),
            Plan = PlanFacts.Known(
                new PlanProfile
                {
                    Shape = PlanShape.Oltp,
                    Cost = new Figure(1.5m, Provenance.Estimate),
                    Operators =
                    [
                        new(
                            0,
                            null,
                            "Result",
                            OperatorFamily.Point,
                            new(1, Provenance.Actual),
                            Figure.Unknown,
                            Figure.Unknown,
                            Figure.Unknown,
                            0.25
                        )
                        {
                            Table = "t",
                        },
                    ],
                },
                "explain"
            ),
            History = new HistoryFacts(7, TimeSpan.FromMilliseconds(1.5), null, null, 0),
        };
        var file = RecordedSequence.Write([
            At(1, [query]) with
            {
                IsRefresh = true,
            },
            At(2, [query with { WaitsForLock = true, Workers = [43], Phase = PlanShape.BulkLoad }], new(3, 42, true)),
            At(3, []),
        ]);

        string[] expected =
        [
            """{"schema":"rgp/recording/1","started":"2026-11-20T09:00:00Z","has_texts":true,"server":{"kind":"postgresql","version":"15.18","version_parts":[15,18],"target":"postgres://app@db1/shop"},"host":{"name":"generic","dbms_kind":"postgresql","dbms_version":[15],"operating_system":"linux","sockets":1,"cores":2,"llc_bytes":33554432,"l2_bytes":262144,"minimum_mask_bits":1,"classes_of_service":16,"has_memory_bandwidth_allocation":true}}""",
            """{"id":1,"session":{"login":"app","app":"shop","host":"10.0.0.1","database":"shop","is_superuser":false,"groups":["sales"],"is_background_worker":false}}""",
            """{"id":2,"statement":{"kind":"select","fingerprint":"f1","text":"select 'ü' < 1","is_truncated":false,"is_transaction_control":false}}""",
            """{"id":3,"plan":{"state":"known","profile":{"shape":"oltp","shape_provenance":"estimate","reason":"","writes":false,"cache_use":"sensitive","working_set_bytes":{"provenance":"unknown"},"streamed_bytes":{"provenance":"unknown"},"random_accesses":{"provenance":"unknown"},"rows_touched":{"provenance":"unknown"},"rows_returned":{"provenance":"unknown"},"memory_grant_bytes":{"provenance":"unknown"},"dop":{"provenance":"unknown"},"cost":{"value":1.5,"provenance":"estimate"},"tables":[],"operators":[{"id":0,"name":"Result","family":"point","rows":{"value":1,"provenance":"actual"},"executions":{"provenance":"unknown"},"structure_bytes":{"provenance":"unknown"},"streamed_bytes":{"provenance":"unknown"},"weight":0.25,"table":"t"}]},"source":"explain"}}""",
            """{"id":4,"history":{"executions":7,"mean_elapsed":0.0015,"mean_read_bytes":0}}""",
            """{"poll":{"time":"2026-11-20T09:00:01Z","elapsed":1,"interval":0.1,"is_refresh":true,"began":[{"process_id":42,"started":"2026-11-20T09:00:00Z","session":1,"statement":2,"plan":3,"history":4}],"figures":{"42":{"cpu":0.25,"read_bytes":8192,"workers":0}}}}""",
            """{"poll":{"time":"2026-11-20T09:00:02Z","elapsed":2,"interval":0.1,"changed":[{"process_id":42,"started":"2026-11-20T09:00:00Z","session":1,"statement":2,"plan":3,"history":4,"waits_for_lock":true,"phase":"bulk_load","workers":[43]}],"figures":{},"locks":{"waits":[{"waiter":3,"blocker":42,"is_advisory":true}]}}}""",
            """{"poll":{"time":"2026-11-20T09:00:03Z","elapsed":3,"interval":0.1,"ended":[42],"locks":{},"pressure":{"cpu":12.5}}}""",
            """{"end":3}""",
        ];

        Assert.Equal(expected, RecordedSequence.Lines(file).Select(WithoutSum), StringComparer.Ordinal);
    }

    [Fact]
    public void Write_OfATextLongerThanTheLimit_CutsItAndSaysSo()
    {
        var text = "select 1 -- " + new string('x', RecordingLimits.Text);
        var query = Any() with { Statement = new StatementFacts(StatementKind.Select, "f", text, false) };

        var (read, problem) = RecordedSequence.Read(RecordedSequence.Write([At(1, [query])]));

        Assert.Null(problem);
        var statement = read[0].Observation.Queries[0].Statement;
        Assert.Equal((text[..RecordingLimits.Text], true), (statement?.Text, statement?.IsTruncated));
    }

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
        var template = Any();
        var written = Enumerable
            .Range(0, RecordingLimits.Entries + 500)
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
        var query = Any() with
        {
            Statement = new StatementFacts(StatementKind.Utility, "f", "ALTER ROLE a PASSWORD 'hunter2'", false),
        };

        var (read, _) = RecordedSequence.Read(RecordedSequence.Write([At(1, [query])]));

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
            .OfType<StatementFacts>()
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

    // The last member.
    private static string WithoutSum(string line)
    {
        var at = line.IndexOf(",\"sum\":", StringComparison.Ordinal);
        return at < 0 ? line : line[..at] + "}";
    }

    private static ObservedQuery Any() =>
        new SyntheticWorkload(4).Observations(9).SelectMany(each => each.Observation.Queries).First();

    private static RecordedObservation At(int second, ObservedQuery[] queries, LockWait? wait = null) =>
        new(
            new Observation(SyntheticWorkload.Start.AddSeconds(second), [.. queries])
            {
                Figures = [.. queries.Select(_ => new RequestFigures(TimeSpan.FromSeconds(0.25), 8192, null, null, 0))],
                LockWaits = wait is { } one ? [one] : null,
                Pressure = queries.Length == 0 ? new HostPressure(12.5, null, null) : null,
            },
            TimeSpan.FromSeconds(second),
            TimeSpan.FromMilliseconds(100),
            false
        );
}
