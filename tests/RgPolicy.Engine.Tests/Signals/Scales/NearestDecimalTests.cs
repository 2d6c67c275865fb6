using System.Numerics;
using RgPolicy.Engine.Signals.Scales;
using RgPolicy.Language.Numbers;

namespace RgPolicy.Engine.Tests.Signals.Scales;

public sealed class NearestDecimalTests
{
    [Theory]
    [InlineData("0", "0", 0)]
    [InlineData("1.50", "150", 2)]
    [InlineData("-4294967296", "-4294967296", 0)]
    [InlineData("18446744073709551616", "18446744073709551616", 0)]
    [InlineData("79228162514264337593543950335", "79228162514264337593543950335", 0)]
    [InlineData("-7.9228162514264337593543950335", "-79228162514264337593543950335", 28)]
    [InlineData("0.0000000000000000000000000001", "1", 28)]
    public void ToRational_AnyDecimal_IsExactAndComesBack(string number, string mantissa, int scale)
    {
        var value = decimal.Parse(number, CultureInfo.InvariantCulture);
        var exact = new Rational(BigInteger.Parse(mantissa, CultureInfo.InvariantCulture), BigInteger.Pow(10, scale));

        Assert.Equal(exact, NearestDecimal.ToRational(value));
        Assert.Equal(value, NearestDecimal.NotAbove(exact));
    }

    [Fact]
    public void NotAbove_BetweenDecimals_IsTheOneBelow()
    {
        Assert.Equal(0.3333333333333333333333333333m, NearestDecimal.NotAbove(new Rational(1, 3)));
        Assert.Equal(-0.3333333333333333333333333334m, NearestDecimal.NotAbove(new Rational(-1, 3)));
        Assert.Equal(decimal.MaxValue, NearestDecimal.NotAbove(new Rational(BigInteger.One << 100, 1)));
        Assert.Null(NearestDecimal.NotAbove(new Rational(-(BigInteger.One << 100), 1)));
    }
}
