using RgPolicy.Engine.Classify.Conditions;
using RgPolicy.Testing.Engine;

namespace RgPolicy.Engine.Tests.Classify;

public sealed class LikePatternTests
{
    [Fact]
    public void Matches_RandomTexts_AgreesWithThePlainReading()
    {
        var random = new Random(9);
        for (var round = 0; round < 50_000; round++)
        {
            var (text, pattern) = (Make(random, "abAB", 8), Make(random, "abA%_%", 7));

            Assert.Equal(PlainJudge.Like(text, pattern), new LikePattern(pattern, exactly: true).Matches(text));
            Assert.Equal(
                PlainJudge.Like(text.ToUpperInvariant(), pattern.ToUpperInvariant()), new LikePattern(pattern, exactly: false).Matches(text));
        }
    }

    [Fact]
    public void Matches_HostilePattern_EndsSoon()
    {
        var pattern = string.Concat(Enumerable.Repeat("%a", 500)) + "b";

        Assert.False(new LikePattern(pattern, exactly: false).Matches(new string('a', 20_000)));
    }

    [Fact]
    public void Matches_SupplementaryLetters_MatchThemselves() =>
        Assert.True(new LikePattern("\U00010428%", exactly: false).Matches("\U00010428x"));

    private static string Make(Random random, string alphabet, int length) =>
        string.Concat(Enumerable.Range(0, random.Next(length)).Select(_ => alphabet[random.Next(alphabet.Length)]));
}
