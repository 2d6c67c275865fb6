using RgPolicy.Service.Files;

namespace RgPolicy.Service.Tests.Files;

public sealed class UnifiedDiffTests
{
    [Fact]
    public void Between_AnyTwoTexts_LeadsFromOneToTheOther()
    {
        var random = new Random(3);
        for (var count = 0; count < 2000; count++)
        {
            var (before, after) = (Lines(random), Lines(random));

            var edits = LineEdits.Between(before, after);

            Assert.Equal(
                string.Join('\n', before),
                string.Join('\n', edits.Where(edit => edit.Sign != '+').Select(edit => edit.Text))
            );
            Assert.Equal(
                string.Join('\n', after),
                string.Join('\n', edits.Where(edit => edit.Sign != '-').Select(edit => edit.Text))
            );
            Assert.Equal(Shortest(before, after), edits.Count(edit => edit.Sign != ' '));
        }
    }

    [Fact]
    public void Of_EqualTexts_IsEmpty() => Assert.Equal("", UnifiedDiff.Of("p", "a\nb\n", "a\nb\n"));

    [Fact]
    public void Of_ChangesFarApart_HaveHunksOfTheirOwn()
    {
        var before = string.Concat(Enumerable.Range(1, 40).Select(number => $"{number}\n"));
        var after = before
            .Replace("\n5\n", "\nfive\n", StringComparison.Ordinal)
            .Replace("\n30\n", "\n", StringComparison.Ordinal);

        var headers = UnifiedDiff
            .Of("p", before, after)
            .Split('\n')
            .Where(line => line.StartsWith("@@", StringComparison.Ordinal));

        Assert.Equal("@@ -2,7 +2,7 @@ @@ -27,7 +27,6 @@", string.Join(' ', headers));
    }

    [Fact]
    public void Between_NothingInCommonAndMany_IsBounded()
    {
        var before = Enumerable.Range(0, 20_000).Select(number => $"a{number}").ToArray();
        var after = Enumerable.Range(0, 20_000).Select(number => $"b{number}").ToArray();

        Assert.Equal(40_000, LineEdits.Between(before, after).Count);
    }

    private static string[] Lines(Random random) =>
        [.. Enumerable.Range(0, random.Next(9)).Select(_ => ((char)('a' + random.Next(4))).ToString())];

    // The plain way: insertions and deletions by dynamic programming.
    private static int Shortest(string[] before, string[] after)
    {
        var cost = new int[before.Length + 1, after.Length + 1];
        for (var x = before.Length; x >= 0; x--)
        {
            for (var y = after.Length; y >= 0; y--)
            {
                cost[x, y] =
                    x == before.Length ? after.Length - y
                    : y == after.Length ? before.Length - x
                    : before[x] == after[y] ? cost[x + 1, y + 1]
                    : 1 + Math.Min(cost[x + 1, y], cost[x, y + 1]);
            }
        }

        return cost[0, 0];
    }
}
