using RgPolicy.Dbms.MySql;

namespace RgPolicy.Dbms.Tests.MySql;

[Collection(ObservedMariaDb.Collection)]
public sealed class WrittenBeforeTests(ObservedMariaDb mariaDb)
{
    private static readonly TimeSpan Pace = TimeSpan.FromMilliseconds(50);

    // The server tells the second only in which a transaction began: half of each second it looked older.
    [MariaDbFact]
    public async Task Poll_WriteThatIsItsOwnTransaction_HasNeverWrittenBefore()
    {
        await using var observer = await mariaDb.ConnectAsync();
        await using var running = await mariaDb.RunAsync(
            "INSERT INTO archive /* mark81 */ SELECT seq, 1, SLEEP(0.001) FROM seq_3000000_to_3100000"
        );
        await ObservedMariaDb.UntilAsync(observer, "mark81");

        Assert.DoesNotContain(true, await HaveWrittenAsync(observer, "mark81", polls: 50));
    }

    // One that begins while the transactions are read is in what was read.
    [MariaDbFact]
    public async Task Poll_WritesOneAfterAnother_EachIsItsOwnTransaction()
    {
        const string Write =
            "REPLACE INTO archive /* mark83 */ SELECT seq, 1, SLEEP(0.002) FROM seq_3400000_to_3400200";
        await using var observer = await mariaDb.ConnectAsync();
        await using var running = await mariaDb.RunAsync(string.Join("; ", Enumerable.Repeat(Write, 12)));

        // What is older than 50 ms when it is first seen has its transaction read with that poll.
        var old = TimeSpan.FromMilliseconds(60);
        var seen = new Dictionary<DateTimeOffset, List<(TimeSpan Age, bool HasWritten)>>();
        for (var poll = 0; poll < 60; poll++)
        {
            await Task.Delay(2 * Pace);
            var polled = await observer.PollAsync(findBlocking: false, CancellationToken.None);
            foreach (var query in polled.Queries.Where(each => IsOf(each, "mark83")))
                (seen.TryGetValue(query.Started, out var all) ? all : seen[query.Started] = []).Add(
                    (polled.Time - query.Started, query.HasWritten)
                );
        }

        Assert.True(seen.Count > 6, $"{seen.Count} statements");
        Assert.All(seen.Values, all => Assert.DoesNotContain(all.Skip(2), each => each.HasWritten));
        Assert.DoesNotContain(seen.Values.Select(all => all[0]), each => each.HasWritten && each.Age > old);
    }

    [MariaDbTheory]
    [InlineData("SELECT SLEEP(0.6)")]
    [InlineData(null)]
    public async Task Poll_WriteHalfASecondAfterAnotherOfItsTransaction_HasWrittenFromItsFirstPollOn(string? between)
    {
        await using var observer = await mariaDb.ConnectAsync();
        await using var holder = await mariaDb.RunAsync(
            "UPDATE orders SET note = 'held' WHERE id = 81" + (between is null ? "" : "; " + between),
            before: "BEGIN"
        );
        var until = DateTime.UtcNow.AddSeconds(0.6);
        while (!holder.Result.IsCompleted || DateTime.UtcNow < until)
        {
            await observer.PollAsync(findBlocking: false, CancellationToken.None);
            await Task.Delay(Pace);
        }

        await using var running = holder.Then(
            "INSERT INTO archive /* mark82 */ SELECT seq, 1, SLEEP(0.001) FROM seq_3200000_to_3300000"
        );
        var first = await ObservedMariaDb.UntilAsync(observer, "mark82");

        Assert.True(first.HasWritten);
        Assert.DoesNotContain(false, await HaveWrittenAsync(observer, "mark82", polls: 30));
    }

    private static async Task<List<bool>> HaveWrittenAsync(MySqlObserver observer, string text, int polls)
    {
        var all = new List<bool>();
        for (var poll = 0; poll < polls; poll++)
        {
            await Task.Delay(Pace);
            var seen = await observer.PollAsync(findBlocking: false, CancellationToken.None);
            all.Add(seen.Queries.Single(each => IsOf(each, text)).HasWritten);
        }

        return all;
    }

    private static bool IsOf(ObservedQuery query, string text) =>
        query.Statement?.Text?.Contains(text, StringComparison.Ordinal) == true;
}
