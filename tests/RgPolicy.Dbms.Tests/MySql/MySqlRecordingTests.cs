using RgPolicy.Dbms.MySql;
using RgPolicy.Dbms.Recording;
using RgPolicy.Dbms.Replay;
using RgPolicy.Dbms.Tests.Recording;
using RgPolicy.Language.Targets;

namespace RgPolicy.Dbms.Tests.MySql;

/// <summary>What was seen of a real MariaDB is what its recording shows.</summary>
[Collection(ObservedMariaDb.Collection)]
public sealed class MySqlRecordingTests(ObservedMariaDb mariaDb)
{
    [MariaDbFact]
    public async Task Replay_OfARecording_ShowsStatementsPlansWaitsAndFiguresAsTheyWere()
    {
        await using var observer = await mariaDb.ConnectAsync();
        await using var scan = await mariaDb.RunAsync(
            "SELECT 'record1', COUNT(*) FROM orders a JOIN orders b ON a.note = b.note"
        );
        await using var holder = await mariaDb.RunAsync(
            "SELECT 'record2', SLEEP(60)",
            before: "BEGIN; SELECT * FROM orders WHERE id = 77 FOR UPDATE"
        );
        await using var waiter = await mariaDb.RunAsync("UPDATE orders SET note = 'record3' WHERE id = 77");
        var seen = await SeeAsync(observer);
        var file = new MemoryStream();
        var header = new RecordingHeader(
            observer.Server,
            TargetProfile.Generic with
            {
                DbmsKind = observer.Server.Kind,
                DbmsVersion = observer.Server.VersionParts,
            },
            seen[0].Observation.Time,
            HasTexts: true
        );
        using (var writer = new RecordingWriter(file, header, new RecordingOptions()))
        {
            seen.ForEach(writer.Write);
        }

        var reader = RecordingReader.Open(new MemoryStream(file.ToArray()), "mariadb.rgrec").Reader!;
        await using var replay = new ReplayObserver(reader, TimeProvider.System, null);

        Assert.Equal(("mariadb", observer.Server.Version), (replay.Server.Kind, replay.Server.Version));
        Assert.Equal((false, null), (replay.Server.IsLocal, replay.Server.ProcessId));
        foreach (var expected in seen)
        {
            var played = await replay.PollAsync(findBlocking: false, CancellationToken.None);
            RecordedSequence.AssertEqual(expected, expected with { Observation = played });
        }

        Assert.True(replay.IsAtEnd);
    }

    /// <summary>Polls until the plan of the scan, the wait and used processor time have been seen, and once
    /// more.</summary>
    private static async Task<List<RecordedObservation>> SeeAsync(MySqlObserver observer)
    {
        var seen = new List<RecordedObservation>();
        bool isComplete;
        do
        {
            isComplete = seen.Count > 0 && IsComplete(seen[^1].Observation);
            Assert.True(seen.Count < 600, "the plan, the wait or the processor time was never seen");
            await Task.Delay(50);
            var observation = await observer.PollAsync(findBlocking: false, CancellationToken.None);
            seen.Add(
                new RecordedObservation(
                    observation,
                    TimeSpan.FromMilliseconds(50 * seen.Count),
                    observer.PollInterval,
                    IsRefresh: false
                )
            );
        } while (!isComplete);

        return seen;
    }

    private static bool IsComplete(Observation observation) =>
        observation.LockWaits is { Length: > 0 }
        && observation.Figures.Any(figures => figures.Cpu > TimeSpan.Zero)
        && observation.Queries.Any(query =>
            query.Plan.Profile is not null
            && query.Statement?.Text?.Contains("record1", StringComparison.Ordinal) == true
        );
}
