using System.Numerics;
using FsCheck;
using FsCheck.Fluent;
using RgPolicy.Language.Numbers;

namespace RgPolicy.Language.Tests.Numbers;

public sealed class RationalTests
{
    private static readonly Arbitrary<(int A, int B, int C, int D)> Fractions = (
        from a in Gen.Choose(-1_000_000, 1_000_000)
        from b in Gen.Choose(1, 1_000_000)
        from c in Gen.Choose(-1_000_000, 1_000_000)
        from d in Gen.Choose(1, 1_000_000)
        select (a, b, c, d)
    ).ToArbitrary();

    [Fact]
    public void Arithmetic_AnyFractions_AgreesWithCrossMultiplication() =>
        Prop.ForAll(
                Fractions,
                t =>
                {
                    var (x, y) = (new Rational(t.A, t.B), new Rational(t.C, t.D));
                    var (a, b, c, d) = ((BigInteger)t.A, (BigInteger)t.B, (BigInteger)t.C, (BigInteger)t.D);
                    return Is(x + y, (a * d) + (c * b), b * d)
                        && Is(x - y, (a * d) - (c * b), b * d)
                        && Is(x * y, a * c, b * d)
                        && (t.C == 0 || Is(x / y, a * d, b * c))
                        && x.CompareTo(y) == (a * d).CompareTo(c * b)
                        && x == y == (a * d == c * b);
                }
            )
            .QuickCheckThrowOnFailure();

    [Fact]
    public void Floor_AnyFraction_IsTheGreatestWholeNumberNotAbove() =>
        Prop.ForAll(
                Fractions,
                t =>
                {
                    var x = new Rational(t.A, t.B);
                    return x.Floor() * t.B <= t.A && (x.Floor() + 1) * t.B > t.A;
                }
            )
            .QuickCheckThrowOnFailure();

    [Fact]
    public void Constructor_AnyFraction_IsInLowestTermsWithPositiveDenominator() =>
        Prop.ForAll(
                Fractions,
                t =>
                {
                    var x = new Rational(-t.A, -t.B);
                    return x.Denominator > 0
                        && BigInteger.GreatestCommonDivisor(x.Numerator, x.Denominator) == 1
                        && x.Numerator * t.B == x.Denominator * t.A
                        && x.GetHashCode() == new Rational(t.A, t.B).GetHashCode();
                }
            )
            .QuickCheckThrowOnFailure();

    [Fact]
    public void Default_IsZero() => Assert.Equal((Rational)0, default);

    private static bool Is(Rational value, BigInteger numerator, BigInteger denominator) =>
        value.Numerator * denominator == value.Denominator * numerator;
}
