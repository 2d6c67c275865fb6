using RgPolicy.Engine.Allot;

namespace RgPolicy.Engine.Tests.Allot;

public sealed class ClassFoldTests
{
    [Fact]
    public void Fold_SmallCases_HarmsNoMoreThanTheBestOfAllFoldings()
    {
        var random = new Random(8);
        for (var round = 0; round < CaseCount.FromEnvironment(400).Count; round++)
        {
            var hardware = new CacheHardware(20, 1, 0, false, random.Next(2, 6), [0]);
            CacheRequest[] requests =
            [
                .. Enumerable
                    .Range(0, random.Next(1, 7))
                    .Select(pool => new CacheRequest(pool, random.Next(1, 20), 0, false, 100, ulong.MaxValue)),
            ];

            var groups = ClassFold.Fold(requests, hardware.Classes - 1, mayUseDefault: true, hardware, []);

            Assert.True(groups.Length < hardware.Classes);
            var harm = requests.Sum(request =>
                (groups.FirstOrDefault(group => group.Requests.Contains(request))?.Ways ?? 20) - request.Ways
            );
            Assert.Equal(BestHarm(requests, hardware.Classes - 1), harm);
        }
    }

    [Fact]
    public void Fold_Folded_SaysWithHowManyAndWhy()
    {
        var notes = new List<CacheNote>();
        CacheRequest[] requests =
        [
            new(0, 2, 0, false, 100, 1),
            new(1, 3, 0, false, 100, 1),
            new(2, 12, 0, false, 50, 1),
        ];

        var groups = ClassFold.Fold(requests, 2, true, new CacheHardware(20, 1, 0, false, 3, [0]), notes);

        Assert.Equal([3, 12], groups.Select(group => group.Ways));
        Assert.Equal(
            "shares a class of service with another pool, because the processor has only 3; it asked for 2 ways",
            notes[0].Text
        );
        Assert.Equal([0, 1], notes.Select(note => note.Pool));
    }

    // Every assignment of pools to classes or to the default class.
    private static int BestHarm(CacheRequest[] requests, int classes)
    {
        var best = int.MaxValue;
        var place = new int[requests.Length];
        Walk(0);
        return best;

        void Walk(int index)
        {
            if (index == requests.Length)
            {
                var widest = place
                    .Select((where, pool) => (where, requests[pool].Ways))
                    .GroupBy(item => item.where)
                    .ToDictionary(
                        group => group.Key,
                        group => group.Key == classes ? 20 : group.Max(item => item.Ways)
                    );
                best = Math.Min(best, place.Select((where, pool) => widest[where] - requests[pool].Ways).Sum());
                return;
            }

            for (place[index] = 0; place[index] <= classes; place[index]++)
                Walk(index + 1);
        }
    }
}
