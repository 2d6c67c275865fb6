using System.Globalization;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.Tests.Judge;

public class ShortCountTests
{
    [Fact]
    public void Count_OfAnyNumber_IsWhatThePlatformWritesInThatFormat()
    {
        var random = new Random(20261121);
        for (var round = 0; round < 50_000; round++)
        {
            var number = Math.Round(random.NextDouble() * Math.Pow(10, random.Next(-2, 20)), random.Next(5));

            Assert.Equal(Formatted(number), new ShortCount(number).ToString());
            Assert.Equal(Formatted(number), $"{new ShortCount(number)}");
        }
    }

    [Theory]
    [InlineData(0, "0")]
    [InlineData(0.005, "0.01")]
    [InlineData(0.05, "0.05")]
    [InlineData(9.999, "10")]
    [InlineData(999.5, "1,000")]
    [InlineData(9999.4, "9,999")]
    [InlineData(10_000, "10 k")]
    [InlineData(99_960, "100 k")]
    [InlineData(12_345_678, "12.3 M")]
    [InlineData(1e300, "NoRoom")]
    public void Count_OfKnownNumbers_IsShort(double number, string text) =>
        Assert.Equal(text == "NoRoom" ? "1E+300" : text, new ShortCount(number).ToString());

    private static string Formatted(double value)
    {
        (double Size, string Sign)[] scales = [(1e12, " T"), (1e9, " G"), (1e6, " M"), (1e4, " k")];
        foreach (var (size, sign) in scales)
        {
            if (value >= size)
                return Shorten(value / (size == 1e4 ? 1e3 : size)) + sign;
        }

        return value.ToString(value < 10 ? "0.##" : "#,##0", CultureInfo.InvariantCulture);
    }

    private static string Shorten(double value) =>
        value.ToString(value < 100 ? "0.#" : "0", CultureInfo.InvariantCulture);
}
