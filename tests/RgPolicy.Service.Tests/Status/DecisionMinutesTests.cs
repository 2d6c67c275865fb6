using System.Buffers;
using System.Globalization;
using System.Text.Json;
using FsCheck;
using FsCheck.Fluent;
using RgPolicy.Service.Status;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Status;

public sealed class DecisionMinutesTests
{
    private static readonly string[] Classes = ["a", "b", "c"];

    [Fact]
    public void All_AnyTurns_AreThoseOfAPlainCount()
    {
        var turn = from seconds in Gen.Choose(0, 150) from index in Gen.Choose(0, 2) from queries in Gen.Choose(0, 5) select (seconds, index, queries);
        Prop.ForAll(Arb.From(Gen.ListOf(turn)), turns => IsPlainCount([.. turns])).QuickCheckThrowOnFailure();
    }

    [Fact]
    public void All_ManyClasses_RemembersThoseWithMostQueriesAndTheSumOfTheRest()
    {
        var time = new ManualTime();
        var minutes = new DecisionMinutes(time);
        (string, long)[] counts = [.. Enumerable.Range(1, 1000).Select(number => (number.ToString(CultureInfo.InvariantCulture), (long)number))];
        time.Advance(TimeSpan.FromMinutes(1));
        minutes.Follow(() => counts);
        var over = minutes.All(counts)[0];

        Assert.Equal(DecisionMinutes.MostClasses + 1, over.Count);
        Assert.Equal(("1000", 1000), over[0]);
        Assert.Equal((DecisionMinutes.OtherClasses, 800 * 801 / 2), over[^1]);
    }

    [Fact]
    public void Write_ManyClasses_HasTheFirstTwentyAndAllOthersAsOne()
    {
        using var document = Written([[.. Enumerable.Range(1, 50).Select(number => ($"c{number}", (long)number))], [("c50", 1)]]);
        var classes = document.RootElement.GetProperty("decisions").GetProperty("classes").EnumerateArray().ToList();

        Assert.Equal(DecisionsJson.MostClasses + 1, classes.Count);
        Assert.Equal(("c50", "[50,1]"), (classes[0].GetProperty("name").GetString(), classes[0].GetProperty("queries").GetRawText()));
        Assert.Equal(("(other)", "[465,0]"), (classes[^1].GetProperty("name").GetString(), classes[^1].GetProperty("queries").GetRawText()));
        Assert.Equal(2, document.RootElement.GetProperty("decisions").GetProperty("intervals").GetInt32());
    }

    private static JsonDocument Written(IReadOnlyList<IReadOnlyList<(string Class, long Queries)>> minutes)
    {
        var buffer = new ArrayBufferWriter<byte>();
        using (var json = new Utf8JsonWriter(buffer))
        {
            json.WriteStartObject();
            DecisionsJson.Write(json, minutes);
            json.WriteEndObject();
        }

        return JsonDocument.Parse(buffer.WrittenMemory);
    }

    private static bool IsPlainCount((int Seconds, int Index, int Queries)[] turns)
    {
        var time = new ManualTime();
        var minutes = new DecisionMinutes(time);
        var totals = new long[3];
        List<long[]> plain = [new long[3]];
        var elapsed = 0;
        foreach (var (seconds, index, queries) in turns)
        {
            time.Advance(TimeSpan.FromSeconds(seconds));
            elapsed += seconds;
            totals[index] += queries;
            plain[^1][index] += queries;
            while (plain.Count <= elapsed / 60)
            {
                plain.Add(new long[3]);
            }

            minutes.Follow(() => Counts(totals));
        }

        var seen = minutes.All(Counts(totals)).Select(minute => string.Join(' ', Classes.Select(name => minute.Where(each => each.Class == name).Sum(each => each.Queries))));
        return seen.SequenceEqual(plain.TakeLast(DecisionMinutes.Most).Select(minute => string.Join(' ', minute)), StringComparer.Ordinal);
    }

    private static (string Class, long Queries)[] Counts(long[] totals) => [.. Classes.Zip(totals)];
}
