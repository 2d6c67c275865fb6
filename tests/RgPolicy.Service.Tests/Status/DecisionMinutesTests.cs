using FsCheck;
using FsCheck.Fluent;
using RgPolicy.Service.Status;
using RgPolicy.Service.Status.Mapping;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Status;

public sealed class DecisionMinutesTests
{
    private static readonly string[] Classes = ["a", "b", "c"];

    [Fact]
    public void All_AnyTurns_AreThoseOfAPlainCount()
    {
        var turn =
            from seconds in Gen.Choose(0, 150)
            from index in Gen.Choose(0, 2)
            from queries in Gen.Choose(0, 5)
            select (seconds, index, queries);
        Prop.ForAll(Arb.From(Gen.ListOf(turn)), turns => IsPlainCount([.. turns])).QuickCheckThrowOnFailure();
    }

    [Fact]
    public void All_ManyClasses_RemembersThoseWithMostQueriesAndTheSumOfTheRest()
    {
        var time = new ManualTime();
        var minutes = new DecisionMinutes(time);
        (string, long)[] counts =
        [
            .. Enumerable
                .Range(1, 1000)
                .Select(number => (number.ToString(CultureInfo.InvariantCulture), (long)number)),
        ];
        time.Advance(TimeSpan.FromMinutes(1));
        minutes.Follow(() => counts);
        var over = minutes.All(counts)[0];

        Assert.Equal(DecisionMinutes.MostClasses + 1, over.Count);
        Assert.Equal(("1000", 1000), over[0]);
        Assert.Equal((DecisionMinutes.OtherClasses, 800 * 801 / 2), over[^1]);
    }

    [Fact]
    public void Map_ManyClasses_HasTheFirstTwentyAndAllOthersAsOne()
    {
        var decisions = DecisionsMapper.Map([
            [.. Enumerable.Range(1, 50).Select(number => ($"c{number}", (long)number))],
            [("c50", 1)],
        ]);
        var classes = decisions.Classes!;

        Assert.Equal(DecisionsMapper.MostClasses + 1, classes.Count);
        Assert.Equal(("c50", "50 1"), (classes[0].Name, string.Join(' ', classes[0].Queries!)));
        Assert.Equal(("(other)", "465 0"), (classes[^1].Name, string.Join(' ', classes[^1].Queries!)));
        Assert.Equal(2, decisions.Intervals);
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
                plain.Add(new long[3]);

            minutes.Follow(() => Counts(totals));
        }

        var seen = minutes
            .All(Counts(totals))
            .Select(minute =>
                string.Join(
                    ' ',
                    Classes.Select(name => minute.Where(each => each.Class == name).Sum(each => each.Queries))
                )
            );
        return seen.SequenceEqual(
            plain.TakeLast(DecisionMinutes.Most).Select(minute => string.Join(' ', minute)),
            StringComparer.Ordinal
        );
    }

    private static (string Class, long Queries)[] Counts(long[] totals) => [.. Classes.Zip(totals)];
}
