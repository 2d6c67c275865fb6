using RgPolicy.Engine.Signals.Scales;
using RgPolicy.Language.Conditions;

namespace RgPolicy.Engine.Tests.Classify;

/// <summary><c>=</c> and <c>like</c> fold case alike, for every character that there is.</summary>
public sealed class CaseFoldingTests
{
    [Fact]
    public void Matches_EveryCharacterInEitherCase_AsEqualityDoes()
    {
        var wrong = new List<string>();
        for (var code = 0; code <= 0x10FFFF; code++)
        {
            if (IsTried(code))
            {
                var text = new Rune(code).ToString();
                foreach (var other in new[] { text, text.ToUpperInvariant(), text.ToLowerInvariant() })
                {
                    var isEqual = string.Equals(text, other, StringComparison.OrdinalIgnoreCase);
                    var isLike = new LikePattern(TextPattern.OfUnits(other, false)).Matches(text);
                    var isFound = new PatternTable([TextPattern.Read(other + "%", false)!]).Matching(text).Length == 1;
                    if (isEqual != isLike || isEqual != isFound)
                    {
                        wrong.Add(
                            FormattableString.Invariant($"U+{code:X4}: equal {isEqual}, like {isLike}, found {isFound}")
                        );
                    }
                }
            }
        }

        Assert.Empty(wrong.Take(5));
    }

    // Every character with two cases, and some of the others.
    private static bool IsTried(int code) =>
        Rune.IsValid(code)
        && code is not ('%' or '_' or TextPattern.Many or TextPattern.One)
        && (code % 61 == 0 || Rune.ToUpperInvariant(new Rune(code)) != Rune.ToLowerInvariant(new Rune(code)));

    [Theory]
    [InlineData("\U00010428bc", "\U00010400%", true)]
    [InlineData("a\U00010428", "%\U00010400", true)]
    [InlineData("\U00010428", "__", true)]
    [InlineData("\U00010429", "\U00010400", false)]
    public void Matches_LettersOfTwoUnits_FoldAsAWhole(string text, string pattern, bool isMatch) =>
        Assert.Equal(isMatch, new LikePattern(TextPattern.Read(pattern, exactly: false)!).Matches(text));
}
