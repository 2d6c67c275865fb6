using RgPolicy.Host.Facts;

namespace RgPolicy.Host.Tests.Facts;

public sealed class ProcessStatTests
{
    [Theory]
    [InlineData("postgres")]
    [InlineData("a) R 1 (b")]
    [InlineData("x y")]
    [InlineData(")")]
    public void Parse_AnyName_ReadsTheFieldsBehindIt(string name)
    {
        var stat = ProcessStat.Parse($"42 ({name}) S 7 42 43 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 123456789 1 2 3\n");

        Assert.NotNull(stat);
        Assert.Equal(42, stat.Value.ProcessId);
        Assert.Equal(name, stat.Value.Name);
        Assert.Equal(7, stat.Value.ParentId);
        Assert.Equal(43, stat.Value.SessionId);
        Assert.Equal(123456789UL, stat.Value.StartTime);
        Assert.False(stat.Value.IsKernelThread);
        Assert.False(stat.Value.HasEnded);
    }

    [Fact]
    public void Parse_KernelThread_IsSeen() =>
        Assert.True(
            ProcessStat.Parse("2 (kthreadd) S 0 0 0 0 -1 2129984 0 0 0 0 0 0 0 0 20 0 1 0 5 0 0")!.Value.IsKernelThread
        );

    [Theory]
    [InlineData('R', 4194564)]
    [InlineData('Z', 4194560)]
    [InlineData('X', 4194560)]
    public void HasEnded_ProcessThatExitsOrHas_True(char state, uint flags) =>
        Assert.True(
            ProcessStat.Parse($"42 (x) {state} 0 0 0 0 -1 {flags} 0 0 0 0 0 0 0 0 20 0 1 0 5 0 0")!.Value.HasEnded
        );

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("42")]
    [InlineData("42 (x")]
    [InlineData("42 (x) S 1 2")]
    [InlineData("42 (x) S a b c d e f g h i j k l m n o p q r s t")]
    public void Parse_Torn_Null(string? text) => Assert.Null(ProcessStat.Parse(text));
}
