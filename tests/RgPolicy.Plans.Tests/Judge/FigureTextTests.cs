using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.Tests.Judge;

public class FigureTextTests
{
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
    [InlineData(1e300, "1E+300")]
    public void Count_OfKnownNumbers_IsShort(double number, string text) =>
        Assert.Equal(text, FigureText.Count(number));
}
