using System.Numerics;
using RgPolicy.Engine.Signals.Scales;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Numbers;
using RgPolicy.Testing.Engine;

namespace RgPolicy.Engine.Tests.Classify;

public sealed class ExactNumberTests
{
    [Fact]
    public void Of_ThirdOfTheCache_ComparesExactly()
    {
        var third = new Rational(32L << 20, 3);
        var below = decimal.Parse("11184810.666666666666666666666", System.Globalization.CultureInfo.InvariantCulture);

        Assert.True(NumberRange.Of(ComparisonOperator.Less, third).Contains(below));
        Assert.False(NumberRange.Of(ComparisonOperator.Less, third).Contains(below + 0.000000000000000000001m));
        Assert.False(NumberRange.Of(ComparisonOperator.Equal, third).Contains(below));
        Assert.True(NumberRange.Of(ComparisonOperator.NotEqual, third).Contains(below));
        Assert.True(NumberRange.Between(third, third * 2).Contains(11184811));
        Assert.False(NumberRange.Between(third, third * 2).Contains(11184810));
    }

    [Fact]
    public void Of_RandomConstantsAndDecimals_AgreesWithFractions()
    {
        var random = new Random(3);
        for (var round = 0; round < CaseCount.FromEnvironment(4_000).Count; round++)
        {
            var constant = RandomConstant(random);
            var number = random.Next(2) == 0 ? RandomDecimal(random) : Near(constant, random);
            var order = PlainJudge.Exact(number).CompareTo(constant);

            Assert.Equal(order == 0, NumberRange.Of(ComparisonOperator.Equal, constant).Contains(number));
            Assert.Equal(order != 0, NumberRange.Of(ComparisonOperator.NotEqual, constant).Contains(number));
            Assert.Equal(order < 0, NumberRange.Of(ComparisonOperator.Less, constant).Contains(number));
            Assert.Equal(order <= 0, NumberRange.Of(ComparisonOperator.LessOrEqual, constant).Contains(number));
            Assert.Equal(order > 0, NumberRange.Of(ComparisonOperator.Greater, constant).Contains(number));
            Assert.Equal(order >= 0, NumberRange.Of(ComparisonOperator.GreaterOrEqual, constant).Contains(number));

            var other = RandomConstant(random);
            var isBetween = order >= 0 && PlainJudge.Exact(number).CompareTo(other) <= 0;
            Assert.Equal(isBetween, NumberRange.Between(constant, other).Contains(number));
        }
    }

    [Fact]
    public void NotAbove_BeyondAllDecimals_HasNoOrTheGreatestNeighbour()
    {
        Rational huge = BigInteger.Pow(10, 40);

        Assert.Equal(decimal.MaxValue, NearestDecimal.NotAbove(huge));
        Assert.Null(NearestDecimal.NotAbove(-huge));
        Assert.True(NumberRange.Of(ComparisonOperator.Less, huge).Contains(decimal.MaxValue));
        Assert.True(NumberRange.Of(ComparisonOperator.Greater, -huge).Contains(decimal.MinValue));
        Assert.False(NumberRange.Of(ComparisonOperator.LessOrEqual, -huge).Contains(decimal.MinValue));
    }

    private static Rational RandomConstant(Random random) =>
        new(random.NextInt64(-1000, 1L << random.Next(11, 62)), Pick(random, 1, 2, 3, 7, 1000, 1L << 40));

    private static decimal Near(Rational constant, Random random)
    {
        var near = NearestDecimal.NotAbove(constant) ?? 0;
        return random.Next(3) switch
        {
            0 => near,
            1 => near + 1,
            _ => near + 0.000000001m,
        };
    }

    private static decimal RandomDecimal(Random random) =>
        random.NextInt64(-1000, 1L << random.Next(11, 62)) / (decimal)Pick(random, 1, 2, 3, 1000);

    private static long Pick(Random random, params long[] items) => items[random.Next(items.Length)];
}
