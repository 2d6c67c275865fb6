using RgPolicy.Engine.Signals.Scales;
using RgPolicy.Language.Conditions;
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

            Assert.Equal(PlainJudge.Like(text, Units(pattern)), Pattern(pattern, exactly: true).Matches(text));
            Assert.Equal(
                PlainJudge.Like(text.ToUpperInvariant(), Units(pattern.ToUpperInvariant())),
                Pattern(pattern, exactly: false).Matches(text)
            );
        }
    }

    [Fact]
    public void Matches_HostilePattern_EndsSoon()
    {
        var pattern = string.Concat(Enumerable.Repeat("%a", 500)) + "b";

        Assert.False(Pattern(pattern, exactly: false).Matches(new string('a', 20_000)));
    }

    [Fact]
    public void Matches_SupplementaryLetters_MatchThemselves() =>
        Assert.True(Pattern("\U00010428%", exactly: false).Matches("\U00010428x"));

    [Theory]
    [InlineData("CORP\\svc!_%", "corp\\svc_web", true)]
    [InlineData("CORP\\svc!_%", "CORP\\svcadmin", false)]
    [InlineData("10!%", "10%", true)]
    [InlineData("10!%", "100", false)]
    [InlineData("a!!_", "a!b", true)]
    [InlineData("a!!!_", "a!_", true)]
    [InlineData("a!!!_", "a!b", false)]
    public void Matches_EscapedWildcard_IsALetter(string pattern, string text, bool isMatch)
    {
        var read = TextPattern.Read(pattern, exactly: false, '!')!;

        Assert.Equal(isMatch, new LikePattern(read).Matches(text));
        Assert.Equal(isMatch, new PatternTable([read]).Matching(text).Length == 1);
    }

    private static LikePattern Pattern(string written, bool exactly) => new(TextPattern.Read(written, exactly)!);

    private static string Units(string written) => TextPattern.Read(written, exactly: true)!.Units;

    private static string Make(Random random, string alphabet, int length) =>
        string.Concat(Enumerable.Range(0, random.Next(length)).Select(_ => alphabet[random.Next(alphabet.Length)]));
}
