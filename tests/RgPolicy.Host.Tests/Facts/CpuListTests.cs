using FsCheck;
using FsCheck.Fluent;
using RgPolicy.Host.Facts;

namespace RgPolicy.Host.Tests.Facts;

public sealed class CpuListTests
{
    [Theory]
    [InlineData("0", new[] { 0 })]
    [InlineData("0-3,5", new[] { 0, 1, 2, 3, 5 })]
    [InlineData(" 2 , 1-2 ", new[] { 1, 2 })]
    [InlineData("", new int[0])]
    public void Parse_List_Numbers(string text, int[] expected) => Assert.Equal(expected, CpuList.Parse(text)!.Value);

    [Theory]
    [InlineData("a")]
    [InlineData("3-1")]
    [InlineData("-1")]
    [InlineData("1-")]
    [InlineData("0-99999999")]
    [InlineData("99999999999999999999")]
    [InlineData("0x3")]
    public void Parse_NoList_Null(string text) => Assert.Null(CpuList.Parse(text));

    [Fact]
    public void Format_ThenParse_GivesTheSameSet() =>
        Prop.ForAll(
                ArbMap.Default.ArbFor<byte[]>(),
                numbers =>
                    CpuList
                        .Parse(CpuList.Format(numbers.Select(n => (int)n)))!
                        .Value.SequenceEqual(numbers.Select(n => (int)n).Distinct().Order())
            )
            .QuickCheckThrowOnFailure();
}
